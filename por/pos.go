package por

// This file implements partial order sampling.
//
//	[YYG18] Yuan, Yang, Gu. Partial Order Aware Concurrency Sampling.
//	CAV 2018. The algorithm POS.
//
// Every event draws a random priority when it becomes the next one of its
// process; the enabled event of the highest priority goes, and those that
// race with it, enabled together with it and dependent, draw again.
//
// Theorem relied on: every trace has a positive probability.
//
// Differences: (1) An event with several alternatives has one priority, and
// takes one of those enabled, all equally likely; it races if any of them
// does. (2) If the system is not [Pending], what an event would do is
// found by executing it and going back.

func pos(sys System, opts Options, visit Visitor) Result {
	s := &posSearch{sampler: newSampler(sys, opts, visit)}
	return s.run(s)
}

type posSearch struct {
	sampler
	priority []uint64 // of the next events of processes, 0 if not drawn
	next     []Event  // what was enabled
}

func (s *posSearch) begin() { s.priority = s.priority[:0] }

func (s *posSearch) pick(enabled []Choice) int {
	s.next = s.foresee(enabled)
	best := enabled[0].Proc
	for _, c := range enabled {
		s.priority = grow(s.priority, c.Proc)
		if s.priority[c.Proc] == 0 {
			s.priority[c.Proc] = s.sampler.priority()
		}
		if s.priority[c.Proc] > s.priority[best] {
			best = c.Proc
		}
	}
	return s.among(enabled, best)
}

// done forgets the priorities of e, and of what raced with it.
func (s *posSearch) done(e *Event) {
	for i := range s.next {
		if f := &s.next[i]; Dependent(e, f) {
			s.priority[f.Proc] = 0
		}
	}
}

func (s *posSearch) end() {}
