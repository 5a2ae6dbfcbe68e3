package por

import "unsafe"

// This file is about what S-POR, DE-S-POR and DL-S-POR keep.

// collects reports whether levels collect what may happen after their states.
func (s *pragmaticSearch) collects() bool { return s.kind == lazy || s.kind == eager && s.state != nil }

// note notes that something with that label may happen after l.
func (s *pragmaticSearch) note(l *pragmaticLevel, label int32) {
	l.join(s.sets, s.sets.labels.events[label].Proc, s.sets.single[label])
}

// join notes that process p may do what is in a set after l.
func (l *pragmaticLevel) join(sets *futureSets, p Proc, set int32) {
	for int(p) >= len(l.after) {
		l.after = append(l.after, 0)
	}
	l.after[p] = sets.union(l.after[p], set)
}

// stored is what L_r takes, in bytes.
func (s *pragmaticSearch) stored() int64 {
	n := s.lts.memory()
	if s.sets != nil {
		n += s.sets.memory()
	}
	return n
}

// makeRoom makes room for one more state, or stops.
func (s *pragmaticSearch) makeRoom() {
	procs := 0
	if s.sets != nil {
		procs = len(s.sets.procs)
	}
	fits := func() bool {
		return !s.lts.tight(s.opts.MaxMemory-(s.stored()-s.lts.memory()), procs)
	}
	if fits() {
		return
	}
	s.lts.forget(s.depth)
	for i := range s.levels[:s.depth] {
		s.levels[i].id = int32(i)
	}
	if !fits() {
		s.stop("memory")
	}
}

// memory is what a level has allocated, in bytes.
func (l *pragmaticLevel) memory() int64 {
	n := pragmaticLevelSize + int64(cap(l.enabled)+cap(l.able)+cap(l.back)+cap(l.done))*8 + int64(cap(l.current))*24 + int64(cap(l.after))*4
	for _, set := range l.current {
		n += int64(cap(set)) * 8
	}
	return n
}

const pragmaticLevelSize = int64(unsafe.Sizeof(pragmaticLevel{}))
