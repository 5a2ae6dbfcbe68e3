// The texts of failed type assertions.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

type shape interface{ area() float64 }
type named interface {
	shape
	name() string
}
type square struct{ s float64 }

func (q square) area() float64 { return q.s }

type circle struct{ r float64 }

func (c *circle) area() float64 { return c.r }
func (c *circle) name() string  { return "circle" }

type generic[T any] struct{ v T }

func (generic[T]) area() float64 { return 0 }

func try(name string, f func()) {
	defer func() {
		e := recover()
		err, _ := e.(error)
		var te *runtime.TypeAssertionError
		fmt.Println(name+":", err, errors.As(err, &te))
	}()
	f()
}

var sink any

func main() {
	var a any
	try("nil to int", func() { sink = a.(int) })
	try("nil to shape", func() { sink = a.(shape) })
	a = "text"
	try("string to int", func() { sink = a.(int) })
	try("string to shape", func() { sink = a.(shape) })
	try("string to slice", func() { sink = a.([]map[string]*int) })
	var s shape = square{2}
	try("square to circle", func() { sink = s.(*circle) })
	try("square to named", func() { sink = s.(named) })
	try("square to pointer", func() { sink = s.(any).(*square) })
	s = nil
	try("nil shape to square", func() { sink = s.(square) })
	try("nil shape to named", func() { sink = s.(named) })
	a = circle{1}
	try("value lacks pointer method", func() { sink = a.(shape) })
	a = generic[int]{1}
	try("generic", func() { sink = a.(generic[string]) })
	try("generic named", func() { sink = a.(named) })
	a = func(int) string { return "" }
	try("func", func() { sink = a.(func()) })
	a = struct{ x int }{1}
	try("anonymous", func() { sink = a.(struct{ y int }) })
	a = errors.New("x")
	try("error", func() { sink = a.(fmt.Stringer) })
	v, ok := a.(fmt.Stringer)
	n, ok2 := a.(int)
	e, ok3 := a.(error)
	fmt.Println(v, ok, n, ok2, e, ok3)
	type local struct{}
	a = local{}
	try("local", func() { sink = a.(interface{ m() }) })
	a = [2]chan<- int{}
	try("array", func() { sink = a.([3]chan<- int) })
	func() {
		type local struct{}
		try("same name", func() { sink = any(local{}).(int) })
	}()
}
