package dap

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/go-dap"

	"github.com/mazurka-go/mazurka/explore"
)

// clientInfo is how the client counts.
type clientInfo struct{ line0, column0 bool }

// launchArguments are those of the launch request.
type launchArguments struct {
	// Schedule is the file of a schedule; without it Package, a directory or an
	// import path, and Test say what to run.
	Schedule, Package, Test string
	// Choices, if there is no schedule, are the first ones to take: names of goroutines and
	// timers, each with an alternative behind it if it has several.
	Choices []string
	// Cwd is the directory of the module; empty means that of the schedule's package or
	// of the process.
	Cwd string
	// BuildFlags are for the go command; Env is added to its environment, and to that
	// of the test.
	BuildFlags []string
	Env        map[string]string
	// Explore: look for a finding to begin with if there is no schedule (default). Budget
	// is for how long.
	Explore *bool
	Budget  string
	// StopOnEntry: stop in front of the first line of the test (default).
	StopOnEntry *bool
	// StopAtFailure: begin at the first finding.
	StopAtFailure bool
}

const defaultBudget = 5 * time.Second

func enabled(flag *bool) bool { return flag == nil || *flag }

// initializeArguments are those of interest; flags that are missing count as true.
type initializeArguments struct{ LinesStartAt1, ColumnsStartAt1 *bool }

func (s *server) initialize(args *initializeArguments) (any, error) {
	s.client = clientInfo{line0: !enabled(args.LinesStartAt1), column0: !enabled(args.ColumnsStartAt1)}
	return dap.Capabilities{
		SupportsConfigurationDoneRequest: true,
		SupportsStepBack:                 true,
		SupportsSteppingGranularity:      true,
		SupportsRestartRequest:           true,
		SupportsTerminateRequest:         true,
		SupportsExceptionInfoRequest:     true,
		SupportsDelayedStackTraceLoading: true,
		SupportsEvaluateForHovers:        true,
		SupportsFunctionBreakpoints:      true,
		SupportsConditionalBreakpoints:   true,
		SupportsLogPoints:                true,
		SupportsDataBreakpoints:          true,
		SupportsGotoTargetsRequest:       true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{{
			Filter: "findings", Label: "Findings", Default: true,
			Description: "Stop where the execution shows a fault: a race, a panic, a failure, a deadlock, ...",
		}},
	}, nil
}

// start is the launch request.
func (s *server) start(args *launchArguments) (any, func() error, error) {
	if s.debugger != nil {
		return nil, nil, errors.New("something is being debugged already")
	}
	s.launch = *args
	var err error
	if s.debugger, err = s.newDebugger(); err != nil {
		return nil, nil, err
	}
	s.debugger.StopAtFindings(true)
	return nil, func() error {
		s.event("initialized", nil)
		return nil
	}, nil
}

func (s *server) newDebugger() (*explore.Debugger, error) {
	snap, sched, err := s.prepare()
	if err != nil {
		return nil, err
	}
	return s.session.Debug(s.work, snap, sched, func() bool { return s.interrupts.Load() > 0 })
}

// restart begins anew, with the code as it is now.
func (s *server) restart(*struct{}) (any, func() error, error) {
	d, err := s.newDebugger()
	if err != nil {
		return nil, nil, err
	}
	d.AdoptBreakpoints(s.debugger)
	s.debugger.Close()
	s.debugger = d
	s.printed = 0
	return nil, s.run, nil
}

// prepare loads the code and finds or makes the schedule.
func (s *server) prepare() (*explore.Snapshot, *explore.Schedule, error) {
	a := &s.launch
	dir, pattern := a.Cwd, a.Package
	var sched *explore.Schedule
	if a.Schedule != "" {
		file := a.Schedule
		if !filepath.IsAbs(file) {
			file = filepath.Join(a.Cwd, file)
		}
		var err error
		if sched, err = explore.ReadSchedule(file); err != nil {
			return nil, nil, err
		}
		pattern = sched.Package
		if d := sched.PackageDir(file); d != "" {
			dir, pattern = d, "."
		}
	} else if a.Test == "" {
		return nil, nil, errors.New("launch needs a schedule, or a package and a test")
	}
	if filepath.IsAbs(pattern) {
		dir, pattern = pattern, "."
	}
	o := explore.LoadOptions{Dir: dir, Patterns: []string{pattern}, BuildFlags: a.BuildFlags, TestEnv: pairs(a.Env)}
	if len(a.Env) > 0 {
		o.Env = append(os.Environ(), o.TestEnv...)
	}
	snap, err := s.session.Load(s.work, o)
	if err != nil {
		return nil, nil, err
	}
	if sched == nil {
		sched, err = s.firstSchedule(snap)
	}
	return snap, sched, err
}

func pairs(env map[string]string) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}

