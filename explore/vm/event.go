package vm

import "go/token"

// A Slot is the machine's small number for a stable name: a goroutine's spawn
// path, or a timer. The table of names only grows while a machine
// lives, so a name has the same slot in all its executions. Slot 0 is the
// main goroutine (the test's).
type Slot int32

// NoSlot stands for no goroutine.
const NoSlot Slot = -1

// A Choice is one thing that may happen next: the goroutine or timer Slot
// takes its next step in the way Alt says (see the Kind's doc for the meaning
// of its alternatives).
type Choice struct {
	Slot Slot
	Alt  int32
}

// A Mode says how a step touches an object. The modes are those of the
// searches' events, number for number; explore/system.go relies on it.
type Mode uint8

const (
	Read    Mode = iota + 1
	Write        // observes and changes
	Update       // changes without observing: commutes with Update
	Acquire      // takes exclusively
	Release      // gives back; never enabled together with Acquire
	Share        // takes shared; commutes with Share and Unshare
	Unshare
	Produce // makes available what Consume needs
	Consume
	Quiesce // happens only when nothing else can
	Await   // waits until nobody has the resource; commutes with Await, Read
)

// An Access is an object touched by a step. Object is an address of the
// machine with a part number in its lowest bits (see objects.go), or a
// slot-derived name; it is stable like all names.
type Access struct {
	Object uint64
	Mode   Mode
}

// MaxAccesses is how many accesses an event lists; an event with more is Wide.
const MaxAccesses = 6

// An Event is what a step did.
type Event struct {
	Choice
	Peer Slot // spawned goroutine, sender of an unbuffered receive, ...; NoSlot if none
	Kind Kind
	Wide bool // touches more than Accesses can list
	// Firm: the operation makes these very accesses in every state in which
	// its goroutine executes it, and waits for nothing but what a single
	// access of mode Acquire, Share, Await or Consume says.
	Firm     bool
	N        uint8
	Accesses [MaxAccesses]Access
}

func (e *Event) touch(object uint64, mode Mode) {
	if e.N == MaxAccesses {
		e.Wide = true
		return
	}
	e.Accesses[e.N] = Access{object, mode}
	e.N++
}

// A Kind is a kind of visible operation.
type Kind uint8

// A Pending is the next visible operation of a goroutine, with its operands
// evaluated.
type Pending struct {
	Kind Kind
	// Args and Res are indexes into the goroutine's stack: the words of the
	// operands, and where the results go.
	Args, Res int32
	// Aux is the operation's constant (for a select: its table of cases).
	Aux int64
	Pos token.Pos
}
