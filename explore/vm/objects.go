package vm

// Names of the objects that events touch. An object is an address, a part of
// what is there, and for the items and free places of a channel their
// number: 32, 8 and 24 bits. Addresses are stable names (see region.go), so
// objects are too.

type part uint8

const (
	// partMemory is four bytes of plain or atomically accessed memory.
	partMemory part = iota
	// A mutex, an RWMutex's gate (open unless a writer has announced itself)
	// and its readers, a WaitGroup, a Once, a Cond's queue, and whatever the
	// models of the standard library touch as one.
	partMutex
	partGate
	partReaders
	partCounter
	partOnce
	partQueue
	partWhole
	// partTicket is the wake-up of the goroutine whose slot stands in place
	// of the address.
	partTicket
	// The two ends of a channel, its state of being closed, its k-th item and
	// its k-th free place.
	partTail
	partHead
	partClosed
	partItem
	partRoom
	// partTimer is the timer whose slot stands in place of the address.
	partTimer
	// partMissed is what a timer misses by the event of that number of the
	// goroutine whose slot stands in place of the address.
	partMissed
	// partKey is the key of a sync.Map with that hash.
	partKey
	// partFault is how many faults of the network are left.
	partFault
)

// serialMask bounds the number of an item in a name. Two items that a
// name cannot tell apart are 16 million items apart.
const serialMask = 1<<24 - 1

func object(a Addr, p part) uint64 { return a | uint64(p)<<32 }

func numbered(a Addr, p part, k uint64) uint64 {
	return a | uint64(p)<<32 | (k&serialMask)<<40
}

// objectParts is the inverse of numbered.
func objectParts(o uint64) (a Addr, p part, k uint64) {
	return o & (1<<32 - 1), part(o >> 32), o >> 40
}

// touchMemory lists the memory [a, a+size) in units of four bytes.
func (e *Event) touchMemory(a Addr, size uint64, mode Mode) {
	for w := a &^ 3; w < a+max(size, 1); w += 4 {
		e.touch(object(w, partMemory), mode)
		if e.Wide {
			return
		}
	}
}
