package por

// This file implements the selectively uniform random walk.
//
//	[ZWMR25] Zhao, Wolff, Mathur, Roychoudhury. Selectively Uniform
//	Concurrency Testing. ASPLOS 2025. The algorithms URW and SURW.
//
// Notation: the interesting events (the paper's Delta) are those that
// Options.Interesting says; all if it is nil, which is URW. left is how many
// interesting events a process has left; its weight counts those of the
// processes it is still to start as well. The intended process is drawn by
// weight; nobody else may execute an interesting event before it has. Among
// those that may go on, all are equally likely.
//
// Theorem relied on: if every process executes as many interesting events as
// in the first execution, and nothing but the start of processes orders
// events, all interleavings of the interesting events are equally likely.
//
// Differences: (1) The numbers are those of the first execution, which is
// shown too and is a plain random walk. A process that has used up its number
// and can go still counts as having one left if its next event is
// interesting. (2) The intended process is one of those enabled, and is drawn
// again if it is blocked, or nobody may go on. (3) Which events are
// interesting is said by the user, and does not change between executions.
// (4) Alternatives of an event are equally likely.

func surw(sys System, opts Options, visit Visitor) Result {
	s := &surwSearch{sampler: newSampler(sys, opts, visit)}
	return s.run(s)
}

type surwSearch struct {
	sampler
	learned bool   // the first execution is over
	total   []int  // interesting events of each process, in the first execution
	parent  []Proc // who started it there, plus 1; 0 if nobody did
	// The present execution:
	left     []int
	born     []bool
	intended Proc // -1 if none
	next     []Event
	may      []Proc // scratch
}

func (s *surwSearch) begin() {
	s.left = append(s.left[:0], s.total...)
	s.born = append(s.born[:0], make([]bool, len(s.total))...)
	s.intended = -1
}

func (s *surwSearch) pick(enabled []Choice) int {
	for _, c := range enabled {
		s.bear(c.Proc)
	}
	if s.opts.Interesting != nil {
		s.next = s.foresee(enabled)
	}
	if !s.learned {
		return s.among(enabled, s.uniform(processes(s.may[:0], enabled)))
	}
	if may := s.allowed(enabled); len(may) > 0 {
		return s.among(enabled, s.uniform(may))
	}
	s.intended = s.draw(enabled)
	return s.among(enabled, s.uniform(s.allowed(enabled)))
}

// bear notes that process p exists.
func (s *surwSearch) bear(p Proc) {
	s.total, s.left, s.born, s.parent = grow(s.total, p), grow(s.left, p), grow(s.born, p), grow(s.parent, p)
	s.born[p] = true
}

// interesting reports whether an enabled choice is that of an interesting
// event.
func (s *surwSearch) interesting(i int) bool {
	return s.opts.Interesting == nil || s.opts.Interesting(s.next[i])
}

// processes appends the processes of choices.
func processes(list []Proc, choices []Choice) []Proc {
	for i, c := range choices {
		if i == 0 || c.Proc != choices[i-1].Proc {
			list = append(list, c.Proc)
		}
	}
	return list
}

func (s *surwSearch) uniform(list []Proc) Proc { return list[s.rng.n(len(list))] }

// allowed lists the processes that may go on: the intended one, if it is
// enabled, and those whose next event is not interesting. There is none if
// the intended one is blocked.
func (s *surwSearch) allowed(enabled []Choice) []Proc {
	s.may = s.may[:0]
	present := false
	for i, c := range enabled {
		present = present || c.Proc == s.intended
		if (c.Proc == s.intended || !s.interesting(i)) && (len(s.may) == 0 || s.may[len(s.may)-1] != c.Proc) {
			s.may = append(s.may, c.Proc)
		}
	}
	if !present {
		return nil
	}
	return s.may
}

// draw returns an enabled process, by weight.
func (s *surwSearch) draw(enabled []Choice) Proc {
	list := processes(s.may[:0], enabled)
	sum := 0
	for _, p := range list {
		sum += s.weight(p, enabled)
	}
	if sum == 0 {
		return s.uniform(list)
	}
	r := s.rng.n(sum)
	for _, p := range list {
		if r -= s.weight(p, enabled); r < 0 {
			return p
		}
	}
	panic("por: weights do not add up")
}

// weight is how many interesting events p, which is enabled, and those it
// will start have left.
func (s *surwSearch) weight(p Proc, enabled []Choice) int {
	w := s.rest(p)
	for i, c := range enabled {
		if w == 0 && c.Proc == p && s.interesting(i) {
			return 1
		}
	}
	return w
}

func (s *surwSearch) rest(p Proc) int {
	n := max(s.left[p], 0)
	for q, parent := range s.parent {
		if parent == p+1 && !s.born[q] {
			n += s.rest(Proc(q))
		}
	}
	return n
}

func (s *surwSearch) done(e *Event) {
	if e.Peer >= 0 && (int(e.Peer) >= len(s.born) || !s.born[e.Peer]) {
		s.bear(e.Peer)
		if !s.learned {
			s.parent[e.Peer] = e.Proc + 1
		}
	}
	if s.opts.Interesting != nil && !s.opts.Interesting(*e) {
		return
	}
	if !s.learned {
		s.total[e.Proc]++
	}
	s.left[e.Proc]--
	s.intended = -1
}

func (s *surwSearch) end() { s.learned = true }
