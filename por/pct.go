package por

// This file implements PCT, probabilistic concurrency testing.
//
//	[BKMN10] Burckhardt, Kothari, Musuvathi, Nagarakatte. A Randomized
//	Scheduler with Probabilistic Guarantees of Finding Bugs. ASPLOS 2010.
//	The randomized scheduler.
//
// Notation: d is Options.Depth, k is Options.Length. n processes get random
// priorities above d, d-1 change points are drawn from 1..k; the process of
// the highest priority always goes. The one about to take step k_i gets the
// priority i first.
//
// Theorem relied on: a bug of depth d, one that shows whenever certain d
// pairs of events come in the right order, is found by each execution with
// probability at least 1/(n k^(d-1)), n being the number of processes and k
// that of the steps.
//
// Differences: (1) If k is not given, it is the length of the longest
// execution so far, and 1 in the first one. The theorem holds from the time
// on that the longest has been seen. (2) Processes are not known beforehand:
// each draws its priority when it can go for the first time, which makes the
// order of any set of them uniform all the same. (3) A process that may go on
// in several ways takes one of them, all equally likely: the bound is to be
// multiplied by the probability of the ways that the bug needs.

// defaultDepth is d if Options.Depth does not say.
const defaultDepth = 3

func pct(sys System, opts Options, visit Visitor) Result {
	s := &pctSearch{sampler: newSampler(sys, opts, visit), length: opts.Length}
	d := opts.Depth
	if d <= 0 {
		d = defaultDepth
	}
	s.changes = make([]int, d-1)
	return s.run(s)
}

type pctSearch struct {
	sampler
	length   int      // k, as far as known
	changes  []int    // the steps before which a priority changes
	priority []uint64 // of processes, 0 if not drawn yet
}

func (s *pctSearch) begin() {
	s.priority = s.priority[:0]
	for i := range s.changes {
		s.changes[i] = 1 + s.rng.n(s.length)
	}
}

func (s *pctSearch) pick(enabled []Choice) int {
	for _, c := range enabled {
		s.priority = grow(s.priority, c.Proc)
		if s.priority[c.Proc] == 0 {
			s.priority[c.Proc] = s.sampler.priority()
		}
	}
	for i, step := range s.changes {
		if step == len(s.events)+1 {
			s.priority[s.highest(enabled)] = uint64(i + 1)
		}
	}
	return s.among(enabled, s.highest(enabled))
}

// highest is the process of the highest priority among those enabled.
func (s *pctSearch) highest(enabled []Choice) Proc {
	best := enabled[0].Proc
	for _, c := range enabled {
		if s.priority[c.Proc] > s.priority[best] {
			best = c.Proc
		}
	}
	return best
}

func (s *pctSearch) done(*Event) {}

func (s *pctSearch) end() {
	if s.opts.Length <= 0 {
		s.length = max(s.length, len(s.events))
	}
}
