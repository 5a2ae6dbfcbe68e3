package explore

import (
	"go/token"

	"github.com/mazurka-go/mazurka/por"
)

// A world is one program under a scheduler, as the code that decides sees
// it: the system that a search calls, and what became of each execution.
// system.go makes worlds of machines; tests make them of toy systems. Like a
// machine, a world is not safe for concurrent use.
type world interface {
	por.Pending
	por.Rewinder
	por.Stateful

	// ending says how the execution ended; it is asked when nothing is
	// enabled.
	ending() ending
	// faults are what is wrong with this execution so far, in order of
	// discovery; a deadlock or leak is the last one, at its end. The slice is
	// valid until the next step.
	faults() []fault
	// reported counts what was noticed during the execution; a deadlock or
	// leak at its end does not count.
	reported() int
	// accesses names the accesses that make up the present races, to be
	// watched.
	accesses() []string
	// describe tells one of the present faults in full, but for what
	// depends on the whole schedule, and says where its sides belong in it.
	describe(fault) (*Finding, []side)

	// procName and proc translate between processes and their stable names,
	// altName and alt between alternatives and theirs: names outlive the
	// world, numbers do not. An altName of "" stands for alternative 0.
	procName(por.Proc) string
	proc(name string) (por.Proc, bool)
	altName(por.Choice) string
	alt(p por.Proc, name string) (int32, bool)
	// early says that the choice is a timer firing although time has not
	// come to it, or a fault of the network.
	early(por.Choice) bool
	// timers says that some execution so far made a timer.
	timers() bool
	// seeded says that some execution so far depended on the order of a map or
	// on random numbers.
	seeded() bool

	// telling of one execution
	column(por.Proc) Goroutine
	step(por.Choice) Step // what the choice, enabled now, is about to do
	// stepped completes what step said last, of the choice executed since, and
	// returns which shared memory was accessed.
	stepped(*Step) []access
	// partner is the choice of another process that an enabled one executes as
	// well: the other half of a communication.
	partner(por.Choice) (por.Choice, bool)
	// lives reports whether a process has begun and not ended; waitsFor says
	// what it is about to do, where, and who has the lock that it takes, -1 for
	// nobody.
	lives(por.Proc) bool
	waitsFor(por.Proc) (on string, pos token.Position, holder por.Proc)
	// clock appends the vector clock of a process, by process. Its own component
	// is what others will know by its next release.
	clock(p por.Proc, buf []uint32) []uint32
	// survey lets the world find out in the next execution which memory is
	// shared; record ends that.
	survey()
	record()
	output() []byte

	// final is a fingerprint of what there is at the end of an execution, however it
	// came about.
	final() [2]uint64
	// unordered reports whether, since it was last asked, something has shown that
	// fingerprints did not tell all that they have to, and now do: a search that
	// matches states has to begin anew. everything sees to it that this does not
	// happen again.
	unordered(everything bool) bool

	// held is how much memory the world holds.
	held() uint64

	close()
}

// A worldConfig says what may differ between the worlds of one test.
type worldConfig struct {
	early             bool // timers may fire early
	ticking           bool // time passes while something can go on
	faults            int  // how many faults of the network there may be
	mapSeed, randSeed uint64
	watch             []string // names of plain accesses that are visible
	strict            bool     // see ending.overgiven
	matching          bool     // states are to be matched
	lines             bool     // a debugger stops within steps; [world].Reset goes back to before the test
	// stop, if not nil, is asked during long steps whether to end the
	// execution.
	stop func() bool
}

// A factory makes worlds of one test, in the initial state.
type factory interface {
	world(worldConfig) (world, error)
	// alike makes n worlds in which the same things have the same numbers.
	alike(cfg worldConfig, n int) ([]world, error)
}

// An ending says how an execution ended.
type ending struct {
	kind    endKind
	bound   string   // if endLimit: which limit,
	global  bool     // and whether it is on what all processes do together
	missing *Missing // if endMissing
	skipped bool     // the test skipped itself
	// overgiven: shares were given back that some order gives back too early.
	// Only a search that is strict from the beginning finds all orders.
	overgiven bool
	// beside: something ran beside a bubble of testing/synctest, whose orders are not
	// all explored.
	beside bool
}

type endKind uint8

const (
	endNormal  endKind = iota // done, or with a fault
	endLimit                  // a limit of the machine was exceeded
	endMissing                // the machine cannot run something
	endStopped                // worldConfig.stop wanted it
)

// A fault identifies something wrong: two executions with equal faults show
// the same thing. It is comparable.
type fault struct {
	kind Kind
	// where tells apart faults of one kind: program points, not goroutines
	// or values.
	where string
	// what names the variable of a race, if it has a name: of the races on
	// one variable one is reported.
	what string
}

// A side is one party of a fault, as a step of the story: what the process
// does after some number of events, which is no event itself.
type side struct {
	proc  por.Proc
	after int // events of the process before it; -1: all
	step  Step
}

// An access is an [Access] of a process, which has made index events before it.
type access struct {
	Access
	proc  por.Proc
	index int
}
