package por_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// This file computes how likely the executions are that pct, pos and surw
// sample, from what the papers say of one step, by going through all that may
// be drawn; and compares with what is sampled.

// chances are the schedules of a system with their probabilities.
type chances map[string]float64

// A dice goes through what may be drawn on the way to an execution.
type dice struct {
	sys   *toy.System
	total chances
	path  []por.Choice
	work  int // how much more there may be to go through
}

func newDice(sys *toy.System) *dice {
	sys.Reset()
	return &dice{sys: sys, total: chances{}, work: 20000}
}

// enabled are the choices in the present state, and their processes. There is
// none if the execution is over, which is noted, or there is too much to do.
func (d *dice) enabled(p float64) (choices []por.Choice, procs []por.Proc) {
	if d.work--; d.work < 0 {
		return nil, nil
	}
	choices = d.sys.Enabled(nil)
	if len(choices) == 0 {
		d.total[fmt.Sprint(d.path)] += p
	}
	for _, c := range choices {
		procs = append(procs, c.Proc)
	}
	return choices, slices.Compact(procs)
}

// take lets proc go, all its ways being equally likely, and goes on.
func (d *dice) take(proc por.Proc, choices []por.Choice, p float64, rest func(e por.Event, p float64)) {
	var ways []por.Choice
	for _, c := range choices {
		if c.Proc == proc {
			ways = append(ways, c)
		}
	}
	mark := d.sys.Mark()
	for _, c := range ways {
		d.path = append(d.path, c)
		rest(d.sys.Step(c), p/float64(len(ways)))
		d.path = d.path[:len(d.path)-1]
		d.sys.Rewind(mark)
	}
}

// nobody has the place of a process that has left it.
const nobody por.Proc = -1

// pctChances are those of pct: the processes in each order, and then the change
// points at each steps of the length given, with equal probability.
func pctChances(sys *toy.System, processes, length, depth int) (chances, bool) {
	d := newDice(sys)
	order := make([]por.Proc, processes)
	for i := range order {
		order[i] = por.Proc(i)
	}
	points := make([]int, depth-1)
	n := 0.0
	each := func(f func()) {
		permutations(order, func() { tuples(points, length, f) })
	}
	each(func() { n++ })
	each(func() {
		d.pct(append(slices.Clone(order), slices.Repeat([]por.Proc{nobody}, depth-1)...), points, 1/n)
	})
	return d.total, d.work >= 0
}

// permutations calls f with list in each order.
func permutations[T any](list []T, f func()) {
	var from func(k int)
	from = func(k int) {
		if k == len(list) {
			f()
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			from(k + 1)
			list[k], list[i] = list[i], list[k]
		}
	}
	from(0)
}

// tuples calls f with each way to fill list by numbers from 1 to n.
func tuples(list []int, n int, f func()) {
	if len(list) == 0 {
		f()
		return
	}
	for i := range n {
		list[0] = i + 1
		tuples(list[1:], n, f)
	}
}

// pct goes on with the processes in the order of their priorities, the highest
// first. At the i-th change point a process comes to be the i-th from the end.
func (d *dice) pct(order []por.Proc, points []int, p float64) {
	choices, procs := d.enabled(p)
	if len(procs) == 0 {
		return
	}
	highest := func() int {
		return slices.IndexFunc(order, func(q por.Proc) bool { return slices.Contains(procs, q) })
	}
	for i, step := range points {
		if step == len(d.path)+1 {
			h := highest()
			order[len(order)-1-i], order[h] = order[h], nobody
		}
	}
	d.take(order[highest()], choices, p, func(_ por.Event, p float64) { d.pct(slices.Clone(order), points, p) })
}

// posChances are those of pos.
func posChances(sys *toy.System) (chances, bool) {
	d := newDice(sys)
	d.pos(nil, 1)
	return d.total, d.work >= 0
}

