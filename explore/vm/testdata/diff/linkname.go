package main

import (
	"fmt"
	"iter"
	"runtime"
	"time"
	_ "unsafe" // for linkname
)

//go:linkname timeAbs time.Time.abs
func timeAbs(time.Time) uint64

//go:linkname absClock time.absClock
func absClock(uint64) (hour, min, sec int)

//go:linkname haveHighResSleep runtime.haveHighResSleep
var haveHighResSleep bool

// Functions, methods and variables of other packages by linkname; coroutines
// among the goroutines.
func main() {
	fmt.Println(absClock(timeAbs(time.Date(2006, time.January, 2, 15, 4, 5, 6, time.UTC))))
	fmt.Println(haveHighResSleep)

	before := runtime.NumGoroutine()
	next, stop := iter.Pull(func(yield func(int) bool) {
		for i := range 3 {
			if !yield(i) {
				return
			}
		}
	})
	next()
	fmt.Println(runtime.NumGoroutine() - before)
	next()
	stop()
	fmt.Println(runtime.NumGoroutine() - before)
}
