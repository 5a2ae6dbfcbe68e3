package por

// A sleepStack holds the sleep sets of the states of a path, one level for each:
// [G96]. Events sleep at the level where they were put to sleep, and
// further down until something happens that is dependent with them. What
// sleeps is independent of all that was executed since, so it is the event
// that its choice yields there, too.
type sleepStack struct {
	// events were put to sleep at the levels of the path, in that order.
	events  []digested
	entries []sleeper // the sets of all levels
	levels  []sleepLevel
	// observers says that blind Writes which nobody observes are not ordered.
	observers bool
}

// A sleeper is an event in a sleep set: events[at], of that choice.
type sleeper struct {
	choice Choice
	at     int32
	state  sleepState
}

// A sleepState says what keeps an event asleep.
type sleepState uint8

const (
	// asleep: nothing happened that is dependent with it.
	asleep sleepState = iota
	// unobserved: only what it would write over. It is awake, but what comes of it
	// is nothing new unless somebody observes it.
	unobserved
	// owing: it was unobserved, and has happened.
	owing
)

// A sleepLevel says that entries[lo:hi] are the sleep set of a level, and how
// many events were asleep when the level was added.
type sleepLevel struct{ lo, hi, events int32 }

// enter adds the level of the state after e, nil for the initial one.
func (s *sleepStack) enter(e *Event) {
	l := sleepLevel{lo: int32(len(s.entries)), events: int32(len(s.events))}
	if e != nil {
		if set := s.set(len(s.levels) - 1); len(set) > 0 {
			d := digestOf(e)
			for _, t := range set {
				f := &s.events[t.at]
				switch {
				case f.digest.apart(d) || !Dependent(&f.Event, e):
				case !s.observers || t.state == owing:
					continue
				case t.choice == e.Choice:
					t.state = owing
				case dependentIfUnseen(&f.Event, e):
					continue
				default:
					t.state = unobserved
				}
				s.entries = append(s.entries, t)
			}
		}
	}
	l.hi = int32(len(s.entries))
	s.levels = append(s.levels, l)
}

// leave removes the last level.
func (s *sleepStack) leave() {
	l := s.levels[len(s.levels)-1]
	s.entries, s.events = s.entries[:l.lo], s.events[:l.events]
	s.levels = s.levels[:len(s.levels)-1]
}

// add puts e, of that digest, to sleep at the last level.
func (s *sleepStack) add(e *Event, d digest) {
	s.entries = append(s.entries, sleeper{e.Choice, int32(len(s.events)), asleep})
	s.events = longer(s.events)
	t := &s.events[len(s.events)-1]
	t.Event, t.digest = *e, d
	s.levels[len(s.levels)-1].hi++
}

// set is the sleep set of a level.
func (s *sleepStack) set(level int) []sleeper {
	l := &s.levels[level]
	return s.entries[l.lo:l.hi]
}

// has reports whether c is asleep at a level.
func (s *sleepStack) has(level int, c Choice) bool {
	for _, t := range s.set(level) {
		if t.choice == c && t.state == asleep {
			return true
		}
	}
	return false
}

// firstAwake returns the first of the choices, at the last level, that is not
// asleep, if there is one, beginning with the choice at start.
func (s *sleepStack) firstAwake(choices []Choice, start int) (c Choice, ok bool) {
	for i := range choices {
		k := start + i
		if k >= len(choices) {
			k -= len(choices)
		}
		if !s.has(len(s.levels)-1, choices[k]) {
			return choices[k], true
		}
	}
	return Choice{}, false
}

func (s *sleepStack) memory() int64 {
	return int64(cap(s.events))*(eventSize+16) + int64(cap(s.entries))*16 + int64(cap(s.levels))*12
}
