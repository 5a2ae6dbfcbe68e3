package por

import (
	"iter"
	"slices"
)

// This file runs several searches at once, until one of them decides.
//
//	[CEFM23] Cirisci, Enea, Farzan, Mutluergil. A pragmatic approach to
//	stateful partial order reduction. Sections 4.1.3 and 6: S-POR and DL-S-POR
//	in parallel, with different orders of enumeration.

// A Member is one search of a portfolio. Members run at the same time: nobody
// else may use the System, nor what Visit uses.
type Member struct {
	Name    string
	Options Options
	System  System
	Visit   Visitor
}

// Decided reports whether the search came to a verdict: it left nothing out, or
// the visitor or [Options.Failed] saw what it was looking for.
func (r *Result) Decided() bool { return r.Complete || r.Bound == "visitor" || r.Bound == "failure" }

// Portfolio runs searches until one has decided, and stops the others. It
// returns the index of that one, -1 if none did, and the results of all. That
// is the same every time: the searches run in rounds of as many steps, and of
// those that decide in the same round the first counts. A round takes as long
// as its slowest search. If a search panics, Portfolio does.
func Portfolio(members ...Member) (decided int, results []Result) {
	results = make([]Result, len(members))
	runs := make([]*run, len(members))
	for i := range members {
		runs[i] = start(&members[i], &results[i])
	}
	decided = -1
	for live := true; live && decided < 0; {
		live = false
		for _, r := range runs {
			r.resume(true)
		}
		for i, r := range runs {
			over := r.wait()
			if live = live || !over; decided < 0 && over && (results[i].Decided() || r.failed != nil) {
				decided = i
			}
		}
	}
	for _, r := range runs {
		r.resume(false)
		r.wait()
	}
	for _, r := range runs {
		if r.failed != nil {
			panic(r.failed)
		}
	}
	return decided, results
}

// A run is a search of a portfolio in a goroutine of its own. It works between
// resume and wait.
type run struct {
	goOn   chan bool
	paused chan bool // closed when the search is over
	asked  int
	over   bool
	failed any // what the search panicked with
}

// roundLength is how often a search asks whether to stop in one round.
const roundLength = 16

// start starts the search of m, which waits to be resumed.
func start(m *Member, result *Result) *run {
	r := &run{goOn: make(chan bool), paused: make(chan bool)}
	opts, stop := m.Options, m.Options.Stop
	opts.Stop = func() bool { return stop != nil && stop() || r.pause() }
	go func() {
		defer close(r.paused)
		defer func() { r.failed = recover() }()
		if <-r.goOn {
			*result = Search(m.Name, m.System, opts, m.Visit)
		}
	}()
	return r
}

// pause is called by the search. It waits at the end of a round, and reports
// whether to give up.
func (r *run) pause() bool {
	r.asked++
	if r.asked%roundLength != 0 {
		return false
	}
	r.paused <- true
	return !<-r.goOn
}

// resume lets the search go on, or give up.
func (r *run) resume(goOn bool) {
	if !r.over {
		r.goOn <- goOn
	}
}

// wait waits until the search pauses or is over, and reports whether it is
// over.
func (r *run) wait() bool {
	if !r.over {
		_, pauses := <-r.paused
		r.over = !pauses
	}
	return r.over
}

// Orders yields all orders of the processes from 0 to n-1, for
// [Options.Order].
func Orders(n int) iter.Seq[[]Proc] {
	order := make([]Proc, 0, n)
	var extend func(yield func([]Proc) bool) bool
	extend = func(yield func([]Proc) bool) bool {
		if len(order) == n {
			return yield(slices.Clone(order))
		}
		for p := range Proc(n) {
			if slices.Contains(order, p) {
				continue
			}
			order = append(order, p)
			more := extend(yield)
			order = order[:len(order)-1]
			if !more {
				return false
			}
		}
		return true
	}
	return func(yield func([]Proc) bool) { extend(yield) }
}

// Recommended is the portfolio that [CEFM23] recommends for systems of n
// processes: dl-s-por and s-por in turns, each with the first orders of the
// processes, and with seeds when there are no more orders. What is not said
// by that is as in opts. The members have no systems yet.
func Recommended(size, n int, opts Options) []Member {
	var members []Member
	add := func(opts Options) bool {
		for _, name := range []string{"dl-s-por", "s-por"} {
			if len(members) < size {
				members = append(members, Member{Name: name, Options: opts})
			}
		}
		return len(members) < size
	}
	for order := range Orders(n) {
		opts.Order = order
		if !add(opts) {
			return members
		}
	}
	opts.Order = nil
	for opts.Seed++; add(opts); opts.Seed++ {
	}
	return members
}