// pos goes on with the processes that have a priority, the highest first, and
// the places of those that had one. A new one comes to be anywhere among them,
// all places being equally likely.
func (d *dice) pos(order []por.Proc, p float64) {
	choices, procs := d.enabled(p)
	for _, q := range procs {
		if !slices.Contains(order, q) {
			for i := range len(order) + 1 {
				d.pos(slices.Insert(slices.Clone(order), i, q), p/float64(len(order)+1))
			}
			return
		}
	}
	if len(procs) == 0 {
		return
	}
	var next []por.Event
	for _, f := range d.sys.Pending(nil) {
		if slices.Contains(choices, f.Choice) {
			next = append(next, f)
		}
	}
	highest := order[slices.IndexFunc(order, func(q por.Proc) bool { return slices.Contains(procs, q) })]
	d.take(highest, choices, p, func(e por.Event, p float64) {
		left := slices.Clone(order)
		for _, f := range next {
			if i := slices.Index(left, f.Proc); i >= 0 && por.Dependent(&e, &f) {
				left[i] = nobody
			}
		}
		if slices.Max(left) == nobody {
			left = nil
		}
		d.pos(left, p)
	})
}

// A walk is what surw knows on the way: what processes have left, which of them
// run, and which one is intended, -1 if none.
type walk struct {
	left     map[por.Proc]int
	born     map[por.Proc]bool
	intended por.Proc
}

// surwChances are those of surw after it has seen the execution first.
func surwChances(sys *toy.System, first []por.Event, interesting func(por.Event) bool) (chances, bool) {
	d := newDice(sys)
	s := surwRule{dice: d, interesting: interesting, parent: map[por.Proc]por.Proc{}}
	w := walk{map[por.Proc]int{}, map[por.Proc]bool{}, -1}
	born := map[por.Proc]bool{}
	for _, e := range first {
		for _, c := range sys.Enabled(nil) {
			born[c.Proc] = true
		}
		if interesting(e) {
			w.left[e.Proc]++
		}
		if e.Peer >= 0 && !born[e.Peer] {
			born[e.Peer] = true
			s.parent[e.Peer] = e.Proc
		}
		sys.Step(e.Choice)
	}
	sys.Reset()
	s.next(w, 1)
	return d.total, d.work >= 0
}

type surwRule struct {
	*dice
	interesting func(por.Event) bool
	parent      map[por.Proc]por.Proc
}

// weight is how much process q has left, those it is to start included.
func (s *surwRule) weight(w walk, q por.Proc) int {
	n := max(w.left[q], 0)
	for child, parent := range s.parent {
		if parent == q && !w.born[child] {
			n += s.weight(w, child)
		}
	}
	return n
}

// next goes on with any process that may go on, after having drawn which one is
// the next to do something interesting.
func (s *surwRule) next(w walk, p float64) {
	choices, procs := s.enabled(p)
	if len(procs) == 0 {
		return
	}
	w.left, w.born = maps.Clone(w.left), maps.Clone(w.born)
	dull, able := map[por.Proc]bool{}, map[por.Proc]bool{}
	for _, f := range s.sys.Pending(nil) {
		if slices.Contains(choices, f.Choice) {
			w.born[f.Proc] = true
			dull[f.Proc] = dull[f.Proc] || !s.interesting(f)
			able[f.Proc] = able[f.Proc] || s.interesting(f)
		}
	}
	if slices.Contains(procs, w.intended) {
		s.among(w, choices, procs, dull, p)
		return
	}
	weights, sum := map[por.Proc]float64{}, 0.0
	for _, q := range procs {
		n := s.weight(w, q)
		if n == 0 && able[q] {
			n = 1
		}
		weights[q] = float64(n)
		sum += float64(n)
	}
	for _, q := range procs {
		w.intended = q
		if sum == 0 {
			s.among(w, choices, procs, dull, p/float64(len(procs)))
		} else if weights[q] > 0 {
			s.among(w, choices, procs, dull, p*weights[q]/sum)
		}
	}
}

