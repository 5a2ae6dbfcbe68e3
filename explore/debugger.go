package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// A Debugger moves through one execution of a test, forwards and backwards.
//
// An execution is a sequence of steps: first what the test does before its first
// visible operation, then one for each choice of the schedule. Within a step
// there are stops, in front of each line of the programmer's code that is begun
// in it. A [Position] is a number of steps and of stops behind them. It stands
// for a state: to go somewhere means to go back to the beginning of a step, at
// the cost of what was written since, and to execute on from there.
//
// Where the schedule ends, the execution goes on as a scheduler without surprises
// would have it. [Debugger.Choose] takes another choice, from where on the rest
// of the schedule does not hold any more.
//
// A Debugger is not safe for concurrent use.
type Debugger struct {
	session *Session
	test    *Test
	p       *program
	w       world
	s       *system
	cfg     worldConfig

	given   []por.Choice // of the schedule
	plan    []por.Choice // what is executed, as far as it is known
	steps   []toldStep   // what the choices of plan do, as far as they have been executed
	columns map[por.Proc]int
	names   []Goroutine

	at    Position
	marks []int // marks[i] is the state after i steps; only those up to at

	enabled []por.Choice
	breaks  breakpoints
	stop    lineStop // the latest one

	ctx       context.Context
	interrupt func() bool
}

// A toldStep is a step with the choice that it was taken by.
type toldStep struct {
	Step
	choice por.Choice
}

// A Position in an execution: behind a number of steps, and then a number of
// stops. The first step leads to the first choice.
type Position struct{ Steps, Stops int }

// Compare orders positions by time.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Steps, q.Steps), cmp.Compare(p.Stops, q.Stops))
}

// errInterrupted is the error of a move that was interrupted.
var errInterrupted = errors.New("interrupted")

// Debug starts a debugger of the test of a schedule in the snapshot, in front of the
// first line of the test. The error is a *[ScheduleError] if the schedule does not fit
// the code. While the debugger moves, it asks interrupt, if that is not nil, whether to end
// the move: it then stands where it has come to. The debugger must be closed.
func (s *Session) Debug(ctx context.Context, snap *Snapshot, sched *Schedule, interrupt func() bool) (*Debugger, error) {
	t := snap.Lookup(sched.Package, sched.Test)
	if t == nil {
		return nil, &ScheduleError{Reason: fmt.Sprintf("there is no test %s in package %s", sched.Test, sched.Package), Changed: true}
	}
	if t.pkg.target.Broken() {
		return nil, fmt.Errorf("package %s does not compile: %s", t.Package, t.pkg.Errors[0].Message)
	}
	p, err := s.acquire(ctx, t)
	if err != nil {
		return nil, err
	}
	d := &Debugger{columns: map[por.Proc]int{}, session: s, test: t, p: p, ctx: ctx, interrupt: interrupt, cfg: sched.config()}
	if err := d.start(sched); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *Debugger) start(sched *Schedule) error {
	if d.p.init != nil {
		f, missing, bound := d.p.initFault()
		switch {
		case missing != nil:
			return fmt.Errorf("package initialisation: %s", missing.What)
		case f == nil:
			return fmt.Errorf("package initialisation: %s", bound)
		}
		return errors.New(f.Message)
	}
	changed := d.test.pkg.target.Hash != sched.Sources && sched.Sources != [32]byte{}
	d.cfg.lines = true
	d.cfg.stop = d.interrupted
	w, err := d.p.factory(d.test, Limits{}).world(d.cfg)
	if err != nil {
		return &ScheduleError{Reason: err.Error(), Changed: changed}
	}
	d.w, d.s = w, w.(*fairWorld).spinner.(*system)
	if err := d.follow(sched); err != nil {
		return mismatch(changed, err.Error())
	}
	_, err = d.Restart()
	return err
}

// follow executes the schedule.
func (d *Debugger) follow(sched *Schedule) error {
	choices, bad := resolve(d.w, sched.Choices)
	if bad >= 0 {
		return fmt.Errorf("choice %d of %d (%s) is not possible", bad+1, len(sched.Choices), sched.Choices[bad].Goroutine)
	}
	d.given, d.plan = choices, slices.Clone(choices)
	d.at, d.marks = Position{Steps: 1}, []int{0} // the world has taken the first step
	for range choices {
		if ok, err := d.step(nil); err != nil {
			return err
		} else if !ok {
			return fmt.Errorf("choice %d of %d (%s) is not possible", d.at.Steps, len(sched.Choices), sched.Choices[d.at.Steps-1].Goroutine)
		}
	}
	if sched.Code != "" && !showsSchedule(d.w, sched) {
		return fmt.Errorf("all %d choices are possible, but %s (%s) does not happen", len(sched.Choices), sched.Code, sched.Where)
	}
	return nil
}

// Close gives back what the debugger holds.
func (d *Debugger) Close() {
	if d.w != nil {
		d.w.close()
		d.w = nil
	}
	if d.p != nil {
		d.session.release(d.p)
		d.p = nil
	}
}

func (d *Debugger) interrupted() bool {
	return d.ctx.Err() != nil || d.interrupt != nil && d.interrupt()
}

// At is where the debugger is.
func (d *Debugger) At() Position { return d.at }

