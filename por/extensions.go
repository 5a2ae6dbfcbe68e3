package por

// This file adds the conflicting extensions of a configuration to the
// unfolding: cex(C) of [NRSCP18], as far as race.go says that they are needed.

// extendAll adds the conflicting extensions of the path to U: see race.go.
func (s *qporSearch) extendAll() {
	if s.halt {
		return
	}
	s.choices = s.sys.Enabled(s.choices[:0])
	s.prober.begin(s.searched)
	for j := range s.events {
		for _, i := range s.history.racesOf(j) {
			if j >= s.searched || s.prober.again(int(i)) {
				s.extension(int(i), j)
			}
		}
	}
	s.prober.collect(s.choices)
	s.searched = len(s.events)
	s.prober.run()
	if len(s.u.events) > s.limit {
		s.collect()
	}
}

// extension adds the event at j without that at i, and what is after that,
// in its history.
func (s *qporSearch) extension(i, j int) {
	e, d := &s.events[j], s.history.steps[j].digest
	s.beginHistory(e)
	for k := j - 1; k >= 0; k-- {
		if k < i || k > i && !s.history.before(i, k) {
			s.after(e, d, k)
		}
	}
	s.u.add(e, d, s.past[:s.u.stride], &s.where)
}

// extendFound adds what the prober has found: its q after the events before p
// and the first so many of the rest.
func (s *qporSearch) extendFound(p, first int) {
	q := s.prober.q
	d := digestOf(q)
	s.beginHistory(q)
	for n := first - 1; n >= 0; n-- {
		s.after(q, d, int(s.prober.rest[n]))
	}
	for k := p - 1; k >= 0; k-- {
		s.after(q, d, k)
	}
	s.u.add(q, d, s.past[:s.u.stride], &s.where)
}

func (s *qporSearch) beginHistory(e *Event) {
	s.grow(max(e.Proc, e.Peer))
	clear(s.past)
	s.where = place{}
}

// after adds event k of the path to the history of e, s.past, if e has to come
// after it. What comes later in the execution is added first.
func (s *qporSearch) after(e *Event, d digest, k int) {
	f, t, n := &s.events[k], &s.history.steps[k], s.path[k]
	if d.apart(t.digest) {
		return
	}
	w := &s.where
	if w.proc == 0 && (f.Proc == e.Proc || f.Peer == e.Proc) {
		w.proc = n
	}
	if e.Peer >= 0 && w.peer == 0 && (f.Proc == e.Peer || f.Peer == e.Peer) {
		w.peer = n
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Mode == 0 {
			break
		}
		for m := range t.accesses {
			if w.objects[i] == 0 && f.Accesses[m].Object == a.Object && total[f.Accesses[m].Mode] {
				w.objects[i] = n
			}
		}
	}
	if s.u.events[s.past[f.Proc]].index < s.u.events[n].index && Dependent(e, f) {
		s.u.joinHistory(s.past, n)
	}
}

// placeOnPath is the place of e, at position top of the path.
func (s *qporSearch) placeOnPath(e *Event, top int) *place {
	h, where := &s.history, &s.where
	*where = place{}
	t := &h.steps[top]
	where.proc = s.pathAt(t.procPrev)
	if e.Peer >= 0 {
		where.peer = s.pathAt(t.peerPrev)
	}
	for i := range t.accesses {
		for entry := t.prev[i]; entry != 0; {
			k, slot := split(entry)
			if total[h.steps[k].mode[slot]] {
				where.objects[i] = s.path[k]
				break
			}
			entry = h.steps[k].prev[slot]
		}
	}
	return where
}

// pathAt is the event at position at-1 of the path, 0 if there is none.
func (s *qporSearch) pathAt(at int32) int32 {
	if at == 0 {
		return 0
	}
	return s.path[at-1]
}
