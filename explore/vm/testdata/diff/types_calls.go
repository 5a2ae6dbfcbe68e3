// Calls by reflection: functions, methods, method values, functions that
// MakeFunc makes; values of all sizes as arguments and results.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
)

type Big struct {
	A int8
	B string
	C [3]int16
	D float32
	E any
}

type T struct{ n int }

func (t T) Get() int                               { return t.n }
func (t T) Add(a int8, b float32, c string) string { return fmt.Sprint(t.n, a, b, c) }
func (t *T) Set(n int)                             { t.n = n }
func (t T) Many(xs ...string) (int, string)        { return len(xs), strings.Join(xs, "+") }
func (t T) Big(b Big) (Big, error)                 { b.A += int8(t.n); return b, errors.New("e") }

type P struct{ p *int }

func (p P) Deref(n int) int { return *p.p + n }

type Getter interface{ Get() int }

type Embeds struct {
	Getter
	*T2
}
type T2 struct{ s string }

func (t *T2) Name() string { return t.s }

func small(a int8, b uint16, c bool, d float32, e float64, f complex64, g complex128) string {
	return fmt.Sprint(a, b, c, d, e, f, g)
}

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("%s panics: %v (%T)\n", name, e, e)
		}
	}()
	f()
	fmt.Println(name, "ok")
}

func show(vs []reflect.Value) {
	for _, v := range vs {
		fmt.Printf(" %v:%v", v.Type(), v.Interface())
	}
	fmt.Println()
}

