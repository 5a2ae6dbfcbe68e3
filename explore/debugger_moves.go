package explore

import (
	"errors"
	"fmt"
	"math"
)

// This file has the moves of a debugger: to look for the next or the previous position
// at which there is something to see.

// A StopReason says why a debugger stands where it does.
type StopReason string

// The reasons.
const (
	StopEntry      StopReason = "entry" // in front of the first line of the test
	StopStep       StopReason = "step"
	StopBreakpoint StopReason = "breakpoint"
	StopFunction   StopReason = "function breakpoint"
	StopWrite      StopReason = "data breakpoint"
	StopFinding    StopReason = "exception" // what the line does, or has come to, is a fault
	StopPause      StopReason = "pause"
	StopGoto       StopReason = "goto"
	StopEnd        StopReason = "end"  // of the execution
	StopOver       StopReason = "over" // there is nothing behind the end
)

// A Stopped tells where a move has ended, and why.
type Stopped struct {
	Reason      StopReason
	Goroutine   int
	Text        string // more about the reason, may be empty
	Code        string // of the finding
	Breakpoints []int  // those that were hit
}

// A scan looks at the stops of one step for those at which to end a move.
type scan struct {
	d    *Debugger
	wish func(*lineStop) *Stopped // nil: no end
	// The stops of interest are those behind after and in front of before; first
	// says that the first one is wanted, not the last.
	after, before int
	first         bool

	stops           int
	logged, reports int // up to the latest stop

	found int // the stop, 0 for the beginning of the step; -1 for none
	why   Stopped
	end   *Stopped // wanted at the end of the step
}

func (c *scan) run() (ok bool, err error) {
	c.found = -1
	c.logged, c.reports = c.d.s.m.Logged(), c.d.w.reported()
	c.d.breaks.look(c.d)
	if ok, err := c.d.step(c.see); !ok {
		return false, err
	}
	if c.d.at.Stops > 0 {
		return true, nil // it has seen enough
	}
	c.failed(c.d.w.reported())
	if c.found < 0 || !c.first {
		c.end = c.d.breaks.written(c.d, c.d.Current(), c.logged, c.d.s.m.Logged())
	}
	return true, nil
}

// see looks at a stop. It has seen enough if it can find nothing any more that comes first.
func (c *scan) see(n int, at *lineStop) (enough bool) {
	c.failed(at.Reports)
	from := c.logged
	c.stops, c.logged, c.reports = n, at.Logged, at.Reports
	if n <= c.after {
		c.d.breaks.look(c.d)
		return false
	}
	if n >= c.before || c.first && c.found >= 0 {
		return true
	}
	why := c.d.breaks.written(c.d, int(at.Slot), from, at.Logged)
	if why == nil {
		why = c.d.breaks.hit(c.d, at)
	}
	if why == nil && c.wish != nil {
		why = c.wish(at)
	}
	c.note(n, why)
	return false
}

// failed notes that what was executed behind the latest stop was a fault, if there are
// more reports now.
func (c *scan) failed(reports int) {
	if reports > c.reports && c.d.breaks.findings {
		c.note(c.stops, c.d.reported(c.reports))
	}
}

func (c *scan) note(n int, why *Stopped) {
	if why == nil || n <= c.after || n >= c.before || c.first && c.found >= 0 && c.found != n {
		return
	}
	if c.found == n && why.Breakpoints == nil {
		why.Breakpoints = c.why.Breakpoints
	}
	c.found, c.why = n, *why
}

// forward goes on to the next position that is wished for: a stop, or, if between says
// so, a beginning of a step.
func (d *Debugger) forward(wish func(*lineStop) *Stopped, between func() *Stopped) (Stopped, error) {
	after := d.at.Stops
	d.rewind(d.at.Steps)
	for {
		start := d.at.Steps
		c := scan{d: d, wish: wish, after: after, before: math.MaxInt, first: true}
		switch ok, err := c.run(); {
		case errors.Is(err, errInterrupted):
			if d.at == (Position{}) {
				d.pause(1) // before that there is nothing to see
			}
			return d.stopped(Stopped{Reason: StopPause}), nil
		case err != nil:
			return Stopped{}, err
		case !ok:
			return d.stopped(Stopped{Reason: StopOver}), nil
		}
		if c.found >= 0 {
			_, err := d.goTo(Position{start, c.found})
			return d.stopped(c.why), err
		}
		if c.end != nil {
			return d.stopped(*c.end), nil
		}
		if _, more := d.next(); !more {
			return d.stopped(d.ended()), nil
		}
		if between != nil {
			if why := between(); why != nil {
				return d.stopped(*why), nil
			}
		}
		after = -1
	}
}

// backward goes back to the latest position that is wished for; between is asked at the
// beginnings of steps. If there is none, it goes to the beginning.
func (d *Debugger) backward(wish func(*lineStop) *Stopped, between func() *Stopped) (Stopped, error) {
	from := d.at
	for start := from.Steps; start >= 0; start-- {
		if (Position{start, 0}) == from {
			continue
		}
		before := math.MaxInt
		if start == from.Steps {
			before = from.Stops
		}
		d.rewind(start)
		c := scan{d: d, wish: wish, after: -1, before: before}
		if start == 0 {
			c.after = 0
		}
		if _, err := c.run(); errors.Is(err, errInterrupted) {
			return d.stopped(Stopped{Reason: StopPause}), nil
		} else if err != nil {
			return Stopped{}, err
		}
		if c.end != nil && (Position{start + 1, 0}).Compare(from) < 0 {
			return d.stopped(*c.end), nil
		}
		if c.found >= 0 {
			_, err := d.goTo(Position{start, c.found})
			return d.stopped(c.why), err
		}
		d.rewind(start)
		if between != nil && start > 0 {
			if why := between(); why != nil {
				return d.stopped(*why), nil
			}
		}
	}
	_, err := d.goTo(Position{0, 1})
	return d.stopped(Stopped{Reason: StopEntry}), err
}

