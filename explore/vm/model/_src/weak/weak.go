// Package weak is modelled because the machine finds out what cannot be
// reached; see package runtime.
//
//mazurka:replace
package weak

import "unsafe"

// handle stands for a pointer without keeping its object alive; target is
// the pointer, or nil once the object is gone.
func handle(p unsafe.Pointer) unsafe.Pointer
func target(handle unsafe.Pointer) unsafe.Pointer

// A Pointer is a weak pointer to a value of type T.
type Pointer[T any] struct {
	_ [0]*T
	u unsafe.Pointer
}

// Make returns a weak pointer to what ptr points to.
func Make[T any](ptr *T) Pointer[T] {
	if ptr == nil {
		return Pointer[T]{}
	}
	return Pointer[T]{u: handle(unsafe.Pointer(ptr))}
}

// Value returns the pointer, or nil if what it points to cannot be reached any
// more and that has been found out.
func (p Pointer[T]) Value() *T {
	if p.u == nil {
		return nil
	}
	return (*T)(target(p.u))
}
