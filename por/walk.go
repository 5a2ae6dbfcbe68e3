package por

import (
	"fmt"
	"unsafe"
)

const (
	eventSize = int64(unsafe.Sizeof(Event{}))
	// stopEvery is after how many steps Options.Stop is asked.
	stopEvery = 256
)

// A walker keeps a path, the events from the initial state to the node a
// depth-first search is at, and moves the system along it: by Mark and
// Rewind if the system can, by Reset and replay otherwise.
type walker struct {
	sys   System
	rew   Rewinder
	pend  Pending
	opts  Options
	visit Visitor
	res   Result
	rng   random
	halt  bool // a limit was hit: unwind
	// progress, if not nil, is the search itself; it is assessed after assessAt
	// steps next.
	progress progress
	assessAt int64
	// checkAt is after how many steps to look whether to go on, finds is how many
	// sequences were found since that took no step.
	checkAt, finds int64

	events []Event
	// at is how many events of the path the system has executed; astray says
	// that it has done others after them.
	at     int
	astray bool
	// marks[d], for d < len(marks), goes back to the state after d events.
	marks []int
	x     Execution
	// others are what did not happen at the last event, rival says that one
	// of them could have.
	others  []Event
	rival   bool
	enabled []Choice // scratch
	// outlooks[d] is what could happen after d events, if that was looked at.
	outlooks []outlook
}

// An outlook is what is pending and what is enabled in a state.
type outlook struct {
	pending []Event
	enabled []Choice
	known   bool
}

func newWalker(sys System, opts Options, visit Visitor) walker {
	w := walker{sys: patience(sys), opts: opts, visit: visit, rng: random(opts.Seed)}
	w.rew, _ = sys.(Rewinder)
	w.pend, _ = sys.(Pending)
	w.res = Result{States: 1}
	sys.Reset()
	w.mark()
	return w
}

// mark notes the present state as the one after w.at events.
func (w *walker) mark() {
	if w.rew != nil {
		w.marks = append(w.marks[:w.at], w.rew.Mark())
	}
}

// step executes c in the present state, whatever it is.
func (w *walker) step(c Choice) Event {
	w.count()
	return w.sys.Step(c)
}

// count counts a step that is about to be executed.
func (w *walker) count() {
	w.res.Steps++
	if w.res.Steps >= w.checkAt {
		w.check()
	}
}

// find counts a sequence that has been found. There may be very many between two
// steps.
func (w *walker) find() {
	if w.finds++; w.finds%stopEvery == 0 && w.opts.Stop != nil && w.opts.Stop() {
		w.stop("stop")
	}
}

// check looks whether to go on, and says when to look again.
func (w *walker) check() {
	if w.opts.Stop != nil && w.res.Steps%stopEvery == 0 && w.opts.Stop() {
		w.stop("stop")
	}
	w.checkAt = w.res.Steps + stopEvery - w.res.Steps%stopEvery
	if most := w.opts.MaxSteps; most > 0 {
		if w.res.Steps >= most {
			w.stop("steps")
		}
		w.checkAt = min(w.checkAt, most)
	}
}

// extend executes c at the end of the path and adds it.
func (w *walker) extend(c Choice) *Event {
	w.seek(len(w.events))
	w.count()
	w.res.Common = min(w.res.Common, len(w.events))
	w.events = longer(w.events)
	w.events[len(w.events)-1] = w.sys.Step(c)
	w.at++
	w.mark()
	w.res.Transitions++
	w.res.States++
	return &w.events[len(w.events)-1]
}

// seek brings the system into the state after the first d events.
func (w *walker) seek(d int) {
	if w.at == d && !w.astray {
		return
	}
	switch {
	case w.rew != nil:
		m := min(d, len(w.marks)-1)
		w.rew.Rewind(w.marks[m])
		w.marks = w.marks[:m+1]
		w.at = m
	case w.astray || w.at > d:
		w.sys.Reset()
		w.at = 0
	}
	w.astray = false
	for w.at < d {
		e := w.step(w.events[w.at].Choice)
		if e != w.events[w.at] {
			panic(fmt.Sprintf("por: the system is not deterministic: step %d was %+v, is %+v", w.at, w.events[w.at], e))
		}
		w.at++
		w.mark()
	}
}

// cut shortens the path to d events. The system follows when it is needed.
func (w *walker) cut(d int) {
	if len(w.events) <= d {
		return
	}
	w.events = w.events[:d]
	if w.at > d {
		w.at = d
		w.astray = true
	}
	if len(w.marks) > d+1 {
		w.marks = w.marks[:d+1]
	}
	for i := d + 1; i < len(w.outlooks); i++ {
		w.outlooks[i].known = false
	}
	w.outlooks = w.outlooks[:min(len(w.outlooks), d+1)]
}

// outlook is what could happen after the first d events. The system has to tell
// what is pending.
func (w *walker) outlook(d int) *outlook {
	for len(w.outlooks) <= d {
		w.outlooks = longer(w.outlooks)
	}
	o := &w.outlooks[d]
	if !o.known {
		w.seek(d)
		o.pending = w.pend.Pending(o.pending[:0])
		o.enabled = w.sys.Enabled(o.enabled[:0])
		o.known = true
	}
	return o
}

// recognised counts an execution that is given up because the state at its end is
// known.
func (w *walker) recognised() {
	w.res.Matched++
	w.assessIfDue()
}

// show hands the path to the visitor.
func (w *walker) show(cut bool) {
	w.seek(len(w.events))
	w.res.Executions++
	w.res.MaxDepth = max(w.res.MaxDepth, len(w.events))
	if w.res.Executions == 1 {
		w.res.Common = len(w.events)
		w.assessAt = w.res.Steps // there was nothing to estimate by
	}
	if cut {
		w.bound("depth")
	}
	w.assessIfDue()
	w.x = Execution{Events: w.events, Cut: cut, Result: &w.res}
	if !w.visit(&w.x) {
		w.stop("visitor")
	}
	if w.opts.MaxExecutions > 0 && w.res.Executions >= w.opts.MaxExecutions {
		w.stop("executions")
	}
}

// deep reports whether the path may not get longer.
func (w *walker) deep() bool { return w.opts.MaxDepth > 0 && len(w.events) >= w.opts.MaxDepth }

func (w *walker) bound(b string) {
	if w.res.Bound == "" || w.res.Bound == "depth" {
		w.res.Bound = b
	}
}

// stop ends the search because of b.
func (w *walker) stop(b string) {
	if !w.halt {
		w.halt = true
		w.bound(b)
	}
}

// memory is what the walker has allocated, in bytes.
func (w *walker) memory() int64 {
	n := int64(cap(w.events))*eventSize + int64(cap(w.marks))*8
	for _, o := range w.outlooks[:cap(w.outlooks)] {
		n += int64(cap(o.pending))*eventSize + int64(cap(o.enabled))*8
	}
	return n
}

// longer is list with one more element, which is to be overwritten.
func longer[T any](list []T) []T {
	if n := len(list); n < cap(list) {
		return list[:n+1]
	}
	var zero T
	return append(list, zero)
}

// random is the generator behind Options.Seed (splitmix64). Zero is not
// random at all: its n is always 0.
type random uint64

func (r *random) n(n int) int {
	if *r == 0 || n < 2 {
		return 0
	}
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) % uint64(n))
}

// shuffle permutes list.
func shuffle[T any](r *random, list []T) {
	if *r == 0 {
		return
	}
	for i := len(list) - 1; i > 0; i-- {
		j := r.n(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
