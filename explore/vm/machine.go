package vm

import "github.com/mazurka-go/mazurka/explore/vm/compile"

// Limits bound one execution exactly. Zero means the default.
//
// What the machine itself remembers, to go back and to detect races, may take
// four times the limit on memory; the shadow of race detection takes three times
// what it is about. Together with room to grow, a machine takes at most about
// twelve times the limit.
type Limits struct {
	Steps      int64  // instructions of one execution
	LocalSteps int64  // instructions between two visible operations
	Memory     uint64 // bytes allocated and not rewound
	Goroutines int    // live goroutines
	Depth      int    // words of one goroutine's stack
	// Stop, if not nil, is asked every few million instructions whether to
	// end the execution, which then exceeds the limit "stop".
	Stop func() bool
}

// A Machine is one world of a program: memory, goroutines, channels, clocks.
// It is not safe for concurrent use; several machines may share a Program.
//
// The state of a machine is split into parts, each in its own file with its
// own undo: the arena (memory.go), goroutines (goroutine.go), the
// scheduler's state (sched.go), vector clocks and race shadow (hb.go,
// race.go). A part that is not in the arena keeps a trail of its own and
// takes part in [Machine.Mark] and [Machine.Rewind].
type Machine struct {
	arena
	regions
	prog      *Program
	cfg       Config
	world     World
	limits    Limits
	memory    []byte          // backs the arena
	startBits []byte          // backs starts
	rolen     uint64          // how much of the program's rodata has been copied
	codes     []*compile.Func // by number; nil until first called here
	types     typeCache       // what it has found out about types; never rewound
	live      uint64          // bytes allocated in this execution
	mallocs   uint64          // see [Machine.malloc]
	coros     int             // coroutines that have not ended
	seeded    bool            // a seed of the configuration has mattered; never rewound
	steps     int64           // instructions executed in this execution

	names nameTable // slots; never rewound
	gs    []*G      // by slot; nil or ended if not live

	interp interpState
	lines  lineState
	sched  schedState
	races  raceState
	order  orderState

	recorder *recorder // nil if nobody wants to be told; never rewound

	output  []byte // what the guest wrote to stdout and stderr, in order
	spans   []Span // which parts of it went where; may reach beyond its end
	reports []Report
	stop    stopState

	// epoch counts marks and rewinds; a goroutine whose epoch is older is
	// saved before it changes.
	epoch  uint64
	gtrail []savedG
	strail []gstate
	wtrail []uint64
	marks  []mark
}

// A G is a goroutine.
type G struct {
	Slot   Slot
	Parent Slot
	gstate
	stack  []uint64 // frame windows
	frames []Frame
	// epoch and low belong to the undo of stack and frames: frames below
	// index low have not changed since the last mark.
	epoch uint64
	low   int
}

// gstate is the part of a goroutine that is saved whole.
type gstate struct {
	status  Status
	pending Pending
	region  region
	spawned int32  // children so far: the next one's name
	index   int32  // visible events so far
	panics  Addr   // innermost panic record in the arena, 0 for none
	goPos   int32  // position of the go statement
	creator uint64 // return address of the go statement
	labels  Addr   // as package runtime/pprof sets them
	depth   int32  // len(frames)
	vc      clockRef
	sync    syncState // the scheduler's per-goroutine state
	// randKey and randCount are the state of the goroutine's random numbers.
	randKey   uint64
	randCount uint32
	skipped   bool // the test skipped itself; of the main goroutine only
	survives  bool // faults are panics: debug.SetPanicOnFault
}

// A Status says what a goroutine is doing.
type Status uint8

const (
	// Unborn: not yet, or not in this execution.
	Unborn Status = iota
	// Parked in front of its pending visible operation (enabled or not).
	Parked
	// Running is seen only while Step executes.
	Running
	// Ended: returned, Goexit, or ended with the whole program.
	Ended
)

// A Frame is an activation of a function.
type Frame struct {
	fn   *compile.Func
	pc   int32 // next instruction
	base int32 // its window is stack[base : base+fn.Words]
	// defers is the innermost deferred call of this frame in the arena, 0
	// for none.
	defers Addr
	flags  frameFlags
	// stopped is the instruction at which it was seen last to begin a line, plus 1;
	// see lines.go.
	stopped uint16
	origin  origin // as [Machine.allocatesHidden] has found it out; no part of the state
	// token is the address that stands for this frame where the body of a
	// range-over-func loop defers a call on it; 0 if it was never asked for.
	token uint32
}

// Defaults of the limits.
const (
	defaultSteps      = 1_000_000_000
	defaultLocalSteps = 300_000_000
	defaultMemory     = 512 << 20
	defaultGoroutines = 10_000
	defaultDepth      = 1 << 25
)

func (l Limits) withDefaults() Limits {
	def := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.Steps, defaultSteps)
	def(&l.LocalSteps, defaultLocalSteps)
	if l.Memory == 0 {
		l.Memory = defaultMemory
	}
	if l.Goroutines == 0 {
		l.Goroutines = defaultGoroutines
	}
	if l.Depth == 0 {
		l.Depth = defaultDepth
	}
	return l
}
