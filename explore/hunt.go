package explore

import (
	"math/rand/v2"

	"github.com/mazurka-go/mazurka/por"
)

// This file looks for faults where they are likely, before a search looks
// everywhere: first schedules with few preemptions (Musuvathi and Qadeer,
// Iterative Context Bounding, PLDI 2007), in the order of their number and
// from the beginning of the execution; then random ones with few changes of
// priority (Burckhardt et al., PCT, ASPLOS 2010).

// A deviation is a place where a schedule leaves the default.
type deviation struct {
	at     int // number of the choice
	choice por.Choice
}

// A fewSearch visits executions in the order of their number of preemptions
// and early timers. An execution is the default schedule with deviations;
// each list of deviations is visited once, so the search is systematic, but
// it does not reduce: it is meant for a bounded number of executions.
type fewSearch struct {
	r *runner
	// queue[k] has the lists of deviations to try that cost k.
	queue  [][][]deviation
	queued int
	limit  int // of queued
}

// maxFew is the greatest number of preemptions and early timers tried.
const maxFew = 3

func newFewSearch(r *runner, limit int) *fewSearch {
	s := &fewSearch{r: r, queue: make([][][]deviation, maxFew+1), limit: limit}
	s.queue[0] = append(s.queue[0], nil)
	return s
}

// next executes the next schedule. It returns false if there is none left or
// it was stopped.
func (s *fewSearch) next() bool {
	for k, list := range s.queue {
		if len(list) == 0 {
			continue
		}
		devs := list[0]
		s.queue[k] = list[1:]
		return s.execute(devs, k)
	}
	return false
}

// level is the cost of the schedule that next would try, -1 if none.
func (s *fewSearch) level() int {
	for k, list := range s.queue {
		if len(list) > 0 {
			return k
		}
	}
	return -1
}

func (s *fewSearch) execute(devs []deviation, k int) bool {
	r := s.r
	r.reset()
	rest := devs
	for len(r.look()) > 0 {
		if r.stopped() {
			return false
		}
		at, pick := len(r.choices), r.byDefault()
		switch {
		case len(rest) == 0:
			s.branch(devs, k, at, pick)
		case rest[0].at == at:
			if !hasChoice(r.enabled, rest[0].choice) {
				panic("explore: the world is not deterministic")
			}
			r.take(rest[0].choice)
			rest = rest[1:]
			continue
		}
		r.take(r.enabled[pick])
	}
	return true
}

// branch queues the deviations possible here.
func (s *fewSearch) branch(devs []deviation, k, at, pick int) {
	r := s.r
	goesOn := r.last >= 0 && hasProc(r.enabled, r.last)
	for i, c := range r.enabled {
		if i == pick || s.queued >= s.limit {
			continue
		}
		price := 0
		if goesOn && c.Proc != r.last {
			price++
		}
		if r.w.early(c) {
			price++
		}
		if k+price > maxFew {
			continue
		}
		list := append(devs[:len(devs):len(devs)], deviation{at, c})
		s.queue[k+price] = append(s.queue[k+price], list)
		s.queued++
	}
}

// A walker makes random executions.
type walker struct {
	r      *runner
	rng    *rand.Rand
	length int // of the longest execution so far
	prio   map[por.Proc]float64
}

func newWalker(r *runner, seed uint64) *walker {
	return &walker{r: r, rng: rand.New(rand.NewPCG(seed, 0)), length: 16}
}

// walk makes one execution, with few changes of priority or, every fourth
// time, entirely at random. It returns false if it was stopped.
func (w *walker) walk() bool {
	r := w.r
	r.reset()
	uniform := w.rng.IntN(4) == 0
	w.prio = map[por.Proc]float64{}
	changes := map[int]bool{}
	for range 1 + w.rng.IntN(maxFew) {
		changes[w.rng.IntN(w.length)] = true
	}
	for len(r.look()) > 0 {
		if r.stopped() {
			return false
		}
		i := w.rng.IntN(len(r.enabled))
		if !uniform {
			i = w.highest(changes[len(r.choices)])
		}
		r.take(r.enabled[i])
	}
	w.length = max(w.length, len(r.choices))
	return true
}

// highest picks the enabled choice whose process has the highest priority,
// after a change of priority has pushed that process to the bottom. Of the
// alternatives of a process it takes a random one.
func (w *walker) highest(change bool) int {
	top := w.top()
	if change {
		w.prio[w.r.enabled[top].Proc] = -w.rng.Float64()
		top = w.top()
	}
	p, n := w.r.enabled[top].Proc, 0
	for i, c := range w.r.enabled {
		if c.Proc == p {
			if n++; w.rng.IntN(n) == 0 {
				top = i
			}
		}
	}
	return top
}

func (w *walker) top() int {
	best := 0
	for i, c := range w.r.enabled {
		if _, ok := w.prio[c.Proc]; !ok {
			w.prio[c.Proc] = w.rng.Float64()
		}
		if w.prio[c.Proc] > w.prio[w.r.enabled[best].Proc] {
			best = i
		}
	}
	return best
}
