package por

// This file has what heap-por (heappor.go) and hybrid-por (hybridpor.go) have
// in common: a depth-first search with state matching that makes a choice only
// where what a process is about to do may interfere with what others may do
// before. Where it does not, that alone is explored.
//
//	[P16] exploreState and executeTransition (Figure 2).
//
// Notation: visited is stateStack.known; accs and hbo are the path and its
// history; tc is interferenceSearch.active; isInterferingAction is the method
// interferes.
//
// Why exploring e alone is enough, where e is what process p is about to do in
// state s: let w be any path from s on which p does not move. If no event of w is
// dependent with e, e can come first on it, or be added to it (persistent sets,
// [G96]). That holds for paths that end in a deadlock and for those of blocked
// processes too, for e stays possible all along. So all final states are
// found, and all local states of all processes, provided that
// nothing is put off forever: see stateStack.closeCycles.
//
// Differences: (1) The paper lets the active process go on while it does not
// interfere, and makes a choice otherwise. Here, another process that does
// not interfere is looked for before a choice is made. (2) The paper keeps states at
// choices only. Here all are kept, so that cycles without choices end. (3) The
// paper has threads that access fields. Here any event can be asked about: what
// has several ways (Alt is not 0), is Wide or waits for quiescence makes a
// choice. (4) That somebody else's event ends everything (Wide) need not
// be foreseen: when one is met, all that led to it is expanded in full.

// An interferenceSearch is a depth-first search that makes choices where
// something interferes.
type interferenceSearch struct {
	walker
	stateStack
	state   Stateful
	heap    Heap
	kind    interferenceKind
	sets    choiceSets
	active  Proc
	pending []Event
	ahead   []FutureAccess // scratch
	reached reached

	// For hybrid-por:
	history  history
	pointsTo []pointsTo // by site
	// doubtful are the levels where something is explored alone as long as no
	// points-to set says otherwise.
	doubtful []int32
}

// interferenceKind is which of the searches is running.
type interferenceKind uint8

const (
	reachable interferenceKind = iota
	accessed
	pointedTo
)

// A certainty is how certain it is that an event does not interfere.
type certainty uint8

const (
	interfering certainty = iota
	probablyNot           // as far as points-to sets are known
	certainlyNot
)

func newInterference(sys System, opts Options, visit Visitor, kind interferenceKind) *interferenceSearch {
	s := &interferenceSearch{walker: newWalker(sys, opts, visit), stateStack: newStateStack(), kind: kind, active: -1}
	s.state, s.heap = sys.(Stateful), sys.(Heap)
	s.reached = newReached(s.heap)
	s.progress = s
	s.res.States = 0
	return s
}

func (s *interferenceSearch) search() Result {
	s.push()
	for len(s.levels) > 0 && !s.halt {
		s.advance()
	}
	return s.finish()
}

// push looks at the state at the end of the path and, if it is a new one,
// adds a level for it and decides what to explore.
func (s *interferenceSearch) push() {
	id, fresh := s.arrive(s.state.Fingerprint())
	s.pending = s.pend.Pending(s.pending[:0])
	if s.kind == pointedTo {
		s.notePending()
	}
	if !fresh {
		s.recognised()
		s.matched(id)
		return
	}
	s.res.States++
	enabled := s.sets.enter(s.sys)
	if len(enabled) == 0 || s.deep() {
		s.show(len(enabled) != 0)
		return
	}
	shuffle(&s.rng, enabled)
	s.choose(len(s.levels)-1, enabled)
}

// choose adds to the choices of a level what somebody is about to do without
// interfering, or all that is enabled if there is nobody. Who was active
// comes first.
func (s *interferenceSearch) choose(top int, enabled []Choice) {
	for i, c := range enabled {
		if c.Proc == s.active {
			copy(enabled[1:i+1], enabled[:i])
			enabled[0] = c
		}
	}
	for _, c := range enabled {
		e := s.alone(c)
		if e == nil {
			continue
		}
		switch s.interferes(e) {
		case probablyNot:
			s.doubtful = append(s.doubtful, int32(top))
			s.sets.add(top, c)
			return
		case certainlyNot:
			s.sets.add(top, c)
			return
		}
	}
	s.expand(top)
}

