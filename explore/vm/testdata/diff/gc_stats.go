// What runtime.GC does to the statistics of memory.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

const size = 8 << 20

var kept []byte

func main() {
	var before, with, after, freed runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept = make([]byte, size)
	runtime.ReadMemStats(&with)
	fmt.Println("allocated", with.HeapAlloc >= before.HeapAlloc+size, with.TotalAlloc >= before.TotalAlloc+size, with.Mallocs > before.Mallocs)
	runtime.GC()
	runtime.ReadMemStats(&after)
	fmt.Println("kept", after.HeapAlloc >= before.HeapAlloc+size/2, after.NumGC > with.NumGC)
	kept = nil
	runtime.GC()
	runtime.ReadMemStats(&freed)
	fmt.Println("freed", freed.HeapAlloc < after.HeapAlloc-size/2, freed.TotalAlloc >= after.TotalAlloc, freed.NumForcedGC > after.NumForcedGC)

	kept = make([]byte, size)
	kept = nil
	debug.FreeOSMemory()
	runtime.ReadMemStats(&after)
	fmt.Println("returned", after.HeapAlloc < freed.HeapAlloc+size/2)

	old := debug.SetGCPercent(50)
	fmt.Println("percent", old, debug.SetGCPercent(old))
	fmt.Println("stack", debug.SetMaxStack(1<<20) > 0, debug.SetMaxStack(1<<26))
}
