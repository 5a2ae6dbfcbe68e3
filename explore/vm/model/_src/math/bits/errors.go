// Package bits is modelled in two variables only: the real ones are the
// runtime's by linkname.
//
//mazurka:patch
package bits

// A runtimeError has the text and the methods of the runtime's error.
type runtimeError string

func (e runtimeError) RuntimeError() {}
func (e runtimeError) Error() string { return "runtime error: " + string(e) }

var (
	overflowError error = runtimeError("integer overflow")
	divideError   error = runtimeError("integer divide by zero")
)
