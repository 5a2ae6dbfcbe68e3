// Interfaces: embedding, type sets, nil interfaces and nil pointers in them.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type reader interface{ Read() string }
type writer interface{ Write(string) }
type readWriter interface {
	reader
	writer
	io.Closer
}

type file struct{ data []string }

func (f *file) Read() string {
	if f == nil {
		return "<nil file>"
	}
	return strings.Join(f.data, ",")
}
func (f *file) Write(s string) { f.data = append(f.data, s) }
func (f *file) Close() error   { return errors.New("closed") }

type wrapper struct {
	readWriter
	n int
}

func (w *wrapper) Write(s string) {
	w.n++
	w.readWriter.Write("[" + s + "]")
}

type myErr struct{}

func (*myErr) Error() string { return "my error" }

func mayFail(fail bool) error {
	var e *myErr
	if fail {
		e = &myErr{}
	}
	return e
}

func main() {
	var rw readWriter = &file{}
	rw.Write("a")
	w := &wrapper{readWriter: rw}
	w.Write("b")
	rw = w
	rw.Write("c")
	fmt.Println(rw.Read(), w.n, rw.Close())
	var r reader = rw
	if _, ok := r.(writer); ok {
		fmt.Println("also a writer")
	}
	r2 := r.(io.Closer)
	fmt.Println(r2.Close())
	var nilFile *file
	r = nilFile
	fmt.Println(r == nil, r.Read(), r.(*file) == nil)
	err := mayFail(false)
	fmt.Println(err == nil, err != nil)
	var none reader
	fmt.Println(none == nil)
	func() {
		defer func() { fmt.Println(recover()) }()
		none.Read()
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		(&wrapper{}).Write("x")
	}()
	var a, b any = 1, 1
	var c any = &file{}
	fmt.Println(a == b, a == c, c == c, a != nil)
	var e1, e2 reader = &file{}, nilFile
	fmt.Println(e1 == e2, e1 == e1, e2 == reader(nilFile), e2 == any(nilFile))
	type stringer interface{ String() string }
	var s stringer = &strings.Builder{}
	s.(*strings.Builder).WriteString("built")
	fmt.Println(s.String(), s)
}
