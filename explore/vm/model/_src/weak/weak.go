// Package weak has pointers that are as good as strong ones: the machine
// collects no garbage, which the real one need not do either.
//
//mazurka:replace
package weak

import "unsafe"

// A Pointer is a weak pointer to a value of type T.
type Pointer[T any] struct {
	_ [0]*T
	u unsafe.Pointer
}

// Make returns a weak pointer to what ptr points to.
func Make[T any](ptr *T) Pointer[T] { return Pointer[T]{u: unsafe.Pointer(ptr)} }

// Value returns the pointer.
func (p Pointer[T]) Value() *T { return (*T)(p.u) }