// Test is the test that is debugged.
func (d *Debugger) Test() *Test { return d.test }

// Restart goes back to the schedule, in front of the first line of the test.
func (d *Debugger) Restart() (Stopped, error) {
	d.reset()
	d.plan = slices.Clone(d.given)
	d.steps = d.steps[:d.common()]
	return d.GoTo(-1)
}

// Planned is how many steps the execution has, as far as it is known.
func (d *Debugger) Planned() int { return len(d.plan) }

// common is how many choices of the schedule have been told as they are.
func (d *Debugger) common() (n int) {
	for n < len(d.steps) && n < len(d.given) && d.steps[n].choice == d.given[n] {
		n++
	}
	return n
}

// reset goes back to before the first step.
func (d *Debugger) reset() {
	d.w.Rewind(0)
	d.at, d.marks = Position{}, append(d.marks[:0], 0)
}

// rewind goes back to the state after n steps.
func (d *Debugger) rewind(n int) {
	if d.at == (Position{n, 0}) {
		return
	}
	d.w.Rewind(d.marks[n])
	d.marks = d.marks[:n+1]
	d.at = Position{n, 0}
}

// mark makes sure that the present state, after some steps, can be gone back to.
func (d *Debugger) mark() {
	if len(d.marks) <= d.at.Steps {
		d.marks = append(d.marks, d.w.Mark())
	}
}

// step executes the next step from its beginning, showing its stops to visit, which may leave
// the step there. ok is false if there is no further step. It must not be called within one.
func (d *Debugger) step(visit func(n int, at *lineStop) (leave bool)) (ok bool, err error) {
	if d.interrupted() {
		return false, cmp.Or(d.ctx.Err(), errInterrupted)
	}
	n, left := 0, false
	d.s.atLines(func(at lineStop) bool {
		n++
		d.stop = at
		left = visit != nil && visit(n, &d.stop)
		return left || d.interrupted()
	})
	if d.at.Steps == 0 {
		d.s.begin()
	} else {
		c, ok := d.next()
		if !ok {
			return false, nil
		}
		d.tell(c)
		d.mark()
		d.w.Step(c)
	}
	switch _, paused := d.s.isPaused(); {
	case left:
		d.at.Stops = n
		return true, nil
	case paused:
		d.at.Stops = n
		return false, cmp.Or(d.ctx.Err(), errInterrupted)
	case d.s.interrupted():
		d.at.Stops = max(n, 1) // anywhere within
		d.rewind(d.at.Steps)
		return false, cmp.Or(d.ctx.Err(), errInterrupted)
	}
	d.at.Steps++
	return true, nil
}

// pause executes the next step up to its n-th stop; ok is false if there are not so
// many.
func (d *Debugger) pause(n int) (ok bool) {
	i := 0
	d.s.atLines(func(lineStop) bool {
		i++
		return i == n
	})
	if d.at.Steps == 0 {
		d.s.begin()
	} else {
		c, ok := d.next()
		if !ok {
			return false
		}
		d.mark()
		d.s.Step(c)
	}
	d.at.Stops = i
	_, ok = d.s.isPaused()
	return ok
}

// goTo goes to a position, or as near to it as there is one.
func (d *Debugger) goTo(to Position) (exact bool, err error) {
	if d.at == to {
		return true, nil
	}
	d.rewind(min(to.Steps, d.at.Steps))
	for d.at.Steps < to.Steps {
		if ok, err := d.step(nil); err != nil || !ok {
			return false, err
		}
	}
	if to.Stops == 0 {
		return true, nil
	}
	if d.pause(to.Stops) {
		return true, nil
	}
	// The step has fewer stops.
	d.rewind(to.Steps)
	ok, err := d.step(nil)
	return ok && false, err
}

// next is the choice that is taken after the present steps: that of the plan, or else
// what a scheduler without surprises would do.
func (d *Debugger) next() (c por.Choice, ok bool) {
	i := d.at.Steps - 1
	if i < 0 || d.at.Stops > 0 {
		return c, false
	}
	d.enabled = d.w.Enabled(d.enabled[:0])
	if i < len(d.plan) {
		return d.plan[i], hasChoice(d.enabled, d.plan[i])
	}
	if len(d.enabled) == 0 {
		return c, false
	}
	r := runner{w: d.w, enabled: d.enabled, last: -1}
	if i > 0 {
		r.last = d.plan[i-1].Proc
	}
	c = d.enabled[r.byDefault()]
	d.plan = append(d.plan, c)
	return c, true
}

// tell notes what a choice is about to do, the first time that it is taken.
func (d *Debugger) tell(c por.Choice) {
	i := d.at.Steps - 1
	if i < len(d.steps) {
		return
	}
	st := toldStep{d.w.step(c), c}
	st.Index = i
	st.Early = st.Fault == "" && d.w.early(c)
	col, ok := d.columns[c.Proc]
	if !ok {
		col = len(d.names)
		d.columns[c.Proc] = col
		d.names = append(d.names, d.w.column(c.Proc))
	}
	st.Goroutine = col
	d.steps = append(d.steps, st)
}

// position is where something is in the source.
func (d *Debugger) position(pos token.Pos) token.Position { return d.p.fset.Position(pos) }
