// Type switches.
package main

import (
	"errors"
	"fmt"
	"io"
)

type animal interface{ sound() string }
type dog struct{}
type cat struct{ n int }

func (dog) sound() string  { return "woof" }
func (*cat) sound() string { return "meow" }

type myInt int

func kind(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int8:
		return fmt.Sprintf("int-like %v", v)
	case myInt:
		return fmt.Sprint("myInt ", int(v)+1)
	case string:
		return "string of " + fmt.Sprint(len(v))
	case []int:
		return fmt.Sprint("slice ", cap(v) >= len(v))
	case map[string]int:
		return fmt.Sprint("map ", v["a"])
	case func(int) int:
		return fmt.Sprint("func ", v(3))
	case chan int:
		return fmt.Sprint("chan ", cap(v))
	case <-chan int:
		return "receive-only"
	case error:
		return "error " + v.Error()
	case animal:
		return "animal " + v.sound()
	case *int:
		return fmt.Sprint("pointer ", *v)
	case struct{ x int }:
		return fmt.Sprint("struct ", v.x)
	case [3]bool:
		return fmt.Sprint("array ", v[1])
	case interface{ Len() int }:
		return fmt.Sprint("has Len ", v.Len())
	case complex128, float32:
		return fmt.Sprintf("%T", v)
	default:
		return fmt.Sprintf("other %T", v)
	}
}

type lener struct{}

func (lener) Len() int { return 12 }

func first(a animal) string {
	switch a.(type) {
	case dog:
		return "dog"
	case *cat:
		return "cat"
	case nil:
		return "none"
	}
	return "?"
}

func gen[T any](x T) string {
	switch any(x).(type) {
	case int:
		return "T is int"
	case []T:
		return "slice of T"
	case string:
		return "T is string"
	}
	return "T is something"
}

func main() {
	n := 5
	var recvOnly <-chan int
	for _, x := range []any{nil, 1, int8(2), int16(3), myInt(4), "héllo", []int{1}, map[string]int{"a": 3},
		func(i int) int { return i * i }, make(chan int, 4), recvOnly, errors.New("bad"), io.EOF, dog{}, &cat{}, cat{},
		&n, struct{ x int }{9}, [3]bool{true, true}, lener{}, 1i, float32(2), 2.5, struct{}{}, [2]bool{}} {
		fmt.Println(kind(x))
	}
	fmt.Println(first(dog{}), first(&cat{}), first(nil))
	fmt.Println(gen(1), gen("s"), gen(2.0), gen([]int{}))
	switch x := any(n).(type) {
	case int:
		x++
		fmt.Println(x, n)
	}
	switch y := 3; z := any(y).(type) {
	case int:
		fmt.Println(z + y)
	}
}
