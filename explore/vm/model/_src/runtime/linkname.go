// Functions of the runtime that packages reach for by go:linkname, as far as
// they make sense here.

//mazurka:replace
package runtime

import (
	"internal/abi"
	"unsafe"
)

// rand is a random number of the calling goroutine.
func rand() uint64

func nanotime() int64

func fastrand() uint32                         { return uint32(rand()) }
func fastrandn(n uint32) uint32                { return uint32(uint64(uint32(rand())) * uint64(n) >> 32) }
func fastrand64() uint64                       { return rand() }
func cheaprand() uint32                        { return fastrand() }
func cheaprandn(n uint32) uint32               { return fastrandn(n) }
func cheaprand64() int64                       { return int64(rand()) }
func randn(n uint32) uint32                    { return fastrandn(n) }
func cputicks() int64                          { return nanotime() }
func goyield()                                 { Gosched() }
func procyield(cycles uint32)                  {}
func osyield()                                 {}
func procUnpin()                               {}
func noescape(p unsafe.Pointer) unsafe.Pointer { return p }

// procPin: the one processor that there is to see is number 0. It pins
// nothing, since no order of goroutines is excluded by it in general.
func procPin() int { return 0 }

func memmove(to, from unsafe.Pointer, n uintptr) {
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

func memequal(a, b unsafe.Pointer, n uintptr) bool {
	return unsafe.String((*byte)(a), n) == unsafe.String((*byte)(b), n)
}

func memclrNoHeapPointers(p unsafe.Pointer, n uintptr) { clear(unsafe.Slice((*byte)(p), n)) }

func typedmemmove(t *abi.Type, dst, src unsafe.Pointer) { memmove(dst, src, t.Size_) }

// memhash is FNV-1a with the bits of the result mixed, since its users take
// any of them.
func memhash(p unsafe.Pointer, seed, n uintptr) uintptr {
	h := uint64(seed) ^ 0xcbf29ce484222325
	for _, b := range unsafe.Slice((*byte)(p), n) {
		h = (h ^ uint64(b)) * 0x100000001b3
	}
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15
	return uintptr(h ^ h>>29)
}

// typehash is the hash of the value of type t at p.
func typehash(t *abi.Type, p unsafe.Pointer, seed uintptr) uintptr

func memhash32(p unsafe.Pointer, seed uintptr) uintptr { return memhash(p, seed, 4) }
func memhash64(p unsafe.Pointer, seed uintptr) uintptr { return memhash(p, seed, 8) }

func strhash(p unsafe.Pointer, seed uintptr) uintptr { return stringHash(*(*string)(p), seed) }

func stringHash(s string, seed uintptr) uintptr {
	return memhash(unsafe.Pointer(unsafe.StringData(s)), seed, uintptr(len(s)))
}

//go:linkname canSpin sync.runtime_canSpin
func canSpin(i int) bool { return false }

//go:linkname doSpin sync.runtime_doSpin
func doSpin() {}

//go:linkname syncProcPin sync.runtime_procPin
func syncProcPin() int { return 0 }

//go:linkname syncProcUnpin sync.runtime_procUnpin
func syncProcUnpin() {}

//go:linkname syncNanotime sync.runtime_nanotime
func syncNanotime() int64 { return nanotime() }
