package explore

import (
	"go/token"
	"time"
)

// LoadOptions say which packages to look at.
type LoadOptions struct {
	// Dir is the directory in which patterns are interpreted; empty means
	// the current directory. Positions are shown relative to it.
	Dir string
	// Patterns are package patterns as in go test; none means ".".
	Patterns []string
	// Tags are build tags, in addition to those in GOFLAGS.
	Tags []string
	// BuildFlags are further flags for the go command, such as -mod=vendor.
	BuildFlags []string
	// Env is the environment of the go command; nil means that of the
	// process.
	Env []string
	// TestEnv is the environment of the tests: NAME=VALUE. Besides it they see
	// only a few variables with fixed values, so that verdicts do not depend
	// on where they were reached.
	TestEnv []string
	// Overlay has the contents of unsaved files by absolute path.
	Overlay map[string][]byte
}

// A Snapshot is what one load saw. It is immutable and may be used by
// several goroutines, also while the session loads again.
type Snapshot struct {
	// Packages are those that the patterns match, sorted by import path.
	Packages []*Package
	// Unmatched has errors that belong to no package.
	Unmatched []Error

	snapshotState
}

// A Package is a package with its tests, external ones included.
type Package struct {
	Path   string
	Dir    string
	Errors []Error // why it cannot be compiled; its tests cannot be checked then
	Tests  []*Test // in the order of go test

	packageState
}

// A Test is a function that go test knows.
type Test struct {
	Package string // import path of the package under test
	Name    string
	Kind    TestKind
	Pos     token.Position // of the name
	End     token.Position // behind the function

	testState
}

// A TestKind says what sort of function a [Test] is. Fuzz targets are explored
// on their seeds, benchmarks for one iteration, and examples if they say what
// they print.
type TestKind string

const (
	IsTest      TestKind = "test"
	IsBenchmark TestKind = "benchmark"
	IsFuzz      TestKind = "fuzz"
	IsExample   TestKind = "example"
)

// Explored reports whether the test is explored unless one asks for less or
// more: tests and fuzz targets are.
func (t *Test) Explored() bool { return t.Kind == IsTest || t.Kind == IsFuzz }

// Runnable reports whether Check can explore the test.
func (t *Test) Runnable() bool { return t.Kind != IsExample || t.test.Example != nil }

// An Error is a reason why code cannot be compiled.
type Error struct {
	Pos     token.Position // may be invalid
	Message string
}

// Timing says what timers may do.
type Timing string

const (
	// TimingBoth explores without early firing first, then with it.
	TimingBoth Timing = ""
	// TimingQuiet lets timers fire only when nothing else can run.
	TimingQuiet Timing = "quiet"
)

// Limits bound one execution. Zero means the default.
type Limits struct {
	Steps      int64  // instructions of one execution
	LocalSteps int64  // instructions between two visible operations
	Memory     uint64 // bytes allocated by one execution
	Goroutines int    // live goroutines
	Events     int    // visible operations of one execution
}

// Options say how tests are explored. The zero value is the default.
type Options struct {
	// Budget is the time for each test; zero means [DefaultBudget].
	Budget time.Duration
	// Algorithm is the name of one search (see [Algorithms]); empty or
	// "auto" lets the portfolio decide.
	Algorithm string
	// Seed is the seed of the random walks, and of what the hunt varies.
	Seed   uint64
	Timing Timing
	// Faults is how many faults of the network an execution may have: partial
	// and merged deliveries, broken connections, deadlines that pass, lost
	// packets. They are explored last.
	Faults int
	Limits Limits
	// Jobs is how many tests are explored at the same time; zero means one
	// for each processor.
	Jobs int
	// Workers is how many explore one test together, if the Algorithm is auto or one that
	// can be shared; zero means one. It makes no difference to what is found.
	Workers int
	// TotalMemory is how many bytes the process may hold; zero means a
	// default. When it holds more, explorations end before their budget.
	TotalMemory uint64
	// Gate, if not nil, holds the exploration up while it is closed.
	Gate *Gate `json:"-"`
	// NoCache neither reads nor writes results of earlier checks.
	NoCache bool
}

// DefaultBudget is the time for each test.
const DefaultBudget = 10 * time.Second

// A Verdict is how the exploration of a test ended.
type Verdict string

const (
	// Verified: every trace within the stated semantics was explored and
	// nothing was found.
	Verified Verdict = "verified"
	// Failed: there is at least one finding.
	Failed Verdict = "failed"
	// Incomplete: a bound cut the exploration, named by [Result].Bound.
	Incomplete Verdict = "incomplete"
	// Unsupported: the machine cannot run something that the test needs.
	Unsupported Verdict = "unsupported"
	// Broken: the exploration itself failed by a fault of ours, told by
	// [Result].Internal. It says nothing about the test.
	Broken Verdict = "broken"
)

// A State says where a test is on its way to a verdict.
type State string

const (
	Queued  State = "queued"
	Running State = "running"
	Done    State = "done"
)

// An Update tells of progress. Updates of one test come in order; those of
// several tests are never delivered at the same time.
type Update struct {
	Test     *Test
	State    State
	Progress Progress
	// Finding is set when a finding is published, before the verdict.
	Finding *Finding
	// Result is set if State is Done.
	Result *Result
}

// A Progress says how far the exploration of a test is.
type Progress struct {
	Phase      string // "hunt", "search", "search with early timers", ...
	Executions int
	Estimate   float64 // of the number of executions in all; 0 if unknown
	Elapsed    time.Duration
}