// firstSchedule makes a schedule of a test: that of its first finding if it is to be explored and
// there is one, else an empty one.
func (s *server) firstSchedule(snap *explore.Snapshot) (*explore.Schedule, error) {
	test, err := lookup(snap, s.launch.Test)
	if err != nil {
		return nil, err
	}
	empty := &explore.Schedule{Package: test.Package, Test: test.Name, Dir: filepath.Dir(test.Pos.Filename)}
	for _, c := range s.launch.Choices {
		name, alternative, _ := strings.Cut(c, " ")
		empty.Choices = append(empty.Choices, explore.NamedChoice{Goroutine: name, Alternative: alternative})
	}
	if !enabled(s.launch.Explore) || len(empty.Choices) > 0 {
		return empty, nil
	}
	budget := defaultBudget
	if s.launch.Budget != "" {
		if budget, err = time.ParseDuration(s.launch.Budget); err != nil {
			return nil, fmt.Errorf("budget: %w", err)
		}
	}
	s.output("console", fmt.Sprintf("exploring %s ...\n", test.Name))
	res := s.session.Check(s.work, []*explore.Test{test}, explore.Options{Budget: budget}, nil)[0]
	switch {
	case res == nil:
		return empty, nil // its package does not compile, which will be told
	case len(res.Findings) == 0:
		s.output("console", fmt.Sprintf("%s: no finding after %d executions; the schedule is yours to choose\n", res.Verdict, res.Executions))
		return empty, nil
	}
	s.output("console", res.Findings[0].Message+"\n")
	return res.Findings[0].Schedule, nil
}

// lookup finds a test by its name in the packages of a snapshot.
func lookup(snap *explore.Snapshot, name string) (*explore.Test, error) {
	for _, p := range snap.Packages {
		if t := snap.Lookup(p.Path, name); t != nil {
			return t, nil
		}
	}
	var problems []string
	for _, p := range snap.Packages {
		for _, e := range p.Errors {
			problems = append(problems, e.Message)
		}
	}
	for _, e := range snap.Unmatched {
		problems = append(problems, e.Message)
	}
	if len(problems) > 0 {
		return nil, fmt.Errorf("there is no test %s: %s", name, strings.Join(problems, "; "))
	}
	return nil, fmt.Errorf("there is no test %s", name)
}

// begin is the configurationDone request: from now on things move.
func (s *server) begin(*struct{}) (any, func() error, error) {
	if s.configured {
		return nil, nil, nil
	}
	s.configured = true
	return nil, s.run, nil
}

// run makes the first move.
func (s *server) run() error {
	switch {
	case s.launch.StopAtFailure:
		return s.move(s.debugger.RunToFinding)
	case enabled(s.launch.StopOnEntry):
		return s.move(s.debugger.Restart)
	}
	return s.move(s.debugger.Continue)
}

// move moves the debugger and tells where it is then.
func (s *server) move(f func() (explore.Stopped, error)) error {
	s.forget()
	at, err := f()
	if err != nil {
		if s.work.Err() != nil {
			return nil
		}
		return err
	}
	s.print()
	if at.Reason == explore.StopOver {
		s.event("terminated", dap.TerminatedEventBody{})
		return nil
	}
	s.stopped = at
	s.tell()
	return nil
}

// reasons are the protocol's words for those that are not the debugger's.
var reasons = map[explore.StopReason]string{explore.StopEnd: "pause"}

// tell says where the debugger is.
func (s *server) tell() {
	at := s.stopped
	reason := string(at.Reason)
	if r, ok := reasons[at.Reason]; ok {
		reason = r
	}
	s.event("stopped", dap.StoppedEventBody{
		Reason: reason, Description: s.description(), Text: at.Text, ThreadId: thread(at.Goroutine),
		AllThreadsStopped: true, HitBreakpointIds: at.Breakpoints,
	})
}

// description says in a few words where the debugger is in the execution.
func (s *server) description() string {
	pos := s.debugger.At()
	where := fmt.Sprintf("step %d", pos.Steps-1)
	if n := s.debugger.Planned(); pos.Steps > 0 && n > 0 {
		where += fmt.Sprintf(" of %d", n)
	}
	switch {
	case pos.Steps == 0:
		where = "before the first step"
	case pos.Stops > 0:
		where = "in " + where
	}
	switch s.stopped.Reason {
	case explore.StopEnd:
		return s.stopped.Text + " (" + where + ")"
	case explore.StopFinding:
		return "finding " + s.stopped.Code + " (" + where + ")"
	}
	return where
}

// print passes on what the test has printed for the first time.
func (s *server) print() {
	for _, text := range s.debugger.Logs() {
		s.output("console", text+"\n")
	}
	out := s.debugger.Output()
	if len(out) > s.printed {
		s.output("stdout", out[s.printed:])
		s.printed = len(out)
	}
}

func (s *server) disconnect(*dap.DisconnectArguments) (any, func() error, error) {
	return nil, func() error {
		s.gone = true
		return nil
	}, nil
}

func (s *server) terminate(*dap.TerminateArguments) (any, func() error, error) {
	return nil, func() error {
		s.event("terminated", dap.TerminatedEventBody{})
		return nil
	}, nil
}

// pause has ended the move that was under way; if there was none, nothing happens.
func (s *server) pause(*dap.PauseArguments) (any, func() error, error) { return nil, nil, nil }
