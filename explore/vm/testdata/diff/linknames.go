// Functions of the runtime that packages reach for by go:linkname.
package main

import (
	"fmt"
	"unsafe"
)

//go:linkname fastrand runtime.fastrand
func fastrand() uint32

//go:linkname fastrandn runtime.fastrandn
func fastrandn(n uint32) uint32

//go:linkname cheaprand runtime.cheaprand
func cheaprand() uint32

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

//go:linkname canSpin sync.runtime_canSpin
func canSpin(i int) bool

//go:linkname memhash runtime.memhash
//go:noescape
func memhash(p unsafe.Pointer, seed, n uintptr) uintptr

//go:linkname strhash runtime.strhash
//go:noescape
func strhash(p unsafe.Pointer, seed uintptr) uintptr

//go:linkname memmove runtime.memmove
//go:noescape
func memmove(to, from unsafe.Pointer, n uintptr)

//go:linkname memequal runtime.memequal
//go:noescape
func memequal(a, b unsafe.Pointer, n uintptr) bool

//go:linkname typehash runtime.typehash
//go:noescape
func typehash(t, p unsafe.Pointer, seed uintptr) uintptr

type key struct {
	n int
	s string
	f float64
}

func hashKey(k key, seed uintptr) uintptr {
	v := any(k)
	return typehash(*(*unsafe.Pointer)(unsafe.Pointer(&v)), unsafe.Pointer(&k), seed)
}

func main() {
	k := key{1, "a", 0.5}
	same := key{1, string([]byte{'a'}), 0.5}
	fmt.Println("type", hashKey(k, 1) == hashKey(same, 1), hashKey(k, 1) != hashKey(key{2, "a", 0.5}, 1), hashKey(k, 1) != hashKey(k, 2))
	differ := false
	for first := fastrand(); !differ; {
		differ = fastrand() != first
	}
	fmt.Println("random", differ, fastrandn(10) < 10, cheaprand() != cheaprand() || cheaprand() != cheaprand())

	start := nanotime()
	fmt.Println("time", nanotime() > start)

	fmt.Println("processor", procPin() >= 0)
	procUnpin()
	fmt.Println("spin", canSpin(1000))

	a, b, c := []byte("some text"), []byte("some text"), []byte("some tExt")
	at := func(b []byte) unsafe.Pointer { return unsafe.Pointer(&b[0]) }
	fmt.Println("hash", memhash(at(a), 1, 9) == memhash(at(b), 1, 9), memhash(at(a), 1, 9) != memhash(at(c), 1, 9),
		memhash(at(a), 1, 9) != memhash(at(a), 2, 9))
	s, t := string(a), string(b)
	fmt.Println("string", strhash(unsafe.Pointer(&s), 7) == strhash(unsafe.Pointer(&t), 7))
	fmt.Println("equal", memequal(at(a), at(b), 9), memequal(at(a), at(c), 9))
	memmove(at(c), at(a), 9)
	fmt.Println("moved", string(c))
}
