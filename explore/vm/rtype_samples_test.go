//lint:file-ignore U1000 what is declared here is looked at through its descriptors

package vm

// Types whose descriptors rtype_test.go compares with those that the Go
// compiler emitted for this very file.

import (
	"fmt"
	"io"
	"unsafe"
)

type (
	smpInt                       int
	smpFunc                      func(a int, rest ...string) (error, bool)
	smpChan                      chan<- *smpInt
	smpPtr                       *smpInt
	smpGen[T any]                struct{ v T }
	smpPair[K comparable, V any] struct {
		Key K
		Val V
	}
	smpAlias = smpPair[string, int]
	smpList  struct {
		next *smpList
		vals []smpList
		m    map[string]smpList
	}
	smpTagged struct {
		A int `json:"a,omitempty"`
		b string
		_ [0]int
		C *int `x:"\"quoted\""`
	}
	smpEmbed struct {
		smpInt
		*smpTagged
		io.Reader
		fmt.Stringer
		X, y int8
	}
	smpIface interface {
		io.Writer
		hidden() smpIface
		Shown(map[string][]int) <-chan (<-chan int)
	}
	smpBlank struct {
		_ int32
		A int64
		_ func() // makes it uncomparable
	}
	smpPadded struct {
		A int8
		B int64
	}
	smpTail struct {
		A int64
		Z struct{}
	}
	smpFloats  struct{ A, B float64 }
	smpDirect  struct{ p *int }
	smpDirect2 struct {
		_ [0]func()
		p [1]chan int
	}
)

func (smpInt) Value()                  {}
func (*smpInt) Pointer(int) string     { return "" }
func (smpInt) lower()                  {}
func (g smpGen[T]) Get() T             { return g.v }
func (g *smpGen[T]) Set(v T)           { g.v = v }
func (g *smpGen[T]) unexported()       {}
func (smpFunc) Call()                  {}
func (d smpDirect) Deref() int         { return *d.p }
func (p smpPair[K, V]) String() string { return fmt.Sprint(p.Key, p.Val) }

type rtypeSamples struct {
	B     bool
	I8    int8
	I16   int16
	I32   rune
	I64   int64
	U8    byte
	U16   uint16
	U32   uint32
	U64   uint64
	Up    uintptr
	F32   float32
	F64   float64
	C64   complex64
	C128  complex128
	S     string
	P     unsafe.Pointer
	E     error
	A     any
	Int   smpInt
	PInt  *smpInt
	PPInt **smpInt
	Fn    smpFunc
	Ch    smpChan
	Ptr   smpPtr
	G1    smpGen[int]
	G2    smpGen[smpGen[*smpList]]
	PG2   *smpGen[smpGen[*smpList]]
	G3    smpGen[struct{ a io.Reader }]
	G4    smpGen[map[any]func(smpInt) error]
	P1    smpPair[string, []smpInt]
	Al    *smpAlias
	L     smpList
	T     smpTagged
	Em    smpEmbed
	PEm   *smpEmbed
	If    smpIface
	Bl    smpBlank
	Pad   smpPadded
	Tail  smpTail
	Fl    smpFloats
	D1    smpDirect
	D2    smpDirect2
	Arr0  [0]string
	Arr3  [3]smpTagged
	ArrF  [9]float32
	ArrS  [3]smpPadded
	Sl    [][]*int
	M1    map[string]int
	M2    map[smpPair[int, string]]*smpList
	M3    map[any]struct{}
	Ch1   chan int
	Ch2   <-chan chan<- int
	Ch3   chan (<-chan int)
	F1    func()
	F2    func(int) (string, error)
	F3    func(...any) *smpInt
	An    struct {
		smpInt
		A int `t:"x"`
		b []any
	}
	Ai interface {
		M(int) string
		m()
		Error() string
	}
	Anon  interface{ smpIface }
	Empty struct{}
	W     io.ReadWriteCloser
	Fmt   fmt.State
	Big   [40]struct {
		a *int
		b int
		c string
	}
	Huge [20000]*int
}
