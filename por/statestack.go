package por

// A stateStack is what a depth-first search with state matching knows of
// states: those on the path, by level, and those it has left.
//
// A state that was left may lead to one that is still on the path. Then not
// all that follows it has been seen; how far down the path that is, is known.
type stateStack struct {
	levels []stateLevel
	known  map[[2]uint64]int32
	states []metState
}

// A stateLevel is a state on the path. low is the lowest level that can be
// reached from it, as far as is known. full says that all that is enabled is
// to be explored.
type stateLevel struct {
	id, low int32
	full    bool
}

// A metState is a state that was met. level is where it is on the path, -1 if
// it is not; then low is the state that was the lowest on the path that could
// be reached from it, itself if there was none. ends says that an event was
// seen to follow that ends everything.
type metState struct {
	level, low int32
	ends       bool
}

func newStateStack() stateStack { return stateStack{known: map[[2]uint64]int32{}} }

// arrive looks at the state with fingerprint f, at the end of the path. It
// adds a level for it if it is a fresh one.
func (s *stateStack) arrive(f [2]uint64) (id int32, fresh bool) {
	if id, met := s.known[f]; met {
		return id, false
	}
	id, top := int32(len(s.states)), int32(len(s.levels))
	s.known[f] = id
	s.states = append(s.states, metState{level: top, low: id})
	s.levels = append(s.levels, stateLevel{id: id, low: top})
	return id, true
}

// leave removes the last level.
func (s *stateStack) leave() {
	top := len(s.levels) - 1
	l := s.levels[top]
	s.levels = s.levels[:top]
	met := &s.states[l.id]
	met.level = -1
	if int(l.low) < top {
		met.low = s.levels[l.low].id
		s.lower(l.low)
	}
	if top > 0 && met.ends {
		s.states[s.levels[top-1].id].ends = true
	}
}

// lower notes that level low can be reached from the last one.
func (s *stateStack) lower(low int32) {
	l := &s.levels[len(s.levels)-1]
	l.low = min(l.low, low)
}

// closeCycles is called when the path ends in a state that was met before. If
// the path can be reached again from there, the levels above the lowest one
// that can are expanded in full: those of a cycle, and those of which not all
// that follows will be seen with them on the path. It reports whether there is a
// cycle.
func (s *stateStack) closeCycles(id int32) bool {
	for s.states[id].level < 0 {
		if s.states[id].low == id {
			return false
		}
		id = s.states[id].low
	}
	open, top := s.states[id].level, len(s.levels)-1
	s.lower(open)
	for d := min(int(open)+1, top); d <= top; d++ {
		s.levels[d].full = true
	}
	return true
}

func (s *stateStack) memory() int64 {
	const mapEntry = 2 // a map is about half full
	return int64(len(s.known))*mapEntry*20 + int64(cap(s.states))*12 + int64(cap(s.levels))*12
}
