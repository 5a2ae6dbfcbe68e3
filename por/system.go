package por

// A Proc names a process: a goroutine, or an agent of the system such as a
// timer. Names are stable: whenever the same events lead to the creation of
// a process, it gets the same name. They are small non-negative integers, so
// searches index slices with them.
type Proc int32

// A Choice is one thing a scheduler may do next: let Proc take its next
// step, in the way Alt says. Alternatives are named by what they do (the
// case, the partner), never by their position among those enabled now.
//
// Alt is 0 exactly when the operation the process is at has one way to go,
// whatever the others do: a lock, a store, a receive from a buffered channel.
// Every alternative of an operation that may have several has another Alt,
// even if only one is enabled now: the cases and the default of a select, a
// receive that names its sender. Searches rely on it: other alternatives of
// an event with Alt 0 are not looked for.
type Choice struct {
	Proc Proc
	Alt  int32
}

// A Mode says how an event touches an object. Two accesses to one object
// are related as the table of [Mode.conflict] says.
type Mode uint8

const (
	// Read observes; it commutes with Read and Await.
	Read Mode = iota + 1
	// Write observes and changes; it commutes with nothing.
	Write
	// Update changes without observing (counter add with unused result,
	// WaitGroup Done); it commutes with Update.
	Update
	// Acquire takes a resource exclusively, Release gives it back. The two
	// are ordered but never enabled together: whoever gives back what
	// another process has taken makes a Write, as does a Release that fails.
	Acquire
	Release
	// Share takes a resource together with other sharers, Unshare gives a
	// share back. Both commute with both. Adding to a WaitGroup is a Share,
	// Done an Unshare, provided that the shares given back so far and now are
	// covered by those that happened before: a Done that might have come too
	// early is a Write.
	Share
	Unshare
	// Produce makes something available (the k-th item of a channel, the
	// k-th free slot, a wake-up), Consume needs it: ordered, never enabled
	// together. Consume commutes with Consume: processes that compete for
	// one thing say so by a Write.
	Produce
	Consume
	// Quiesce happens only when nothing else can (virtual time moving on):
	// ordered with every other event, enabled together with none.
	Quiesce
	// Await waits until nobody has the resource, neither exclusively nor
	// shared, and does not take it (the Wait of a WaitGroup). It commutes
	// with Await and Read.
	Await
)

// An Access is an object and how it is touched. Objects are named like
// processes: the same in every execution. The zero Access touches nothing.
type Access struct {
	Object uint64
	Mode   Mode
}

// MaxAccesses is how many objects one event can list.
const MaxAccesses = 6

// An Event is an executed step. It is comparable plain data.
type Event struct {
	Choice
	// Peer is a second process the event involves, -1 if none: the goroutine
	// spawned, or the sender that an unbuffered receive takes its value
	// from. The event is ordered with all events that involve Peer, as if it
	// were Peer's own. That order cannot be reversed unless one of the two
	// events has an Alt.
	Peer Proc
	// Op is the system's own code for the operation. Searches do not
	// look at it, except to compare.
	Op uint16
	// Wide marks an event whose accesses could not be listed, or that ends
	// the whole execution: it is dependent with every other event.
	Wide bool
	// Firm promises that the operation would have made these very accesses in
	// every earlier state in which its process was at it and could have
	// executed it, and that it waits for nothing,
	// or else has one access only, of mode Acquire, Share, Await or Consume,
	// and waits for nothing but what that says. A store, an atomic add or a
	// Lock is firm; a compare-and-swap, a TryLock, a receive or a select is
	// not. False is always sound; a search then tries out whether and how
	// the operation could happen earlier, which costs time.
	Firm bool
	// Blind promises that the Writes of the event overwrite what was there
	// without observing it, and that nobody has to wait for what they write: a
	// store is blind, a compare-and-swap is not. False is always sound; the
	// search observers gains by it.
	Blind bool
	// Accesses lists the objects touched from the front; the first zero
	// Access ends the list.
	Accesses [MaxAccesses]Access
}

// A System is a deterministic concurrent program.
//
// Contract (checked by [Check]): after Reset, replaying a schedule yields the
// same events and the same enabled sets; executing two adjacent independent
// events in the other order yields the same events and enabled sets
// afterwards.
type System interface {
	// Reset puts the system back in its initial state.
	Reset()
	// Enabled appends the choices possible now to buf, ordered by Proc; those of
	// one process come in the same order whenever the system is in that state.
	// None means that the execution is over, whether by termination, deadlock or
	// failure: what it means is the system's affair.
	Enabled(buf []Choice) []Choice
	// Step executes a choice that is enabled now.
	Step(c Choice) Event
}

// A Pending system tells what every process would do next, blocked
// processes included.
type Pending interface {
	System
	// Pending appends, for every live process, the events it would execute
	// next, one per alternative, whether or not they are enabled now. The
	// accesses of an operation that is not enabled are those it would make
	// once enabled in the present state; that it ends the execution (Wide)
	// may show only then. Ways that could take a thing from
	// each other list an object they have in common, blocked or not, be it as
	// a Read: for senders and receivers that meet, the channel.
	Pending(buf []Event) []Event
}

// A Rewinder can go back without executing from the start. Marks are used
// as a stack: Rewind(m) also forgets all marks taken after m, while m itself
// stays valid.
type Rewinder interface {
	System
	Mark() int
	Rewind(mark int)
}

// A Stateful system can compare states.
type Stateful interface {
	System
	// Fingerprint is a hash of all that can influence what happens from
	// here on.
	Fingerprint() [2]uint64
}

// A Spinner tells waiting loops: see spin.go.
type Spinner interface {
	System
	// Spins reports whether the operation that p is at, executed now, would
	// bring p back to it, with nothing changed that anybody can tell: no
	// process, p included, would do anything else for it later. An event of an
	// operation that may spin is not Firm, and what it reads is not written
	// by a Blind one: who spins is waiting.
	Spins(p Proc) bool
	// Quiescent appends the choices that there would be if none of the processes
	// that spin could go on, none of the others being able to.
	Quiescent(buf []Choice) []Choice
}

// A Lookahead answers whether a process, or any it may start, may from here
// on execute an event dependent with e. True is always sound.
type Lookahead interface {
	System
	MayConflict(p Proc, e Event) bool
}

// A Foresight is a Lookahead that leaves out what cannot be reversed: it tells whether
// a process, or any it may start, may from here on and before e execute an event dependent with e, where
// e is pending and enabled. What has to wait for e, as a Lock does for an Unlock,
// does not count.
type Foresight interface {
	Lookahead
	MayPrecede(p Proc, e Event) bool
}

// A Heap is a system in which processes come by some of the objects they access
// through variables. A site is where they do: a variable, a point in the
// program and a process. Sites are named by small non-negative integers, the
// same in every execution.
type Heap interface {
	Lookahead
	// Site is the site of the operation that p is at, -1 if it has none: then
	// its objects are known in advance.
	Site(p Proc) int32
	// Future appends the accesses that p, or any process it may start, may make
	// from here on to the object of x: to that very object or, at a
	// site, to a like part of what may turn out to be the same object. What is
	// Wide need not be foreseen.
	Future(p Proc, x Access, buf []FutureAccess) []FutureAccess
	// Shared reports whether a process other than p could access an object
	// without p doing anything more. True is always sound.
	Shared(p Proc, object uint64) bool
}

// A FutureAccess is an access that may be made at a site, -1 if the object is
// known in advance.
type FutureAccess struct {
	Site int32
	Mode Mode
}
