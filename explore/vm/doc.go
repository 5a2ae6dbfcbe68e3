// Package vm is the machine: it executes Go programs, compiled from go/ssa,
// under a scheduler that the caller controls, and goes back to any earlier
// state at the cost of what was written since.
//
// A [Program] is code and the base image, immutable and shared; a [Machine]
// is one world of it. Each live goroutine is parked in front of its next
// visible operation with the operands already evaluated. The caller looks
// ([Machine.Pending], [Machine.Enabled]), chooses ([Machine.Step]), marks and
// rewinds ([Machine.Mark], [Machine.Rewind]).
//
// The package knows no search, no file, no clock and no logger. It is
// deterministic: what a machine does is a function of its program, its
// configuration and the choices made.
//
// # Memory
//
// Memory is a linear arena with gc's own layouts for linux/amd64, so unsafe,
// reflect and most of the standard library run from their real source. Guest
// pointers are offsets into it. Goroutines allocate from regions of their
// own, so addresses are stable names. Maps, channels and timers live in the
// arena too, in layouts of our own, so that one undo log serves all.
//
// # Code
//
// Functions are compiled on first call. Values live in frame words (see
// [compile.Func]); function values are pointers to {code number, captures};
// interfaces, strings, slices and type descriptors are laid out as in gc.
package vm