// expand adds all that is enabled to the choices of a level.
func (s *interferenceSearch) expand(level int) {
	s.levels[level].full = true
	for _, c := range s.sets.enabledAt(level) {
		s.sets.add(level, c)
	}
}

// alone is the pending event of c, if its process can go on in no other way,
// now or later; nil otherwise.
func (s *interferenceSearch) alone(c Choice) *Event {
	for i := range s.pending {
		e := &s.pending[i]
		if e.Choice == c {
			if e.Alt != 0 || e.Wide || quiesces(e) {
				return nil
			}
			return e
		}
	}
	return nil
}

// interferes reports whether what e does may be dependent with what another
// process may do before it.
func (s *interferenceSearch) interferes(e *Event) certainty {
	sure := certainlyNot
	for a := range e.Accesses {
		x := &e.Accesses[a]
		if x.Mode == 0 {
			break
		}
		// Who can reach what is asked last: it takes longest to find out.
		if met := s.met(e.Proc, x); met < sure && s.othersReach(e.Proc, x.Object) {
			if sure = met; sure == interfering {
				return interfering
			}
		}
	}
	return sure
}

// othersReach reports whether another process than p may reach an object. The
// search that knows nothing else asks each time.
func (s *interferenceSearch) othersReach(p Proc, object uint64) bool {
	if s.kind == reachable {
		return s.heap.Shared(p, object)
	}
	return s.reached.byOthers(p, object)
}

// met reports whether another process than p may still make an access that does not
// commute with x, if it can reach the object.
func (s *interferenceSearch) met(p Proc, x *Access) certainty {
	if s.kind == reachable {
		return interfering
	}
	sure, last := certainlyNot, p
	for i := range s.pending {
		q := s.pending[i].Proc
		if q == p || q == last {
			continue // the ways of a process follow one another
		}
		last = q
		if sure = min(sure, s.meets(q, x)); sure == interfering {
			break
		}
	}
	return sure
}

// advance explores the next choice of the state on top of the stack, or leaves
// it.
func (s *interferenceSearch) advance() {
	top := len(s.levels) - 1
	s.cut(top)
	s.history.cut(top)
	if l := &s.levels[top]; l.full && !s.deep() {
		s.expand(top)
	}
	c, ok := s.sets.next()
	if !ok {
		s.leave()
		return
	}
	e := s.extend(c)
	s.res.States--
	s.active = c.Proc
	if e.Wide {
		s.ended()
	}
	if s.kind == pointedTo {
		s.history.add(e, nil, false)
	}
	s.push()
}

// leave removes the level on top of the stack.
func (s *interferenceSearch) leave() {
	if s.sets.leave() {
		s.res.Choices++
	}
	s.stateStack.leave()
	if n := len(s.doubtful); n > 0 && int(s.doubtful[n-1]) == len(s.levels) {
		s.doubtful = s.doubtful[:n-1]
	}
}

// matched is called when the state at the end of the path is known.
func (s *interferenceSearch) matched(id int32) {
	if s.states[id].ends {
		s.ended()
	}
	if s.kind == pointedTo {
		s.inspectFuture()
	}
	s.res.Endless = s.closeCycles(id) || s.res.Endless
}

// ended is called when something that ends everything happens at the end of
// the path, or may happen after it.
func (s *interferenceSearch) ended() {
	for i := range s.levels {
		s.levels[i].full = true
	}
	s.states[s.levels[len(s.levels)-1].id].ends = true
}

func (s *interferenceSearch) measure() (part float64, memory int64) {
	memory = s.walker.memory() + s.history.memory() + s.sets.memory() + s.stateStack.memory() + int64(cap(s.doubtful))*4 + s.reached.memory()
	for i := range s.pointsTo {
		memory += s.pointsTo[i].memory()
	}
	return s.sets.part(), memory
}
