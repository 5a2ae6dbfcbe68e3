// Package reflect: reading and changing values.
package main

import (
	"fmt"
	"reflect"
	"sort"
)

type inner struct{ N int }
type outer struct {
	A  int
	B  string
	c  float64
	In inner
	P  *inner
	S  []int
	M  map[string]int
	I  any
	inner
}

func (o outer) Sum(x int, more ...int) int {
	for _, m := range more {
		x += m
	}
	return o.A + x
}
func (o *outer) SetA(n int) { o.A = n }

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name+":", e)
		}
	}()
	f()
}

func main() {
	o := outer{A: 1, B: "b", c: 2.5, P: &inner{7}, S: []int{1, 2}, M: map[string]int{"k": 1}, I: "i"}
	v := reflect.ValueOf(o)
	for i := range v.NumField() {
		f := v.Field(i)
		fmt.Print(f.Kind(), " ", f.CanInterface(), f.CanSet(), f.IsZero(), " ", f, "; ")
	}
	fmt.Println()
	pv := reflect.ValueOf(&o).Elem()
	pv.Field(0).SetInt(42)
	pv.FieldByName("B").SetString("changed")
	pv.FieldByName("In").Field(0).Set(reflect.ValueOf(9))
	pv.FieldByName("P").Elem().Field(0).SetInt(8)
	pv.FieldByName("S").Index(0).SetInt(100)
	pv.FieldByName("S").Set(reflect.Append(pv.FieldByName("S"), reflect.ValueOf(3)))
	pv.FieldByName("M").SetMapIndex(reflect.ValueOf("z"), reflect.ValueOf(26))
	pv.FieldByName("M").SetMapIndex(reflect.ValueOf("k"), reflect.Value{})
	pv.FieldByName("I").Set(reflect.ValueOf(3.5))
	pv.FieldByName("N").SetInt(5)
	fmt.Println(o.A, o.B, o.In, *o.P, o.S, o.M, o.I, o.N)
	m := v.MethodByName("Sum")
	fmt.Println(m.Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(2), reflect.ValueOf(3)})[0])
	fmt.Println(m.CallSlice([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf([]int{5})})[0].Int(), m.Type())
	reflect.ValueOf(&o).MethodByName("SetA").Call([]reflect.Value{reflect.ValueOf(77)})
	fmt.Println(o.A, v.MethodByName("SetA").IsValid(), reflect.ValueOf(&o).NumMethod())
	fn := reflect.MakeFunc(reflect.TypeFor[func(int, string) (string, error)](), func(args []reflect.Value) []reflect.Value {
		s := fmt.Sprint(args[1], args[0])
		return []reflect.Value{reflect.ValueOf(s), reflect.Zero(reflect.TypeFor[error]())}
	})
	s, err := fn.Interface().(func(int, string) (string, error))(5, "five")
	fmt.Println(s, err)
	mp := reflect.MakeMap(reflect.TypeFor[map[string]int]())
	for i, k := range []string{"x", "y"} {
		mp.SetMapIndex(reflect.ValueOf(k), reflect.ValueOf(i))
	}
	keys := mp.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	fmt.Println(keys, mp.Len(), mp.MapIndex(reflect.ValueOf("none")).IsValid())
	total := 0
	for it := mp.MapRange(); it.Next(); {
		total += int(it.Value().Int()) + len(it.Key().String())
	}
	fmt.Println(total)
	try("too long", func() { reflect.MakeSlice(reflect.TypeFor[[]string](), 1<<60, 1<<60) })
	sl := reflect.MakeSlice(reflect.TypeFor[[]string](), 2, 5)
	sl.Index(1).SetString("el")
	fmt.Println(sl.Len(), sl.Cap(), sl, sl.Slice(1, 2), sl.Interface().([]string)[1])
	ch := reflect.MakeChan(reflect.TypeFor[chan int](), 1)
	ch.Send(reflect.ValueOf(4))
	x, ok := ch.TryRecv()
	y, ok2 := ch.TryRecv()
	fmt.Println(x, ok, y.IsValid(), ok2)
	ch.Close()
	i, rv, rok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: ch}})
	fmt.Println(i, rv, rok)
	n := reflect.New(reflect.TypeFor[inner]())
	n.Elem().Field(0).SetInt(3)
	fmt.Println(n.Interface().(*inner).N, reflect.Indirect(n).Interface(), reflect.Zero(reflect.TypeFor[[2]int]()))
	fmt.Println(reflect.ValueOf(65).Convert(reflect.TypeFor[string]()), reflect.ValueOf(3.9).Convert(reflect.TypeFor[int]()), reflect.ValueOf([]int{1, 2}).Convert(reflect.TypeFor[[2]int]()))
	try("set", func() { v.Field(0).SetInt(1) })
	try("unexported", func() { pv.Field(2).SetFloat(1) })
	try("interface", func() { v.Field(2).Interface() })
	try("kind", func() { reflect.ValueOf("s").Int() })
	try("index", func() { reflect.ValueOf([]int{}).Index(0) })
	try("nil", func() { reflect.ValueOf(nil).Type() })
	try("call", func() { m.Call(nil) })
	try("call type", func() { m.Call([]reflect.Value{reflect.ValueOf("x")}) })
	try("assign", func() { pv.Field(0).Set(reflect.ValueOf("x")) })
	try("elem", func() { reflect.ValueOf(1).Elem() })
	try("convert", func() { reflect.ValueOf("x").Convert(reflect.TypeFor[int]()) })
}
