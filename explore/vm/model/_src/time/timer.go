//mazurka:patch
package time

import "unsafe"

// makeTimer makes a timer that is not armed: one that starts f, or sends the
// time on the channel c. If it is synchronous, Stop and Reset drop what has
// been sent.
func makeTimer(f func(), c unsafe.Pointer, synchronous bool) *Timer

func armTimer(t *Timer, when, period int64)

func newTimer(when, period int64, f func(any, uintptr, int64), arg any, cp unsafe.Pointer) *Timer {
	var t *Timer
	if c, ok := arg.(chan Time); ok {
		t = makeTimer(nil, *(*unsafe.Pointer)(unsafe.Pointer(&c)), cp != nil)
	} else {
		t = makeTimer(arg.(func()), nil, false)
	}
	armTimer(t, when, period)
	return t
}
