package compile

// A Kind is a kind of visible operation: the operand A of [OpPark]. The
// kinds below are statements and expressions of the language; the machine
// adds those of the standard library (sync, sync/atomic, time, testing).
//
// Operands stand in consecutive frame words from B, results go to
// consecutive words from C.
type Kind uint8

const (
	KindNone   Kind = iota
	KindSend        // chan, value...            ->
	KindRecv        // chan                      -> value..., ok
	KindSelect      // see SelectTable           -> index, ok, received values...
	KindClose       // chan                      ->
	KindLen         // chan                      -> len
	KindGo          // function value, arguments ->
	// KindRead and KindWrite are a plain load or store that the caller asked
	// to see; the instruction is executed again, unhooked, when stepped.
	KindRead
	KindWrite
	// FirstLibraryKind is the first kind that is the machine's own.
	FirstLibraryKind
)

// A SelectTable describes one select statement; the Aux operand of its
// OpPark is an index into [Func.Selects].
type SelectTable struct {
	Blocking bool
	Cases    []SelectCase
}

// A SelectCase is one case. Word indexes are relative to the frame.
type SelectCase struct {
	Send bool
	Chan uint16 // word of the channel
	// Value is the first word of the value sent, or where the received one
	// goes.
	Value uint16
	Words uint16 // size of the value
}

// ResultUnused is the Aux operand of a library operation whose results nobody
// uses.
const ResultUnused = 1
