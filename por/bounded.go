package por

// This file implements context bounding and delay bounding.
//
//	[MQ07] Musuvathi, Qadeer. Iterative Context Bounding for Systematic
//	Testing of Multithreaded Programs. PLDI 2007.
//	[EQR11] Emmi, Qadeer, Rakamaric. Delay-Bounded Scheduling. POPL 2011.
//	Delaying explorers, with the round-robin scheduler without preemption.
//
// A step of another process than that of the last step is a preemption if
// the latter is enabled. The delays of a step are the enabled processes it
// passes over: the scheduler lets the last process go on as long as it can,
// then the next one by number, and after the largest the smallest. Both go
// through the bounds from 0 on: an execution with k preemptions (delays) is
// shown, once, after all those with fewer.
//
// Differences: (1) Executions with k are found by searching those with at
// most k once more, not from a queue of all prefixes: that repeats steps, and
// takes the memory of one execution. (2) The alternatives of a process are
// all explored; choosing among them costs nothing. (3) States are not
// matched. (4) Delays count processes that are enabled only, and the
// processes in turn are ordered by number, rather than by time of creation.
// (5) Options.Seed does not matter.
//
// Both end before the bound, and are complete, once nothing was left out.

// defaultBound is how many preemptions or delays there are if Options do not
// say.
const defaultBound = 2

func preemptionBounding(sys System, opts Options, visit Visitor) Result {
	return bounded(sys, opts, visit, "preemptions", opts.Preemptions, preemptions)
}

func delayBounding(sys System, opts Options, visit Visitor) Result {
	return bounded(sys, opts, visit, "delays", opts.Delays, delays)
}

// preemptions is 1 if c, one of enabled, preempts the process last.
func preemptions(last Proc, enabled []Choice, c Choice) int {
	if c.Proc == last {
		return 0
	}
	for _, e := range enabled {
		if e.Proc == last {
			return 1
		}
	}
	return 0
}

// delays counts the enabled processes from last on, in a circle, that come
// before that of c.
func delays(last Proc, enabled []Choice, c Choice) int {
	n := 0
	for i, e := range enabled {
		if i > 0 && enabled[i-1].Proc == e.Proc {
			continue
		}
		if turn(last, e.Proc) < turn(last, c.Proc) {
			n++
		}
	}
	return n
}

// turn orders processes by when it is their turn, last being first.
func turn(last, p Proc) uint32 { return uint32(p - last) }

// bounded explores executions in the order of what they cost, up to most.
func bounded(sys System, opts Options, visit Visitor, name string, most int, cost func(Proc, []Choice, Choice) int) Result {
	switch {
	case most == 0:
		most = defaultBound
	case most < 0:
		most = 0
	}
	b := &boundedSearch{walker: newWalker(sys, opts, visit), cost: cost}
	b.progress = b
	for b.round = 0; ; b.round++ {
		b.pruned, b.before = false, b.res.Executions
		b.explore()
		if b.halt || !b.pruned {
			break
		}
		if b.round == most {
			b.bound(name)
			break
		}
	}
	return b.finish()
}

type boundedSearch struct {
	walker
	cost    func(last Proc, enabled []Choice, c Choice) int
	round   int   // the present bound
	pruned  bool  // something was left out in this round
	before  int64 // how many executions were shown in earlier rounds
	levels  []boundedLevel
	choices []Choice // of all levels
}

// A boundedLevel is a node of the path: choices[lo:next] are explored,
// choices[next:hi] are not; getting here has cost spent.
type boundedLevel struct {
	lo, next, hi int
	last         Proc
	spent        int
}

// explore searches the executions that cost at most the bound, and shows
// those that cost no less.
func (b *boundedSearch) explore() {
	b.cut(0)
	b.push(-1, 0)
	for len(b.levels) > 0 && !b.halt {
		top := len(b.levels) - 1
		l := &b.levels[top]
		b.choices = b.choices[:l.hi]
		b.cut(top)
		if l.next == l.hi {
			b.choices = b.choices[:l.lo]
			b.levels = b.levels[:top]
			continue
		}
		c := b.choices[l.next]
		l.next++
		spent := l.spent + b.cost(l.last, b.choices[l.lo:l.hi], c)
		if spent > b.round {
			b.pruned = true
			continue
		}
		b.extend(c)
		b.push(c.Proc, spent)
	}
}

// push adds the level of the state at the end of the path, or shows the
// path if it ends here.
func (b *boundedSearch) push(last Proc, spent int) {
	b.seek(len(b.events))
	lo := len(b.choices)
	b.choices = b.sys.Enabled(b.choices)
	more := len(b.choices) > lo
	if more && b.deep() {
		b.choices = b.choices[:lo]
	}
	if len(b.choices) == lo && spent == b.round {
		b.show(more)
	}
	if len(b.choices)-lo > 1 {
		b.res.Choices++
	}
	b.levels = append(b.levels, boundedLevel{lo, lo, len(b.choices), last, spent})
}

// measure says how far the search has come: see progress.go. What is still to
// come in later rounds is not known.
func (b *boundedSearch) measure() (part float64, memory int64) {
	done := newShare()
	for _, l := range b.levels {
		done.descend(l.next-l.lo, l.hi-l.lo)
	}
	all := float64(b.before) + float64(b.res.Executions-b.before)/max(done.part(), leastPart)
	part = float64(b.res.Executions) / max(all, 1)
	return part, b.memory() + int64(cap(b.levels))*40 + int64(cap(b.choices))*8
}
