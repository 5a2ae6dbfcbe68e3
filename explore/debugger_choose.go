package explore

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// This file is exploration by hand: other choices than those of the schedule, and keeping
// them.

// A DebugChoice is one way in which the execution can go on.
type DebugChoice struct {
	Choice    NamedChoice
	Goroutine int    // -1 for a timer or the collector
	Label     string // "goroutine started at bank.go:31", "timer made at bank.go:40"
	Text      string // what happens: "sync.Mutex.Lock of Account.mu"
	Early     bool   // a timer fires before its time, or there is a fault of the network
	Planned   bool   // it is what happens if nothing else is chosen
}

// errWithin is the error of a question for which the present step has to end first.
var errWithin = errors.New("within a step: go to the next step first")

var errEnded = errors.New("the execution has ended")

// Choices are the ways in which the execution can go on, at the beginning of a step.
func (d *Debugger) Choices() ([]DebugChoice, error) {
	if d.at.Stops > 0 || d.at.Steps == 0 {
		return nil, errWithin
	}
	planned, _ := d.next()
	var list []DebugChoice
	for _, c := range d.enabled {
		out := DebugChoice{
			Choice: name(d.w, []por.Choice{c})[0], Goroutine: -1, Label: d.w.column(c.Proc).Label,
			Text: d.s.choiceText(int(c.Proc), c.Alt), Early: d.w.early(c), Planned: c == planned,
		}
		if d.s.isGoroutine(int(c.Proc)) {
			out.Goroutine = int(c.Proc)
		}
		list = append(list, out)
	}
	return list, nil
}

// Choose decides how the execution goes on: by a choice that is possible, or any of the
// goroutine or timer named if the alternative is empty. Within a step it
// goes to its end first. What was planned for later does not hold any more.
func (d *Debugger) Choose(want NamedChoice) (Stopped, error) {
	if d.at.Stops > 0 || d.at.Steps == 0 {
		start := d.at.Steps
		d.rewind(start)
		if ok, err := d.step(nil); err != nil || !ok {
			return Stopped{}, cmp.Or(err, errEnded)
		}
	}
	list, err := d.Choices()
	if err != nil {
		return Stopped{}, err
	}
	i := slices.IndexFunc(list, func(c DebugChoice) bool { return c.Choice == want })
	if i < 0 && want.Alternative == "" {
		i = slices.IndexFunc(list, func(c DebugChoice) bool { return c.Choice.Goroutine == want.Goroutine })
	}
	if i < 0 {
		return Stopped{}, fmt.Errorf("%s cannot go on now", want.Goroutine)
	}
	done := d.at.Steps - 1
	d.plan = append(d.plan[:done:done], d.enabled[i])
	d.steps = d.steps[:min(done, len(d.steps))]
	return d.stopped(Stopped{Reason: StopGoto}), nil
}

// Save completes the execution, writes it to a file as a schedule, and comes back. If no
// file is named it goes to the session's store. It returns the path.
func (d *Debugger) Save(file string) (path string, err error) {
	from := d.at
	if err := d.complete(); err != nil {
		return "", err
	}
	t := d.test
	sched := &Schedule{
		Package: t.Package, Test: t.Name, Dir: t.pkg.Dir, Sources: t.pkg.target.Hash,
		Message:     "chosen by hand; nothing was found",
		EarlyTimers: d.cfg.early, Ticking: d.cfg.ticking, Faults: d.cfg.faults,
		MapSeed: d.cfg.mapSeed, RandSeed: d.cfg.randSeed, Watch: d.cfg.watch,
		Choices: name(d.w, d.plan[:d.at.Steps-1]),
	}
	if faults := d.w.faults(); len(faults) > 0 {
		f := faults[0]
		finding, _ := d.w.describe(f)
		sched.Code, sched.Where, sched.Message = f.kind.Code(), f.where, finding.Message
	}
	if _, err := d.goTo(from); err != nil {
		return "", err
	}
	if file != "" {
		return file, os.WriteFile(file, sched.Bytes(), 0o666)
	}
	if path = d.session.keep(t, sched); path == "" {
		return "", errors.New("there is no place to keep schedules; name a file")
	}
	return path, nil
}

// maxCompleted bounds an execution that is completed by itself.
const maxCompleted = 1_000_000

// complete goes to the end of the execution.
func (d *Debugger) complete() error {
	d.rewind(d.at.Steps)
	for d.at.Steps < maxCompleted {
		if ok, err := d.step(nil); err != nil || !ok {
			return err
		}
	}
	return fmt.Errorf("the execution has not ended after %d steps", maxCompleted)
}
