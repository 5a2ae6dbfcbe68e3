// Memory and its collection as programs see them. Memory lives until an
// execution ends; what a collection would find unreachable is found by GC, and
// at the end of a test (explore/vm/special.go).

//mazurka:replace
package runtime

import "unsafe"

// GC looks for unreachable objects, clears weak pointers to them, and starts
// what runs their finalizers and cleanups.
func GC()

func KeepAlive(x any) {}

// A Pinner pins objects, which never move here.
type Pinner struct {
	*pinner
}

type pinner struct{}

func (p *Pinner) Pin(pointer any) {}
func (p *Pinner) Unpin()          {}

// A MemStats is statistics about memory. Those that make sense here are
// counted: the bytes allocated, and the allocations that gc makes as well,
// whatever its optimiser can avoid: a lower bound.
type MemStats struct {
	Alloc         uint64
	TotalAlloc    uint64
	Sys           uint64
	Lookups       uint64
	Mallocs       uint64
	Frees         uint64
	HeapAlloc     uint64
	HeapSys       uint64
	HeapIdle      uint64
	HeapInuse     uint64
	HeapReleased  uint64
	HeapObjects   uint64
	StackInuse    uint64
	StackSys      uint64
	MSpanInuse    uint64
	MSpanSys      uint64
	MCacheInuse   uint64
	MCacheSys     uint64
	BuckHashSys   uint64
	GCSys         uint64
	OtherSys      uint64
	NextGC        uint64
	LastGC        uint64
	PauseTotalNs  uint64
	PauseNs       [256]uint64
	PauseEnd      [256]uint64
	NumGC         uint32
	NumForcedGC   uint32
	GCCPUFraction float64
	EnableGC      bool
	DebugGC       bool
	BySize        [61]struct {
		Size    uint32
		Mallocs uint64
		Frees   uint64
	}
}

func ReadMemStats(m *MemStats) {
	if _, file, _, _ := Caller(1); hasSuffix(file, "_test.go") {
		measured = true
	}
	bytes, objects, garbage, cycles := memStats()
	live := bytes - garbage
	*m = MemStats{
		Alloc: live, TotalAlloc: bytes, Sys: bytes, Mallocs: objects,
		HeapAlloc: live, HeapSys: bytes, HeapInuse: live, HeapIdle: garbage, HeapObjects: objects,
		NextGC: ^uint64(0), NumGC: uint32(cycles), NumForcedGC: uint32(cycles), EnableGC: true,
	}
}

// measured: a test has asked for figures that may not be gc's.
var measured bool

//go:linkname setMeasured testing.setMeasured
func setMeasured() { measured = true }

//go:linkname isMeasured testing.isMeasured
func isMeasured() bool { return measured }

func hasSuffix(s, end string) bool { return len(s) >= len(end) && s[len(s)-len(end):] == end }

// Profiles are always empty.

var MemProfileRate int = 512 * 1024

type MemProfileRecord struct {
	AllocBytes, FreeBytes     int64
	AllocObjects, FreeObjects int64
	Stack0                    [32]uintptr
}

func (r *MemProfileRecord) InUseBytes() int64   { return r.AllocBytes - r.FreeBytes }
func (r *MemProfileRecord) InUseObjects() int64 { return r.AllocObjects - r.FreeObjects }
func (r *MemProfileRecord) Stack() []uintptr    { return untilZero(&r.Stack0) }

type StackRecord struct {
	Stack0 [32]uintptr
}

func (r *StackRecord) Stack() []uintptr { return untilZero(&r.Stack0) }

func untilZero(pcs *[32]uintptr) []uintptr {
	for i, pc := range pcs {
		if pc == 0 {
			return pcs[:i]
		}
	}
	return pcs[:]
}

type BlockProfileRecord struct {
	Count  int64
	Cycles int64
	StackRecord
}

func MemProfile(p []MemProfileRecord, inuseZero bool) (n int, ok bool) { return 0, true }
func BlockProfile(p []BlockProfileRecord) (n int, ok bool)             { return 0, true }
func MutexProfile(p []BlockProfileRecord) (n int, ok bool)             { return 0, true }
func ThreadCreateProfile(p []StackRecord) (n int, ok bool)             { return 0, true }

func CPUProfile() []byte                   { panic("CPUProfile no longer available") }
func SetCPUProfileRate(hz int)             {}
func SetBlockProfileRate(rate int)         {}
func SetMutexProfileFraction(rate int) int { return 0 }
func ReadTrace() (buf []byte)              { return nil }
func StartTrace() error                    { return nil }
func StopTrace()                           {}

func SetCgoTraceback(version int, traceback, context, symbolizer unsafe.Pointer) {}
