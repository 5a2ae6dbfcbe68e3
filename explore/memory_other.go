//go:build !linux

package explore

func residentMemory() uint64 { return heapMemory() }

func hostMemory() uint64 { return 0 }
