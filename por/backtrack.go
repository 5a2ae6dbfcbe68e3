package por

import "slices"

// choiceSets keep, for the states of a path, what is enabled there, and the
// backtrack sets: what of that is to be explored.
type choiceSets struct {
	enabled, todo []Choice // of all levels
	levels        []choiceLevel
}

// A choiceLevel is a state of the path, where enabled[lo:end] are possible. Of
// todo, lo:end are its own, lo:hi in use, and lo:next explored or being
// explored.
type choiceLevel struct{ lo, end, next, hi int }

// enter adds a level for the present state of sys.
func (s *choiceSets) enter(sys System) (enabled []Choice) {
	lo := len(s.enabled)
	s.enabled = sys.Enabled(s.enabled)
	s.todo = append(s.todo, s.enabled[lo:]...)
	s.levels = append(s.levels, choiceLevel{lo, len(s.enabled), lo, lo})
	return s.enabled[lo:]
}

// leave removes the last level, and reports whether more than one choice was
// to be explored there.
func (s *choiceSets) leave() (several bool) {
	top := len(s.levels) - 1
	l := s.levels[top]
	s.enabled, s.todo, s.levels = s.enabled[:l.lo], s.todo[:l.lo], s.levels[:top]
	return l.hi-l.lo > 1
}

func (s *choiceSets) enabledAt(level int) []Choice {
	l := &s.levels[level]
	return s.enabled[l.lo:l.end]
}

// has reports whether c is in the backtrack set of a level.
func (s *choiceSets) has(level int, c Choice) bool {
	l := &s.levels[level]
	return slices.Contains(s.todo[l.lo:l.hi], c)
}

// add adds c, which is enabled there, to the backtrack set of a level.
func (s *choiceSets) add(level int, c Choice) {
	if l := &s.levels[level]; !s.has(level, c) {
		s.todo[l.hi] = c
		l.hi++
	}
}

// next is the next choice to be explored at the last level.
func (s *choiceSets) next() (c Choice, ok bool) {
	l := &s.levels[len(s.levels)-1]
	if l.next == l.hi {
		return Choice{}, false
	}
	l.next++
	return s.todo[l.next-1], true
}

// part is the part of the search tree that was explored, if the choices
// known at a level weigh the same.
func (s *choiceSets) part() float64 {
	done := newShare()
	for _, l := range s.levels {
		done.descend(l.next-l.lo, l.hi-l.lo)
	}
	return done.part()
}

func (s *choiceSets) memory() int64 {
	return int64(cap(s.enabled)+cap(s.todo))*8 + int64(cap(s.levels))*32
}
