package explore

import (
	"cmp"

	"github.com/mazurka-go/mazurka/por"
)

// An execution is one run of a world from its initial state to its end, or
// as far as it went.
type execution struct {
	choices []por.Choice
	cost    cost
}

// A cost orders schedules that show the same fault: the one that is easier
// to understand has the lower cost.
type cost struct {
	early       int // timers fired before their time
	preemptions int // switches away from a process that could go on
	switches    int // switches in all
	length      int
}

func (c cost) compare(d cost) int {
	return cmp.Or(
		cmp.Compare(c.early, d.early),
		cmp.Compare(c.preemptions, d.preemptions),
		cmp.Compare(c.switches, d.switches),
		cmp.Compare(c.length, d.length),
	)
}

// A runner executes schedules on a world and keeps count of their cost.
type runner struct {
	w       world
	stop    func() bool // asked now and then; true ends an execution early
	limit   int         // of choices, if not 0; an execution that reaches it is cut
	enabled []por.Choice
	execution
	last por.Proc // of the latest choice; -1 at first
}

func newRunner(w world, stop func() bool) *runner {
	return &runner{w: w, stop: stop, last: -1}
}

// reset goes back to the initial state.
func (r *runner) reset() {
	r.w.Reset()
	r.choices, r.cost, r.last = r.choices[:0], cost{}, -1
}

// look refreshes the enabled choices; none means that the execution is over
// or cut.
func (r *runner) look() []por.Choice {
	r.enabled = r.w.Enabled(r.enabled[:0])
	if r.cut() {
		return nil
	}
	return r.enabled
}

// cut reports whether the execution has reached the limit and could go on.
func (r *runner) cut() bool {
	return r.limit > 0 && len(r.choices) >= r.limit && len(r.enabled) > 0
}

// take executes a choice of the enabled ones.
func (r *runner) take(c por.Choice) por.Event {
	r.choices = append(r.choices, c)
	r.cost.length++
	if r.w.early(c) {
		r.cost.early++
	}
	if c.Proc != r.last {
		r.cost.switches++
		if r.last >= 0 && hasProc(r.enabled, r.last) {
			r.cost.preemptions++
		}
	}
	r.last = c.Proc
	return r.w.Step(c)
}

// stopped asks once in a while whether to stop.
func (r *runner) stopped() bool {
	return r.stop != nil && len(r.choices)%64 == 63 && r.stop()
}

// byDefault picks what a scheduler without surprises would do: let the
// process go on that ran last, else the first one, and let no timer
// fire early as long as there is something else to do.
func (r *runner) byDefault() int {
	best, rank := 0, 4
	for i, c := range r.enabled {
		k := 1
		switch {
		case r.w.early(c):
			k = 3
		case c.Proc == r.last:
			k = 0
		}
		if k < rank {
			best, rank = i, k
		}
	}
	return best
}

// finish goes on by default to the end. It reports whether it got there.
func (r *runner) finish() bool {
	for len(r.look()) > 0 {
		if r.stopped() {
			return false
		}
		r.take(r.enabled[r.byDefault()])
	}
	return true
}

// replay executes the choices strictly. It returns the number of the first one
// that is not enabled, or len(choices).
func (r *runner) replay(choices []por.Choice) int {
	for i, c := range choices {
		if !hasChoice(r.look(), c) {
			return i
		}
		r.take(c)
	}
	return len(choices)
}

// follow executes those of the choices that are enabled when their turn
// comes, skips the others, and finishes by default. It reports whether the
// execution came to its end.
func (r *runner) follow(choices []por.Choice) bool {
	for _, c := range choices {
		if len(r.look()) == 0 {
			return true
		}
		if r.stopped() {
			return false
		}
		if hasChoice(r.enabled, c) {
			r.take(c)
		}
	}
	return r.finish()
}

// shows reports whether the execution so far has the fault.
func (r *runner) shows(f fault) bool {
	for _, g := range r.w.faults() {
		if g == f {
			return true
		}
	}
	return false
}

func hasProc(choices []por.Choice, p por.Proc) bool {
	for _, c := range choices {
		if c.Proc == p {
			return true
		}
	}
	return false
}

func hasChoice(choices []por.Choice, c por.Choice) bool {
	for _, d := range choices {
		if c == d {
			return true
		}
	}
	return false
}
