// Interfaces, type assertions and switches, method values, embedding, unique
// handles, weak pointers, hashes.
package main

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
	"unique"
	"unsafe"
	"weak"
)

type (
	Small  int8
	Wide   struct{ a, b, c int }
	Direct struct{ p *int }
	One    [1]map[string]int
	Func   func() string
	Empty  struct{}
	I1     interface{ M() string }
	I2     interface {
		I1
		N() int
	}
	Outer struct {
		*Middle
		tag string
	}
	Middle   struct{ Wide }
	G[T any] struct{ v T }
)

func (s Small) M() string  { return fmt.Sprint("Small ", int(s)) }
func (w Wide) M() string   { return fmt.Sprint("Wide ", w.a+w.b+w.c) }
func (w *Wide) N() int     { w.a++; return w.a }
func (d Direct) M() string { return fmt.Sprint("Direct ", *d.p) }
func (o One) M() string    { return fmt.Sprint("One ", len(o[0])) }
func (f Func) M() string   { return "Func " + f() }
func (Empty) M() string    { return "Empty" }
func (g G[T]) M() string   { return fmt.Sprintf("G %v %T", g.v, g) }

func try(name string, f func()) {
	defer func() {
		e := recover()
		if err, ok := e.(error); ok {
			fmt.Printf("%s: %v\n", name, err)
		} else if e != nil {
			fmt.Printf("%s: non-error %v\n", name, e)
		}
	}()
	f()
}

func kind(x any) string {
	switch x := x.(type) {
	case nil:
		return "nil"
	case int, uint:
		return fmt.Sprintf("int or uint %v", x)
	case I2:
		return "I2 " + x.M()
	case error:
		return "error " + x.Error()
	case I1:
		return "I1 " + x.M()
	case func() int:
		return fmt.Sprint("func ", x())
	case []int:
		return fmt.Sprint("slice ", len(x))
	case map[string]int:
		return fmt.Sprint("map ", len(x))
	case struct{ X int }:
		return fmt.Sprint("struct ", x.X)
	case *Wide:
		return "unreachable"
	case string:
		return "string " + x
	default:
		return fmt.Sprintf("other %T", x)
	}
}

func main() {
	n := 5
	values := []any{nil, 1, uint(2), Small(-3), Wide{1, 2, 3}, &Wide{1, 2, 3}, Direct{&n}, One{{"a": 1}}, Func(func() string { return "f" }),
		Empty{}, &Empty{}, Outer{&Middle{Wide{4, 5, 6}}, "t"}, &Outer{&Middle{Wide{4, 5, 6}}, "t"}, errors.New("e"), func() int { return 7 },
		[]int{1}, map[string]int{"x": 1}, struct{ X int }{8}, "s", 1.5, G[int]{1}, G[G[string]]{G[string]{"x"}}, io.EOF, [2]int{1, 2}, struct{}{}}
	for _, v := range values {
		fmt.Println(kind(v))
		if i, ok := v.(I1); ok {
			f := i.M
			fmt.Println(" ", f(), i.M())
		}
		if i, ok := v.(interface {
			N() int
			M() string
		}); ok {
			fmt.Println(" ", i.N(), i.N(), i.M())
		}
	}
	var i1 I1 = Small(1)
	var a any = i1
	fmt.Println(a == any(Small(1)), i1 == I1(Small(1)), a.(I1) == i1, i1 == nil, a == any(1))
	var nilWide *Wide
	i1 = nilWide
	fmt.Println(i1 == nil, i1 != nil)
	try("nil receiver", func() { i1.M() })
	var none I1
	try("nil interface", func() { none.M() })
	try("assert nil", func() { _ = a.(fmt.Stringer).String() })
	try("assert type", func() { _ = a.(int) })
	try("assert nil any", func() { var x any; _ = x.(int) })
	try("assert nil iface", func() { _ = none.(I2) })
	try("assert missing", func() { _ = i1.(interface{ Missing() }) })
	try("assert pointer", func() { var x any = Wide{}; _ = x.(I2) })
	try("assert concrete", func() { _ = i1.(Small) })
	try("assert local", func() {
		type Wide struct{}
		var x any = Wide{}
		_ = x.(I2)
	})
	func() {
		type T struct{ x int }
		t1 := any(T{1})
		func() {
			type T struct{ x int }
			_, ok := t1.(T)
			fmt.Printf("%v %T\n", ok, T{})
		}()
	}()
	var r io.Reader = strings.NewReader("text")
	if w, ok := r.(io.WriterTo); ok {
		var sb strings.Builder
		fmt.Println(w.WriteTo(&sb))
		fmt.Println(sb.String())
	}
	var rs io.ReadSeeker = r.(io.ReadSeeker)
	fmt.Println(rs.Seek(1, io.SeekStart))
	m := (*Wide).N
	w := Wide{}
	fmt.Println(m(&w), w.N(), Wide.M(w), I1.M(w))
	o := Outer{Middle: &Middle{}}
	f := o.N
	fmt.Println(f(), f(), o.a)

	h1, h2, h3 := unique.Make("abc"), unique.Make(strings.ToLower("ABC")), unique.Make("abd")
	fmt.Println(h1 == h2, h1 == h3, h2.Value())
	fmt.Println(unique.Make(Wide{1, 2, 3}) == unique.Make(Wide{1, 2, 3}), unique.Make(any(1)) == unique.Make(any(1)), unique.Make(any(1)) == unique.Make(any(int8(1))))
	x := new(int)
	*x = 4
	wp := weak.Make(x)
	fmt.Println(*wp.Value(), wp == weak.Make(x), weak.Pointer[int]{}.Value() == nil)
	seed := maphash.MakeSeed()
	fmt.Println(maphash.String(seed, "x") == maphash.Bytes(seed, []byte("x")), maphash.Comparable(seed, Wide{1, 2, 3}) == maphash.Comparable(seed, Wide{1, 2, 3}))
	var mh maphash.Hash
	mh.WriteString("hello")
	s1 := mh.Sum64()
	mh.Reset()
	mh.WriteString("hello")
	fmt.Println(s1 == mh.Sum64())
	b := []byte("unsafe")
	fmt.Println(unsafe.String(&b[0], 3), unsafe.Sizeof(o), unsafe.Offsetof(o.tag), *(*int)(unsafe.Add(unsafe.Pointer(&[]int{1, 2, 3}[0]), 8)))
	e1 := fmt.Errorf("a: %w", errors.Join(io.EOF, io.ErrUnexpectedEOF))
	fmt.Println(errors.Is(e1, io.ErrUnexpectedEOF), errors.Is(e1, io.ErrClosedPipe))
}
