package vm

import (
	"fmt"
	"go/token"
)

// An Outcome says how an execution ended.
type Outcome uint8

const (
	// Ongoing: it has not ended.
	Ongoing Outcome = iota
	// Done: every goroutine ended.
	Done
	// Deadlock: nothing can go on and the main function has not returned.
	Deadlock
	// Leak: the main function returned; goroutines are blocked forever.
	Leak
	// Crashed: an uncaught panic or a fatal error; see the last report.
	Crashed
	// Exited: os.Exit.
	Exited
	// Limited: a limit was exceeded; see [Machine.Limit].
	Limited
	// Stuck: the machine cannot run something; see [Machine.Unsupported].
	Stuck
	// Livelock: the main function goes round in circles; see the last report.
	Livelock
)

func (o Outcome) String() string {
	return [...]string{"ongoing", "done", "deadlock", "leak", "crashed", "exited", "limit exceeded", "unsupported", "livelock"}[o]
}

// stopKind says why the whole program ended, if it did.
type stopKind uint8

const (
	running stopKind = iota
	stopMain
	stopCrash
	stopExit
	stopLimit
	stopUnsupported
	stopEndless // nothing but time can pass
	stopPaused  // within a step; see lines.go
)

type stopState struct {
	kind        stopKind
	code        int    // exit status
	limit       string // name of the limit
	unsupported *Unsupported
}

// An Unsupported says what the machine cannot run, where, and how it was
// reached.
type Unsupported struct {
	What string
	Pos  token.Position
	Path []StackFrame // innermost first
}

func (u *Unsupported) Error() string { return fmt.Sprintf("%s: unsupported: %s", u.Pos, u.What) }

// stopWith ends the whole program; the first reason stays.
func (m *Machine) stopWith(s stopState) trap {
	if m.stop.kind == running {
		m.stop = s
	}
	if s.kind == stopUnsupported {
		return trapUnsupported
	}
	return trapStop
}

// ExitCode is the status of an exited program.
func (m *Machine) ExitCode() int { return m.stop.code }

// Limit names the limit that was exceeded: "steps", "memory", "goroutines",
// "stack", or "" if none was.
func (m *Machine) Limit() string { return m.stop.limit }

// Unsupported is what stopped the machine, or nil.
func (m *Machine) Unsupported() *Unsupported { return m.stop.unsupported }

// Output is what the guest has written to its standard output and error,
// interleaved as written. It is valid until the machine runs on.
func (m *Machine) Output() []byte { return m.output }

// A ReportKind is a kind of misbehaviour the machine itself notices.
type ReportKind uint8

const (
	RaceReport ReportKind = iota + 1
	PanicReport
	FatalReport   // Go's "fatal error"
	FailureReport // t.Error, t.Fatal and the like
	MisuseReport  // misuse of a synchronisation primitive
	LivelockReport
)

// A Report is something wrong that an execution did.
type Report struct {
	Kind    ReportKind
	Message string // in the programmer's terms; for a panic gc's text
	// Sides are the parties, in the order in which they acted; the last one
	// is where it was noticed.
	Sides []Side
}

// A Side is one party of a report.
type Side struct {
	Slot  Slot
	What  string // "read", "write", "panic", ...
	Index int32  // the goroutine's number of visible events before it
	Loc   Location
	Stack []StackFrame // innermost first
}

// A Location is a place in the code, the same for all machines of a program.
type Location struct{ Func, Instr int32 }

// A StackFrame is one activation.
type StackFrame struct {
	Func string // as runtime.FuncForPC gives it
	Pos  token.Position
	Loc  Location
}

// Reports are the reports of this execution so far. The slice is valid until
// the machine runs on.
func (m *Machine) Reports() []Report { return m.reports }

func (m *Machine) report(r Report) {
	if (r.Kind == PanicReport || r.Kind == FatalReport) && isMisuse(r.Message) {
		r.Kind = MisuseReport
	}
	m.reports = append(m.reports, r)
}