// A Result is the verdict of one test and how it came about.
type Result struct {
	Test        *Test
	Verdict     Verdict
	Algorithm   string // the search that decided
	Executions  int
	Blocked     int // executions cut by sleep sets
	States      int
	Transitions int
	Estimate    float64
	Elapsed     time.Duration
	Findings    []*Finding // without early timers first, then in order of discovery
	Ignored     int        // findings that comments in the code suppress
	Missing     *Missing   // set if Unsupported
	Bound       string     // set if Incomplete: "budget of 10s", ...
	Internal    string     // set if Broken: what happened, with a stack
	Cached      bool       // taken from an earlier check
	Skipped     bool       // the test skipped itself in every execution; set if Verified, or if there was one
	Output      string     // what the test logged, under the first schedule
}

// Missing is something that the machine cannot run.
type Missing struct {
	What string         // "call of net.Dial", ...
	Pos  token.Position // where
	Path []string       // the calls that lead there, outermost first
}

// A Kind is a kind of finding.
type Kind string

const (
	KindRace     Kind = "race"
	KindDeadlock Kind = "deadlock"
	KindLeak     Kind = "leak"
	KindPanic    Kind = "panic"
	KindFailure  Kind = "failure"
	KindLivelock Kind = "livelock"
	KindMisuse   Kind = "misuse"
)

// A Finding is a fault of the code under test with a schedule that
// reproduces it.
type Finding struct {
	Code    string // stable: "MZ001"
	Kind    Kind
	Message string // one sentence
	Pos     token.Position
	// Related tells the story in schedule order.
	Related []Related
	// Timing marks a finding that needs a fault of the network, or a timer to
	// fire while goroutines can still run.
	Timing bool
	// Preemptions is how often the schedule switches away from a goroutine
	// that could go on.
	Preemptions int
	// Schedule is the schedule; File is where it was stored, empty if it
	// could not be. Interleaving is what it does.
	Schedule     *Schedule
	File         string
	Interleaving *Interleaving
}

// A Related position belongs to a finding.
type Related struct {
	Pos       token.Position
	Goroutine string // "test goroutine", "goroutine started at bank.go:31"
	Message   string
	// Side marks the positions that the finding is about, as opposed to
	// those that tell how it came to it.
	Side bool
}

// An Interleaving is one execution, told step by step.
type Interleaving struct {
	Package, Test string
	// Findings are what the execution shows; those of other executions of
	// the same test are not here.
	Findings   []*Finding
	Goroutines []Goroutine // the columns
	Steps      []Step
	// Edges are the happens-before edges between steps of different goroutines,
	// but for those that follow from others.
	Edges []Edge
	// Waits are the times at which goroutines could not go on.
	Waits  []Wait
	Output string // what the test printed and logged
}

// An Edge says that a step happens before another one: a send before the
// receive, an unlock before the lock.
type Edge struct{ From, To int } // indexes into Steps

// A Wait is a time at which a goroutine was blocked, with moments in which it could have
// gone on and others were faster.
type Wait struct {
	Goroutine int // index into Goroutines
	// From and To are indexes into Steps: after the one, if not -1, it could not
	// go on; by the other it could. To is -1 if it never could.
	From, To int
	On       string // what it was about to do
	Pos      token.Position
	// Holder is an index into Goroutines: who had the lock when the goroutine
	// began to wait for it; -1 if it waited for something else.
	Holder int
}

// A Goroutine is a column of an interleaving.
type Goroutine struct {
	Name  string // stable name: "0.1"
	Label string // "test goroutine", "goroutine started at bank.go:31"
	Start token.Position
	Func  string // what it runs, if it is seen to run
}

// A Step is one visible operation in an interleaving.
type Step struct {
	Index     int // number of the choice in the schedule, or -1
	Goroutine int // index into Goroutines
	Pos       token.Position
	Source    string // the line, trimmed
	Text      string // what happens: "sync.Mutex.Lock of Account.mu"
	// Matters is false for steps that can be left out of the story.
	Matters bool
	// Side marks what the finding is about: an access, a failure, a wait
	// that never ends. If it is no choice of the schedule, Index is -1.
	Side bool

	// Early marks a timer that fires, or a sleep that ends, although time has
	// not come to it.
	Early bool
	// Fault says which fault of the network happens, "" if none.
	Fault string
	// Half marks the half of a communication that the step behind it completes.
	// It is no choice of the schedule: Index is -1. Completed marks the step in which
	// the goroutine of the half goes on.
	Half, Completed bool

	// Calls are the function that the step is in and those that called it,
	// outermost first, as far as they are not of the standard library.
	Calls []Call
	// Values is what the step does to values.
	Values []Value
	// Accesses are the plain accesses to shared memory between the step and the
	// next one, in order.
	Accesses []Access

	library bool // deep in a library, with no caller in the module
}

// A Call is an activation of a function.
type Call struct {
	Func string
	Pos  token.Position // where it is in the function
}

// A Value is what an operation does to a value.
type Value struct {
	// What is "send", "receive", "read", "write", or "use" of a channel, a lock
	// or the like.
	What       string
	Name, Type string
	// Before is the value; After, if the operation may change it, what it is
	// afterwards.
	Before, After string
	// Object tells apart what has the same name.
	Object uint64
}

// An Access is a plain access to memory that several goroutines access, one of
// which writes it.
type Access struct {
	Goroutine int // index into Goroutines
	Pos       token.Position
	Source    string // the line, trimmed
	Calls     []Call
	Value     Value
}