// stopped completes what is told of the present position.
func (d *Debugger) stopped(s Stopped) Stopped {
	s.Goroutine = d.Current()
	return s
}

// ended tells how the execution has ended.
func (d *Debugger) ended() Stopped {
	if faults := d.w.faults(); len(faults) > d.w.reported() && d.breaks.findings {
		return *d.reported(len(faults) - 1)
	}
	e := d.w.ending()
	switch {
	case e.kind == endLimit:
		return Stopped{Reason: StopEnd, Text: "the execution was cut: " + e.bound}
	case e.kind == endMissing:
		return Stopped{Reason: StopEnd, Text: fmt.Sprintf("unsupported: %s at %s", e.missing.What, label(e.missing.Pos))}
	case len(d.w.faults()) > 0:
		return Stopped{Reason: StopEnd, Text: "the execution has ended; the test has failed"}
	}
	return Stopped{Reason: StopEnd, Text: "the execution has ended; nothing was found"}
}

// reported tells of report i of the execution.
func (d *Debugger) reported(i int) *Stopped {
	f := Finding{}
	if faults := d.w.faults(); i < len(faults) {
		found, _ := d.w.describe(faults[i])
		f = *found
	}
	return &Stopped{Reason: StopFinding, Text: f.Message, Code: f.Code}
}

// Continue goes on to the next breakpoint or finding, or to the end.
func (d *Debugger) Continue() (Stopped, error) { return d.forward(nil, nil) }

// ReverseContinue goes back to the latest breakpoint or finding, or to the beginning.
func (d *Debugger) ReverseContinue() (Stopped, error) { return d.backward(nil, nil) }

// Next goes on to the next line of a goroutine, in the same function or one that has
// called it, letting others run as the schedule says. If the goroutine ends, it
// stops there.
func (d *Debugger) Next(g int) (Stopped, error) {
	return d.forward(d.otherLine(g), d.hasEnded(g))
}

// StepOut goes on to where the present function of a goroutine has returned.
func (d *Debugger) StepOut(g int) (Stopped, error) {
	depth, _ := d.s.lineOf(g)
	return d.forward(func(at *lineStop) *Stopped {
		if int(at.Slot) != g || at.Depth >= depth {
			return nil
		}
		return &Stopped{Reason: StopStep}
	}, d.hasEnded(g))
}

// StepIn takes one scheduling step.
func (d *Debugger) StepIn() (Stopped, error) {
	return d.forward(nil, func() *Stopped { return &Stopped{Reason: StopStep} })
}

// StepBack goes back to the latest line of a goroutine before the present one, in the
// same function or one that has called it; to the go statement if there is none.
func (d *Debugger) StepBack(g int) (Stopped, error) {
	return d.backward(d.otherLine(g), func() *Stopped {
		if d.exists(g) {
			return nil
		}
		return &Stopped{Reason: StopStep}
	})
}

// UnstepIn goes back one scheduling step: to the beginning of the present one, or of
// that before it.
func (d *Debugger) UnstepIn() (Stopped, error) {
	to := Position{d.at.Steps, 0}
	if d.at.Stops == 0 {
		to.Steps--
	}
	return d.GoTo(max(to.Steps-1, -1))
}

// GoTo goes to in front of a choice by its number, as in an [Interleaving]; -1 stands
// for the beginning of the test.
func (d *Debugger) GoTo(choice int) (Stopped, error) {
	to := Position{choice + 1, 0}
	if choice < 0 {
		to = Position{0, 1}
	}
	switch exact, err := d.goTo(to); {
	case errors.Is(err, errInterrupted):
		return d.stopped(Stopped{Reason: StopPause}), nil
	case err != nil:
		return Stopped{}, err
	case !exact && choice >= 0:
		return d.stopped(d.ended()), nil
	case choice < 0:
		return d.stopped(Stopped{Reason: StopEntry}), nil
	}
	return d.stopped(Stopped{Reason: StopGoto}), nil
}

// RunToFinding goes on to the next finding, past breakpoints, or to the end.
func (d *Debugger) RunToFinding() (Stopped, error) {
	saved := d.breaks
	d.breaks = breakpoints{findings: true, logs: saved.logs}
	defer func() { d.breaks = saved }()
	return d.forward(nil, nil)
}

// otherLine wishes for another line of a goroutine than the present one, not in what it
// calls.
func (d *Debugger) otherLine(g int) func(*lineStop) *Stopped {
	depth, pos := d.s.lineOf(g)
	line := d.position(pos).Line
	return func(at *lineStop) *Stopped {
		if int(at.Slot) != g || at.Depth > depth && depth > 0 ||
			at.Depth == depth && d.position(at.Pos).Line == line {
			return nil
		}
		return &Stopped{Reason: StopStep}
	}
}

func (d *Debugger) hasEnded(g int) func() *Stopped {
	return func() *Stopped {
		if d.exists(g) {
			return nil
		}
		return &Stopped{Reason: StopStep, Text: "the goroutine has ended"}
	}
}
