// Methods promoted through pointers, interfaces and several levels, as values.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
)

type a struct{ log []string }

func (x *a) add(s string) { x.log = append(x.log, s) }
func (x a) count() int    { return len(x.log) }

type b struct{ *a }
type c struct{ b }
type d struct {
	c
	io.Writer
	error
}

func (x c) add(s string) { x.b.add("c:" + s) }

type adder interface{ add(string) }
type counter interface{ count() int }

type safe struct {
	sync.Mutex
	d
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) { s.items = append(s.items, x) }
func (s stack[T]) size() int { return len(s.items) }

type named struct {
	stack[string]
	*bytes.Buffer
}

func main() {
	base := &a{}
	x := d{c: c{b{base}}, error: errors.New("embedded error")}
	var buf bytes.Buffer
	x.Writer = &buf
	x.add("1")
	x.b.add("2")
	x.a.add("3")
	fmt.Println(base.log, x.count(), x.Error())
	fmt.Fprintf(x, "written %d", 5)
	fmt.Println(buf.String())
	for _, v := range []adder{base, b{base}, c{b{base}}, x, &x} {
		v.add("i")
	}
	fmt.Println(base.log)
	for _, v := range []counter{base, *base, b{base}, &x} {
		fmt.Print(v.count(), " ")
	}
	fmt.Println()
	f, g := x.add, x.count
	h, k := d.add, (*d).count
	f("f")
	h(x, "h")
	fmt.Println(g(), k(&x), base.log[len(base.log)-2:])
	s := safe{d: x}
	s.Lock()
	fmt.Println(s.TryLock(), s.count())
	s.Unlock()
	fmt.Println(x, error(x), errors.Is(x, x.error))
	n := named{Buffer: &buf}
	n.push("p")
	n.push("q")
	n.WriteString("!")
	fmt.Println(n.size(), n.items, n.String(), n.Len())
	var w io.Writer = n
	w.Write([]byte("?"))
	fmt.Println(buf.String())
	var sz interface{ size() int } = n
	var ps interface{ push(string) } = &n
	ps.push("r")
	fmt.Println(sz.size(), n.size())
	func() {
		defer func() { fmt.Println(recover()) }()
		d{}.add("nil")
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var e d
		fmt.Println(e.Error())
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var np *b
		var ad counter = np
		fmt.Println(ad.count())
	}()
}
