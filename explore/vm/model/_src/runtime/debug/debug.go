// Package debug is modelled in the functions that the runtime implements:
// they set what the machine does not have.
//
//mazurka:patch
package debug

import (
	"runtime"
	"time"
)

var gcPercent, maxStack, maxThreads, memoryLimit = int32(100), 1000000000, 10000, int64(1<<63 - 1)

func set[T any](p *T, v T) (old T) {
	old, *p = *p, v
	return old
}

func readGCStats(stats *[]time.Duration)    { *stats = make([]time.Duration, 3) }
func freeOSMemory()                         { runtime.GC() }
func setMaxStack(n int) int                 { return set(&maxStack, n) }
func setMaxThreads(n int) int               { return set(&maxThreads, n) }
func runtime_setCrashFD(fd uintptr) uintptr { return ^uintptr(0) }
func SetTraceback(level string)             {}
func modinfo() string                       { return "" }

// setPanicOnFault is about the calling goroutine.
func setPanicOnFault(on bool) (old bool)

func setGCPercent(n int32) int32 {
	if n < 0 {
		n = -1
	}
	return set(&gcPercent, n)
}

func setMemoryLimit(n int64) int64 {
	if n < 0 {
		return memoryLimit
	}
	return set(&memoryLimit, n)
}

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

func WriteHeapDump(fd uintptr) { unsupported("runtime/debug.WriteHeapDump") }
