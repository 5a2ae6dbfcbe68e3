package main

import (
	"fmt"
	"reflect"
	"runtime"
)

type handler struct{ n int }

func (h *handler) Handle() { h.n++ }
func (h handler) Value()   {}

type I interface{ Handle() }

func named() {}

func gen[T any]() {}

func main() {
	h, g := &handler{}, &handler{}
	p := func(f any) uintptr { return reflect.ValueOf(f).Pointer() }
	fmt.Println(p(h.Handle) == p(h.Handle), p(h.Handle) == p(g.Handle))
	fmt.Println(p(h.Value) == p(h.Value), p(h.Value) == p(h.Handle))
	fmt.Println(p((*handler).Handle) == p((*handler).Handle), p(handler.Value) == p(handler.Value))
	var i, j I = h, g
	fmt.Println(p(i.Handle) == p(i.Handle), p(i.Handle) == p(j.Handle), p(i.Handle) == p(h.Handle))
	fmt.Println(p(I.Handle) == p(I.Handle))
	fmt.Println(p(named) == p(named))
	fmt.Println(p(gen[int]) == p(gen[int]), p(gen[int]) == p(gen[string]))
	fmt.Println(reflect.ValueOf(h).Method(0).Pointer() == reflect.ValueOf(g).Method(0).Pointer())
	name := func(f any) string { return runtime.FuncForPC(p(f)).Name() }
	fmt.Println(name(h.Handle), name(h.Value), name(i.Handle), name((*handler).Handle), name(I.Handle), name(named), name(gen[int]))
	fmt.Println(fmt.Sprintf("%p", h.Handle) == fmt.Sprintf("%p", g.Handle))
}
