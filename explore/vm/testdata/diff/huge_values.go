package main

import (
	"fmt"
	"reflect"
)

const N = 100_000

type Big [N]int
type S struct {
	a int
	b Big
	c string
}

func fill(k int) (x Big) {
	for i := range x {
		x[i] = k + i
	}
	return
}

func two(k int) (Big, error) { return fill(k), nil }

func sum(x Big) (s int) {
	for _, v := range x {
		s += v
	}
	x[0] = 99
	return
}

func id[T any](x T) T { return x }

type I interface{ Sum() int }

func (b Big) Sum() int { return sum(b) }

var g Big
var h = map[string]Big{"a": {1, 2, 3}}

//go:noinline
func pass(x0, x1 Big, f func(Big) Big) Big { return f(x1) }

func get() S { return S{1, fill(2), "x"} }

func zero() Big { return Big{} }

func main() {
	a := fill(1)
	b := a
	b[5] = 7
	println(sum(a), sum(b), a == b, a == fill(1), a[0])
	var e any = a
	println(e == any(fill(1)), e == any(b), e.(Big)[3])
	c, ok := e.(Big)
	println(c[4], ok)
	_, ok = e.(S)
	d, ok := any(1).(Big)
	println(d[4], ok)
	x, err := two(3)
	println(x[N-1], err == nil)
	println(I(a).Sum(), id(a)[2])
	g, x = x, g
	println(g[1], x[1])
	s := get()
	s.b[1]++
	println(s.a, s.b[1], s.c, get().c, get().b[2], get().b.Sum())
	m := h["a"]
	m[0] = 5
	println(h["a"][0], h["b"][1], m[0])
	h["b"] = m
	m[0]++
	println(h["b"][0])
	for k, v := range h {
		if k == "b" {
			println(v[0], v[2])
		}
	}
	y := pass(a, b, func(b Big) Big { b[0] = 77; return b })
	println(y[0], b[0])
	done := make(chan int)
	go func(b Big) { done <- b[5] }(b)
	b[5] = 0
	println(<-done)
	func() {
		defer func(b Big) { println(b[5]) }(b)
		b[5] = 12
	}()
	p := &b
	q := *p
	p[5] = 13
	println(q[5], p[5])
	v := reflect.ValueOf(sum).Call([]reflect.Value{reflect.ValueOf(q)})
	println(v[0].Int())
	f := reflect.MakeFunc(reflect.TypeOf(fill), func(args []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(fill(int(args[0].Int()) * 2))}
	}).Interface().(func(int) Big)
	println(f(4)[0])
	for i, v := range a {
		if i > 3 {
			break
		}
		a[i+1] = 100
		print(v, " ")
	}
	println()
	z := zero()
	println(z == Big{}, z[0])
	i := N
	defer func() {
		fmt.Println(recover())
		var n *Big
		defer func() { fmt.Println(recover()) }()
		println(sum(*n))
	}()
	println(get().b[i])
}
