package vm

// An Intrinsic stands for a guest function without a body, or in place of
// one. w is the callee's window: the words of the arguments on entry, the
// words of the results on return (see [compile.Func] for the layout).
//
// An intrinsic must be deterministic, touch nothing outside the machine, and
// write guest memory only through the logged operations of the arena.
type Intrinsic func(m *Machine, g *G, w []uint64) trap

// A trap tells the interpreter how an intrinsic or a slow path ended.
type trap uint8

const (
	// trapNone: go on with the next instruction.
	trapNone trap = iota
	// trapCall: a guest function was pushed (callRuntime); go on in it, and
	// behind the present instruction when it returns.
	trapCall
	// trapPanic: a guest panic was raised (raise, raiseRuntime); unwind.
	trapPanic
	// trapUnsupported: m.unsupported was called.
	trapUnsupported
	// trapStop: the whole program ends (exit, fatal error, limit).
	trapStop
)

// intrinsics holds the intrinsics by the name of the function as
// (*ssa.Function).String prints it, of its origin if it is an instance of a
// generic function. Each file of intrinsics adds its table in an init.
var intrinsics = map[string]Intrinsic{}

// visibles holds the functions that are visible operations: a call parks
// the goroutine with this kind.
var visibles = map[string]Kind{}

func register(table map[string]Intrinsic) {
	for name, f := range table {
		if intrinsics[name] != nil {
			panic("vm: two intrinsics for " + name)
		}
		intrinsics[name] = f
	}
}

func registerVisible(table map[string]Kind) {
	for name, k := range table {
		if visibles[name] != 0 {
			panic("vm: two kinds for " + name)
		}
		visibles[name] = k
	}
}