// among lets the intended process go, or one of those with nothing interesting
// to do.
func (s *surwRule) among(w walk, choices []por.Choice, procs []por.Proc, dull map[por.Proc]bool, p float64) {
	var may []por.Proc
	for _, q := range procs {
		if q == w.intended || dull[q] {
			may = append(may, q)
		}
	}
	for _, q := range may {
		s.take(q, choices, p/float64(len(may)), func(e por.Event, p float64) {
			v := walk{maps.Clone(w.left), maps.Clone(w.born), w.intended}
			if e.Peer >= 0 {
				v.born[e.Peer] = true
			}
			if s.interesting(e) {
				v.left[e.Proc]--
				v.intended = -1
			}
			s.next(v, p)
		})
	}
}

// A misfit measures by the chi-square statistic how far what was sampled is
// from what was expected.
type misfit struct{ free, square float64 }

// add adds the samples of a system. It reports a schedule that is impossible.
func (m *misfit) add(want chances, got map[string]int) (single misfit, impossible string) {
	n := 0.0
	for schedule, k := range got {
		if want[schedule] == 0 {
			return single, schedule
		}
		n += float64(k)
	}
	rare, seldom := 0.0, 0.0
	bin := func(expected, found float64) {
		single.square += (found - expected) * (found - expected) / expected
		single.free++
	}
	for _, schedule := range slices.Sorted(maps.Keys(want)) {
		expected, found := n*want[schedule], float64(got[schedule])
		if expected < 5 {
			rare, seldom = rare+expected, seldom+found
			continue
		}
		bin(expected, found)
	}
	if rare >= 5 {
		bin(rare, seldom)
	}
	single.free = max(single.free-1, 0)
	m.free += single.free
	m.square += single.square
	return single, ""
}

// deviation is how many standard deviations too large m is (Wilson and
// Hilferty).
func (m misfit) deviation() float64 {
	if m.free == 0 {
		return 0
	}
	v := 2 / (9 * m.free)
	return (math.Cbrt(m.square/m.free) - 1 + v) / math.Sqrt(v)
}

// TestPartialSearchesChances compares what is sampled of random systems with
// the probabilities of all that may be.
func TestPartialSearchesChances(t *testing.T) {
	const samples = 300
	for _, name := range samplers {
		if !tries(name) {
			continue
		}
		var all misfit
		tried := 0
		for seed := uint64(*firstSystem); seed < uint64(*firstSystem+*systems); seed++ {
			sys, other := toy.Random(seed), toy.Random(seed)
			ref := por.Search("all", sys, por.Options{MaxExecutions: 60}, nil)
			if !ref.Complete || ref.Executions < 2 {
				continue
			}
			opts := por.Options{Seed: seed, MaxExecutions: samples + 1, Depth: 1 + int(seed%3), Length: ref.MaxDepth}
			interesting := func(por.Event) bool { return true }
			if seed%2 == 0 {
				interesting = func(e por.Event) bool { return e.Accesses[0].Mode == por.Write }
				opts.Interesting = interesting
			}
			var first []por.Event
			got := map[string]int{}
			por.Search(name, poorer(sys, int(seed/2)), opts, func(x *por.Execution) bool {
				if first == nil {
					first = slices.Clone(x.Events)
				} else {
					got[fmt.Sprint(schedule(x))]++
				}
				return true
			})
			want, ok := chancesOf(name, other, opts, first, interesting)
			if !ok {
				continue
			}
			tried++
			single, impossible := all.add(want, got)
			if impossible != "" || single.deviation() > 6 {
				t.Fatalf("%s, seed %d\n%s\nimpossible %q, deviation %.1f\nwant %v\ngot %v", name, seed, sys, impossible, single.deviation(), want, got)
			}
		}
		t.Logf("%s: %d systems, %.0f degrees of freedom, deviation %.2f", name, tried, all.free, all.deviation())
		if d := all.deviation(); tried < *systems/4 || math.Abs(d) > 5 {
			t.Error("that is too far from what was expected, or too close to it")
		}
	}
}

func chancesOf(name string, sys *toy.System, opts por.Options, first []por.Event, interesting func(por.Event) bool) (chances, bool) {
	switch name {
	case "pct":
		return pctChances(sys, 4, opts.Length, opts.Depth)
	case "pos":
		return posChances(sys)
	}
	return surwChances(sys, first, interesting)
}
