package explore

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// tell executes choices from the initial state of w and tells them as an
// interleaving, of which those steps matter that lead to the fault that the
// predicate knows. It stops at the first choice that is not enabled, whose number
// it returns; len(choices) if there is none. It executes them twice, since only
// then it is known which memory is shared.
func tell(r *runner, choices []por.Choice, isFault func(fault) bool) (*telling, int) {
	r.w.survey()
	r.reset()
	choices = choices[:r.replay(choices)]
	r.w.record()
	r.reset()
	t := newTelling(r.w)
	for _, c := range choices {
		if !hasChoice(r.look(), c) {
			break // only if r is to stop
		}
		t.waits.look(r.enabled)
		before := r.w.reported()
		t.take(r, c)
		if t.shown < 0 && r.w.reported() > before && slices.ContainsFunc(r.w.faults(), isFault) {
			t.shown = len(t.events) - 1
		}
	}
	if len(r.w.Pending(nil)) > 0 {
		t.waits.look(r.look())
	}
	t.out.Output = string(r.w.output())
	return t, len(t.events)
}

// take executes a choice and tells it.
func (t *telling) take(r *runner, c por.Choice) {
	other := por.Proc(-1)
	if half, ok := t.w.partner(c); ok {
		other = half.Proc
		t.met[other] = true
		t.halves[len(t.events)] = t.half(half)
	}
	step := t.w.step(c)
	step.Index, step.Goroutine = len(t.events), t.column(c.Proc)
	step.Early = step.Fault == "" && t.w.early(c)
	step.Completed = t.met[c.Proc]
	t.met[c.Proc] = false
	e := r.take(c)
	t.accesses = append(t.accesses, t.w.stepped(&step))
	t.out.Steps = append(t.out.Steps, step)
	t.events = append(t.events, e)
	t.order.step(c.Proc, other)
	t.waits.step(c.Proc)
	t.waits.hear(e.Peer)
}

// half tells the half of a communication that a partner is about to complete.
func (t *telling) half(c por.Choice) Step {
	step := t.w.step(c)
	step.Index, step.Half, step.Goroutine = -1, true, int(c.Proc)
	return step
}

// maxStory is how many steps before the end can matter, and how near two
// steps must be to matter to each other: nobody reads a longer story.
const maxStory = 1000

// A telling is an interleaving with what it was made of.
type telling struct {
	w       world
	columns map[por.Proc]int
	events  []por.Event
	out     *Interleaving
	shown   int // number of the step that showed the fault, -1 for none

	halves   map[int]Step      // by the step that completes them; Goroutine is the process
	met      map[por.Proc]bool // a half has been executed, the process has yet to go on
	accesses [][]access        // by step
	order    *hbOrder
	waits    waiting
}

func newTelling(w world) *telling {
	return &telling{
		w: w, columns: map[por.Proc]int{}, out: new(Interleaving), shown: -1,
		halves: map[int]Step{}, met: map[por.Proc]bool{}, order: newOrder(w), waits: waiting{w: w},
	}
}

// column returns the column of a process, making it at its first step.
func (t *telling) column(p por.Proc) int {
	i, ok := t.columns[p]
	if !ok {
		i = len(t.out.Goroutines)
		t.columns[p] = i
		t.out.Goroutines = append(t.out.Goroutines, t.w.column(p))
	}
	return i
}

// last is the number of the last step of the story: a fault that shows only
// at the end, or none, makes it go on to there.
func (t *telling) last() int {
	if t.shown >= 0 {
		return t.shown
	}
	return len(t.events) - 1
}

// mark marks the steps that matter, given the processes that the fault is about: the
// last one of the story, how those processes were started and where they met
// others, and going backwards from there every step that does not commute with
// a later one of another process that matters. It returns the processes of
// these steps.
func (t *telling) mark(involved map[por.Proc]bool) (procs []por.Proc) {
	var matter []int
	for i := t.last(); i >= max(0, t.last()-maxStory); i-- {
		e := &t.events[i]
		if i == t.last() || t.out.Steps[i].Early || t.out.Steps[i].Fault != "" || e.Peer >= 0 && involved[e.Peer] || involved[e.Proc] && t.meets(i) ||
			slices.ContainsFunc(matter, func(j int) bool { return t.influences(e, &t.events[j]) }) {
			matter = append(matter, i)
			procs = append(procs, e.Proc)
			t.out.Steps[i].Matters = !t.out.Steps[i].library && !t.out.Steps[i].Completed
		}
	}
	return procs
}

// influences reports whether an event is ordered with a later one of
// another process.
func (t *telling) influences(e, f *por.Event) bool {
	return f.Proc != e.Proc && por.Dependent(e, f)
}

// finish marks the steps that matter and puts the sides of the fault into the
// story, as steps of their own. Who had an influence on the processes of the
// sides is of interest as well; without sides everybody is.
func (t *telling) finish(sides []side) {
	involved := map[por.Proc]bool{}
	for _, s := range sides {
		involved[s.proc] = true
		t.column(s.proc)
	}
	if len(sides) == 0 {
		for p := range t.columns {
			involved[p] = true
		}
	}
	for _, p := range t.mark(involved) {
		involved[p] = true
	}
	t.mark(involved)
	t.assemble(sides)
}

// sameLine reports whether two steps are of one goroutine and on one line.
func (s *Step) sameLine(o *Step) bool {
	return s.Goroutine == o.Goroutine && s.Pos.Filename == o.Pos.Filename && s.Pos.Line == o.Pos.Line
}

// procs are the processes in the order of their columns.
func (t *telling) procs() []por.Proc {
	list := make([]por.Proc, len(t.columns))
	for p, i := range t.columns {
		list[i] = p
	}
	return list
}

// meets reports whether step i does not commute with some step of another
// process, before or after it.
func (t *telling) meets(i int) bool {
	e := &t.events[i]
	if t.out.Steps[i].library {
		return false
	}
	near := t.events[max(0, i-maxStory):min(len(t.events), i+maxStory)]
	return slices.ContainsFunc(near, func(f por.Event) bool { return t.influences(e, &f) })
}
