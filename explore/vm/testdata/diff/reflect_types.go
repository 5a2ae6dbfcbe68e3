// Package reflect: types.
package main

import (
	"fmt"
	"io"
	"reflect"
)

type myInt int

func (m myInt) Double() int             { return int(m) * 2 }
func (m *myInt) Set(n int)              { *m = myInt(n) }
func (m myInt) String() string          { return fmt.Sprint("myInt:", int(m)) }
func (m myInt) Var(p string, xs ...int) {}

type rec struct {
	A    int `json:"a" xml:"x"`
	B    string
	c    bool
	Next *rec
	io.Reader
	myInt
	F func(int, ...string) (bool, error)
	M map[string][]int
	C <-chan int
	X any
	E struct{ Z int8 }
}

type gen[T any] struct{ V T }

func (g gen[T]) Get() T { return g.V }

func show(t reflect.Type) {
	fmt.Println(t, t.Kind(), t.Name(), t.Size(), t.Align(), t.NumMethod(), t.Comparable(), t.PkgPath())
}

func main() {
	for _, v := range []any{1, "s", 1.5, myInt(1), new(myInt), rec{}, &rec{}, []int{}, [3]bool{}, map[string]int{}, make(chan int), func() {}, struct{}{},
		gen[int]{}, gen[map[string]gen[bool]]{}, complex64(1), uintptr(1), [][]*rec{}, struct {
			A int `k:"v"`
			b []byte
		}{}} {
		show(reflect.TypeOf(v))
	}
	fmt.Println(reflect.TypeOf(nil), reflect.TypeFor[error](), reflect.TypeFor[io.Reader]().NumMethod(), reflect.TypeFor[any]().Kind())
	t := reflect.TypeFor[rec]()
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Println(f.Name, f.Type, f.Tag, f.Offset, f.Index, f.Anonymous, f.IsExported(), f.Tag.Get("json"))
	}
	f, ok := t.FieldByName("Z")
	fmt.Println(f.Name, ok)
	f, ok = t.FieldByNameFunc(func(s string) bool { return s == "B" })
	fmt.Println(f.Name, ok, t.FieldByIndex([]int{10, 0}).Type)
	ft := t.Field(6).Type
	fmt.Println(ft.NumIn(), ft.NumOut(), ft.In(1), ft.Out(1), ft.IsVariadic())
	fmt.Println(t.Field(7).Type.Key(), t.Field(7).Type.Elem(), t.Field(8).Type.ChanDir(), t.Field(3).Type.Elem() == t)
	mt := reflect.TypeFor[*myInt]()
	for i := range mt.NumMethod() {
		m := mt.Method(i)
		fmt.Println(m.Name, m.Type, m.Index)
	}
	m, ok := reflect.TypeFor[myInt]().MethodByName("Set")
	fmt.Println(m.Name, ok)
	fmt.Println(mt.Implements(reflect.TypeFor[fmt.Stringer]()), t.Implements(reflect.TypeFor[io.Reader]()), mt.AssignableTo(reflect.TypeFor[any]()),
		reflect.TypeFor[int]().ConvertibleTo(reflect.TypeFor[myInt]()), reflect.TypeFor[int]().AssignableTo(reflect.TypeFor[myInt]()))
	fmt.Println(reflect.SliceOf(t), reflect.MapOf(reflect.TypeFor[string](), t), reflect.PointerTo(mt), reflect.ArrayOf(3, mt), reflect.ChanOf(reflect.SendDir, t),
		reflect.FuncOf([]reflect.Type{t, reflect.TypeFor[[]int]()}, []reflect.Type{mt}, true))
	fmt.Println(reflect.SliceOf(reflect.TypeFor[int]()) == reflect.TypeFor[[]int](), reflect.MapOf(reflect.TypeFor[int](), reflect.TypeFor[bool]()) == reflect.TypeFor[map[int]bool]())
	st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`}, {Name: "B", Type: t}})
	fmt.Println(st.NumField(), st.Size(), st.Field(0))
	for _, vf := range reflect.VisibleFields(reflect.TypeFor[struct {
		gen[int]
		Q int
	}]()) {
		fmt.Print(vf.Name, " ")
	}
	fmt.Println()
}
