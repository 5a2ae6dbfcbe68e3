package explore

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// tell executes choices from the initial state of w and tells them as an
// interleaving. It stops at the first choice that is not enabled, whose number it
// returns; len(choices) if there is none.
func tell(r *runner, choices []por.Choice) (*Interleaving, int) {
	r.reset()
	t := teller{w: r.w, columns: map[por.Proc]int{}, out: new(Interleaving)}
	done := 0
	for _, c := range choices {
		if !hasChoice(r.look(), c) {
			break
		}
		step := r.w.step(c)
		step.Index, step.Goroutine = done, t.column(c.Proc)
		e := r.take(c)
		t.out.Steps = append(t.out.Steps, step)
		t.events = append(t.events, e)
		if e.Peer >= 0 {
			t.column(e.Peer)
		}
		done++
	}
	t.out.Output = string(r.w.output())
	return t.finish(), done
}

type teller struct {
	w       world
	columns map[por.Proc]int
	events  []por.Event
	out     *Interleaving
}

// column returns the column of a process, making it at its first step.
func (t *teller) column(p por.Proc) int {
	i, ok := t.columns[p]
	if !ok {
		i = len(t.out.Goroutines)
		t.columns[p] = i
		t.out.Goroutines = append(t.out.Goroutines, t.w.column(p))
	}
	return i
}

// finish marks the steps that matter: the last one of every process, and
// going backwards from there every step that does not commute with a step of
// another process that matters.
func (t *teller) finish() *Interleaving {
	seen := map[por.Proc]bool{}
	var matter []int
	for i := len(t.events) - 1; i >= 0; i-- {
		e := &t.events[i]
		if !seen[e.Proc] || slices.ContainsFunc(matter, func(j int) bool {
			f := &t.events[j]
			return f.Proc != e.Proc && por.Dependent(e, f)
		}) {
			matter = append(matter, i)
			t.out.Steps[i].Matters = true
		}
		seen[e.Proc] = true
	}
	return t.out
}
