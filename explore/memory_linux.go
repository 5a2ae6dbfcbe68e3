package explore

import (
	"bytes"
	"os"
	"strconv"
)

// residentMemory is how much memory the process holds: machines map theirs
// themselves, so the Go heap is not all.
func residentMemory() uint64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return heapMemory()
	}
	fields := bytes.Fields(b)
	if len(fields) < 2 {
		return heapMemory()
	}
	pages, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		return heapMemory()
	}
	return pages * uint64(os.Getpagesize())
}

// hostMemory is the memory of the host, 0 if unknown.
func hostMemory() uint64 {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(b) {
		fields := bytes.Fields(line)
		if len(fields) >= 2 && string(fields[0]) == "MemTotal:" {
			kib, _ := strconv.ParseUint(string(fields[1]), 10, 64)
			return kib << 10
		}
	}
	return 0
}