func main() {
	v := reflect.ValueOf
	show(v(small).Call([]reflect.Value{v(int8(-1)), v(uint16(2)), v(true), v(float32(1.5)), v(2.5), v(complex64(1i)), v(2i)}))
	show(v(func() {}).Call(nil))
	show(v(func(a [3]byte, b struct{}, c *int, d map[string]int) ([3]byte, struct{}, *int, int) {
		return a, b, c, len(d)
	}).
		Call([]reflect.Value{v([3]byte{1, 2, 3}), v(struct{}{}), reflect.Zero(reflect.TypeFor[*int]()), v(map[string]int{"a": 1})}))
	show(v(fmt.Sprintf).Call([]reflect.Value{v("%d-%s"), v(1), v("x")}))
	show(v(fmt.Sprintf).CallSlice([]reflect.Value{v("%d-%s"), v([]any{2, "y"})}))
	show(v(fmt.Sprint).Call(nil))

	t := &T{5}
	tv := v(t)
	for i := range tv.NumMethod() {
		fmt.Println(tv.Type().Method(i).Name, tv.Type().Method(i).Type, tv.Method(i).Type())
	}
	for i := range v(*t).NumMethod() {
		fmt.Println(v(*t).Type().Method(i).Name, v(*t).Type().Method(i).Type)
	}
	show(tv.MethodByName("Get").Call(nil))
	show(v(*t).MethodByName("Get").Call(nil))
	tv.MethodByName("Set").Call([]reflect.Value{v(8)})
	fmt.Println(t.n)
	show(tv.MethodByName("Add").Call([]reflect.Value{v(int8(1)), v(float32(2)), v("c")}))
	show(tv.MethodByName("Many").Call([]reflect.Value{v("a"), v("b")}))
	show(tv.MethodByName("Many").CallSlice([]reflect.Value{v([]string{"c"})}))
	show(tv.MethodByName("Big").Call([]reflect.Value{v(Big{1, "b", [3]int16{1, 2, 3}, 1.5, "e"})}))
	show(tv.Type().Method(1).Func.Call([]reflect.Value{tv, v(Big{A: 1})}))
	x := 10
	show(v(P{&x}).Method(0).Call([]reflect.Value{v(5)}))
	show(v(&P{&x}).Method(0).Call([]reflect.Value{v(6)}))
	show(v(struct{ P }{P{&x}}).Method(0).Call([]reflect.Value{v(7)}))

	var g Getter = T{3}
	gv := v(&g).Elem()
	show(gv.Method(0).Call(nil))
	em := Embeds{g, &T2{"two"}}
	show(v(em).MethodByName("Get").Call(nil))
	show(v(em).MethodByName("Name").Call(nil))
	show(v(&em).MethodByName("Name").Call(nil))
	if f, ok := tv.MethodByName("Many").Interface().(func(...string) (int, string)); ok {
		fmt.Println(f("p", "q", "r"))
	}
	f := tv.MethodByName("Get").Interface().(func() int)
	t.n = 99
	fmt.Println(f())
	h := v(t).Elem().MethodByName("Get")
	fn := h.Interface().(func() int)
	t.n = 100
	fmt.Println(h.Call(nil)[0], fn())
	bound := t.Get
	show(v(bound).Call(nil))
	show(v((*T).Set).Call([]reflect.Value{tv, v(1)}))

	swap := func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} }
	var intSwap func(int, int) (int, int)
	reflect.ValueOf(&intSwap).Elem().Set(reflect.MakeFunc(reflect.TypeOf(intSwap), swap))
	fmt.Println(intSwap(1, 2))
	var mixSwap func(string, Big) (Big, string)
	reflect.ValueOf(&mixSwap).Elem().Set(reflect.MakeFunc(reflect.TypeOf(mixSwap), swap))
	fmt.Println(mixSwap("s", Big{A: 3, E: 4}))
	var vari func(string, ...int) int
	reflect.ValueOf(&vari).Elem().Set(reflect.MakeFunc(reflect.TypeOf(vari), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{v(len(in)*100 + in[1].Len())}
	}))
	fmt.Println(vari("x"), vari("x", 1, 2, 3))
	var nothing func(struct{}, [0]int) (struct{}, error)
	reflect.ValueOf(&nothing).Elem().Set(reflect.MakeFunc(reflect.TypeOf(nothing), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{in[0], reflect.Zero(reflect.TypeFor[error]())}
	}))
	fmt.Println(nothing(struct{}{}, [0]int{}))
	var toIface func(int8) any
	reflect.ValueOf(&toIface).Elem().Set(reflect.MakeFunc(reflect.TypeOf(toIface), func(in []reflect.Value) []reflect.Value {
		return in
	}))
	fmt.Printf("%v %T\n", toIface(3), toIface(3))
	show(v(intSwap).Call([]reflect.Value{v(3), v(4)}))
	go func() {}()

	try("nil func", func() { v((func())(nil)).Call(nil) })
	try("few", func() { v(small).Call(nil) })
	try("many", func() { v(func() {}).Call([]reflect.Value{v(1)}) })
	try("type", func() { v(func(int) {}).Call([]reflect.Value{v("s")}) })
	try("zero", func() { v(func(int) {}).Call([]reflect.Value{{}}) })
	try("variadic type", func() { v(func(...int) {}).Call([]reflect.Value{v("s")}) })
	try("CallSlice", func() { v(func(int) {}).CallSlice([]reflect.Value{v(1)}) })
	try("CallSlice few", func() { v(func(int, ...int) {}).CallSlice([]reflect.Value{v(1)}) })
	try("not a func", func() { v(1).Call(nil) })
	try("makefunc count", func() {
		reflect.MakeFunc(reflect.TypeOf(intSwap), func([]reflect.Value) []reflect.Value { return nil }).Call([]reflect.Value{v(1), v(2)})
	})
	try("makefunc type", func() {
		reflect.MakeFunc(reflect.TypeFor[func() int](), func([]reflect.Value) []reflect.Value { return []reflect.Value{v("s")} }).Call(nil)
	})
	try("makefunc zero", func() {
		reflect.MakeFunc(reflect.TypeFor[func() int](), func([]reflect.Value) []reflect.Value { return make([]reflect.Value, 1) }).Call(nil)
	})
	try("callee", func() { v(func() { panic("inside") }).Call(nil) })
	try("through makefunc", func() {
		reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { panic(errors.New("made")) }).Interface().(func())()
	})
	try("nil iface method", func() { var g Getter; v(&g).Elem().Method(0).Call(nil) })
	try("nil embedded", func() { v(Embeds{}).MethodByName("Get").Call(nil) })
	try("unexported field", func() { v(struct{ f func() }{func() {}}).Field(0).Call(nil) })
	if len(os.Args) > 5 {
		fmt.Println(v(t).MethodByName(os.Args[1]))
	}
}
