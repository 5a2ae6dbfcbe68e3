package compile

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Linker gives the compiler everything that has an address or a number.
// All answers are final: the same question has the same answer for as long
// as the program lives.
type Linker interface {
	// Global is the address of a package variable.
	Global(g *ssa.Global) uint64
	// Type is the address of a type descriptor.
	Type(t types.Type) uint64
	// Itab is the address of the itab of concrete (not an interface) for
	// the non-empty interface iface.
	Itab(iface, concrete types.Type) uint64
	// String is the address of read-only memory with the bytes of s, 0 for
	// the empty string.
	String(s string) uint64
	// Data is the address of read-only memory, aligned to 8, with the given
	// words: the boxed value of a constant.
	Data(words []uint64) uint64
	// Method is the number of a method in the itabs of iface.
	Method(iface types.Type, m *types.Func) int
	// FuncValue is the function value of fn: the address of its static
	// closure, one word that holds its code pointer.
	FuncValue(fn *ssa.Function) uint64
	// FuncID is the number of fn. It may be that of another function, the
	// one that a linkname or a model puts in fn's place.
	FuncID(fn *ssa.Function) int32
	// Intrinsic is the number of the intrinsic that stands for fn.
	Intrinsic(fn *ssa.Function) (id int, ok bool)
	// Visible is the kind of visible operation that a call of fn is.
	Visible(fn *ssa.Function) (kind Kind, ok bool)
	// AddFunc adopts a function without a counterpart in SSA (the deferred
	// or spawned call of a builtin): it assigns f.ID and returns its
	// function value.
	AddFunc(f *Func) uint64
}
