// Types made at run time, and what reflect says about types.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

type (
	Int   int
	Inner struct{ A int }
	Tree  struct {
		Left, Right *Tree
		Vals        map[string][]Inner
		fn          func(Int, ...string) (error, bool)
		ch          <-chan chan<- int
		Inner       `tag:"x" other:"y z"`
		io.Reader
		_ [2]struct{ p *Int }
	}
	Shape interface {
		Area() float64
		io.Closer
		private()
	}
	Gen[T any, U ~int | ~string] struct {
		t T
		u U
	}
	Temp float32
	F    func(int) int
)

func (Int) Value()                  {}
func (Inner) Hello(s string) string { return "hello " + s }
func (*Inner) Ptr()                 {}
func (g Gen[T, U]) Get() (T, U)     { return g.t, g.u }
func (F) M()                        {}

func describe(t reflect.Type, depth int) {
	pad := strings.Repeat(" ", depth)
	fmt.Printf("%s%v name=%q pkg=%q kind=%v size=%d align=%d,%d cmp=%v methods=%d\n",
		pad, t, t.Name(), t.PkgPath(), t.Kind(), t.Size(), t.Align(), t.FieldAlign(), t.Comparable(), t.NumMethod())
	for i := range t.NumMethod() {
		m := t.Method(i)
		fmt.Printf("%s .%s %v pkg=%q index=%d exported=%v\n", pad, m.Name, m.Type, m.PkgPath, m.Index, m.IsExported())
	}
	if depth > 4 {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Printf("%s field %s pkg=%q tag=%q off=%d idx=%v anon=%v exp=%v\n", pad, f.Name, f.PkgPath, f.Tag, f.Offset, f.Index, f.Anonymous, f.IsExported())
			describe(f.Type, depth+2)
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		describe(t.Elem(), depth+1)
		if t.Kind() == reflect.Array {
			fmt.Println(pad, t.Len())
		}
		if t.Kind() == reflect.Chan {
			fmt.Println(pad, t.ChanDir())
		}
	case reflect.Map:
		describe(t.Key(), depth+1)
		describe(t.Elem(), depth+1)
	case reflect.Func:
		fmt.Println(pad, t.NumIn(), t.NumOut(), t.IsVariadic())
		for i := range t.NumIn() {
			describe(t.In(i), depth+1)
		}
		for i := range t.NumOut() {
			describe(t.Out(i), depth+1)
		}
	}
}

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("%s panics: %v\n", name, e)
		}
	}()
	f()
	fmt.Println(name, "ok")
}

func main() {
	type local struct{ x int }
	for _, t := range []reflect.Type{
		reflect.TypeFor[Tree](), reflect.TypeFor[*Tree](), reflect.TypeFor[Shape](), reflect.TypeFor[error](), reflect.TypeFor[any](),
		reflect.TypeFor[Gen[Inner, Int]](), reflect.TypeFor[Gen[map[string]local, string]](), reflect.TypeFor[F](), reflect.TypeFor[*F](),
		reflect.TypeFor[local](), reflect.TypeFor[struct {
			*Inner
			B int `b:"c"`
		}](), reflect.TypeFor[interface{ M(int) }](),
		reflect.TypeFor[Gen[[]Gen[int, string], Int]](), reflect.TypeFor[time.Duration](),
	} {
		describe(t, 0)
	}
	i, s := reflect.TypeFor[int](), reflect.TypeFor[string]()
	same := func(name string, a, b reflect.Type) { fmt.Println(name, a == b, a, b) }
	same("ptr", reflect.PointerTo(i), reflect.TypeFor[*int]())
	same("ptrptr", reflect.PointerTo(reflect.PointerTo(reflect.TypeFor[Tree]())), reflect.TypeFor[**Tree]())
	same("slice", reflect.SliceOf(s), reflect.TypeFor[[]string]())
	same("array", reflect.ArrayOf(3, i), reflect.TypeFor[[3]int]())
	same("map", reflect.MapOf(s, reflect.SliceOf(i)), reflect.TypeFor[map[string][]int]())
	same("chan", reflect.ChanOf(reflect.RecvDir, i), reflect.TypeFor[<-chan int]())
	same("chan chan", reflect.ChanOf(reflect.BothDir, reflect.ChanOf(reflect.RecvDir, i)), reflect.TypeFor[chan (<-chan int)]())
	same("func", reflect.FuncOf([]reflect.Type{i, reflect.SliceOf(s)}, []reflect.Type{reflect.TypeFor[error]()}, true), reflect.TypeFor[func(int, ...string) error]())
	same("func2", reflect.FuncOf(nil, nil, false), reflect.TypeFor[func()]())
	st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: i, Tag: `json:"a"`}, {Name: "B", Type: s}})
	same("struct", st, reflect.TypeFor[struct {
		A int `json:"a"`
		B string
	}]())
	fresh := reflect.MapOf(reflect.ArrayOf(7, st), reflect.SliceOf(reflect.PointerTo(st)))
	describe(fresh, 0)
	same("fresh", fresh, reflect.MapOf(reflect.ArrayOf(7, st), reflect.SliceOf(reflect.PointerTo(st))))

	m := reflect.MakeMap(reflect.MapOf(s, st))
	e := reflect.New(st).Elem()
	e.Field(0).SetInt(5)
	e.Field(1).SetString("five")
	m.SetMapIndex(reflect.ValueOf("k"), e)
	fmt.Printf("%v %+v %T\n", m.Interface(), m.Interface(), m.Interface())
	b, err := json.Marshal(m.Interface())
	fmt.Println(string(b), err)
	p := reflect.New(st)
	fmt.Println(json.Unmarshal([]byte(`{"a": 12, "B": "x"}`), p.Interface()), p.Elem().Interface())
	fmt.Println(p.Elem().Interface() == any(struct {
		A int `json:"a"`
		B string
	}{12, "x"}))
	emb := reflect.StructOf([]reflect.StructField{{Name: "Inner", Type: reflect.TypeFor[Inner](), Anonymous: true}})
	fmt.Println(emb, emb.NumMethod(), reflect.New(emb).Elem().Method(0).Call([]reflect.Value{reflect.ValueOf("w")})[0])
	arr := reflect.New(reflect.ArrayOf(4, reflect.TypeFor[any]())).Elem()
	arr.Index(2).Set(reflect.ValueOf(3))
	fmt.Println(arr.Interface(), arr.Interface() == arr.Interface())
	fv := reflect.MakeFunc(reflect.FuncOf([]reflect.Type{st}, []reflect.Type{i}, false), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{in[0].Field(0)}
	})
	fmt.Println(fv.Call([]reflect.Value{e})[0], fv.Type())
	ch := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, st), 2)
	ch.Send(e)
	r, ok := ch.Recv()
	fmt.Println(r, ok, ch.Len(), ch.Cap())

	er, rd := reflect.TypeFor[error](), reflect.TypeFor[io.Reader]()
	for _, t := range []reflect.Type{i, s, reflect.TypeFor[*strings.Reader](), reflect.TypeFor[strings.Reader](), er, rd,
		reflect.TypeFor[io.ReadWriter](), reflect.TypeFor[*json.SyntaxError](), reflect.TypeFor[Temp](), reflect.TypeFor[[]byte](), reflect.TypeFor[[4]byte]()} {
		fmt.Println(t, t.Implements(er), t.Implements(rd), t.AssignableTo(reflect.TypeFor[any]()), t.ConvertibleTo(i), t.ConvertibleTo(s), t.AssignableTo(rd))
	}
	conv := func(x any, t reflect.Type) {
		fmt.Printf("%v %T\n", reflect.ValueOf(x).Convert(t), reflect.ValueOf(x).Convert(t).Interface())
	}
	conv(3.99, i)
	conv(65, s)
	conv([]byte("hi"), s)
	conv("hé", reflect.TypeFor[[]rune]())
	conv(Temp(1.5), reflect.TypeFor[float64]())
	conv(int64(-1), reflect.TypeFor[uint8]())
	conv([]int{1, 2, 3}, reflect.TypeFor[[2]int]())
	conv([]int{1, 2, 3}, reflect.TypeFor[*[3]int]())
	conv(Inner{4}, reflect.TypeFor[struct{ A int }]())
	conv(struct {
		A int `different:"tag"`
	}{9}, reflect.TypeFor[Inner]())
	conv(Int(4), reflect.TypeFor[any]())
	conv(2i, reflect.TypeFor[complex64]())
	try("short slice", func() { conv([]int{1}, reflect.TypeFor[[2]int]()) })
	try("convert", func() { conv("s", i) })
	try("set unexported", func() { reflect.ValueOf(&Tree{}).Elem().FieldByName("fn").Set(reflect.ValueOf(func() {})) })
	try("set unaddressable", func() { reflect.ValueOf(Inner{}).Field(0).SetInt(1) })
	try("kind", func() { reflect.ValueOf(1).Len() })
	try("map key", func() { reflect.MapOf(reflect.SliceOf(i), i) })
	try("struct dup", func() { reflect.StructOf([]reflect.StructField{{Name: "A", Type: i}, {Name: "A", Type: i}}) })
	try("struct name", func() { reflect.StructOf([]reflect.StructField{{Name: "1", Type: i}}) })
	try("struct unexported", func() { reflect.StructOf([]reflect.StructField{{Name: "a", Type: i}}) })
	try("embedded interface", func() {
		t := reflect.StructOf([]reflect.StructField{{Name: "Stringer", Anonymous: true, Type: reflect.TypeFor[fmt.Stringer]()}})
		v := reflect.New(t).Elem()
		v.Field(0).Set(reflect.ValueOf(time.Second))
		fmt.Println(v.NumMethod(), v.Interface().(fmt.Stringer) != nil)
		v.Method(0).Call(nil)
	})
	try("array", func() { reflect.ArrayOf(-1, i) })
	try("field", func() { reflect.TypeOf(1).Field(0) })
	try("elem", func() { i.Elem() })
	f, found := reflect.TypeFor[Tree]().FieldByName("A")
	fmt.Println(f.Name, f.Index, f.Offset, found)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Tree]()) {
		fmt.Print(f.Name, f.Index, " ")
	}
	fmt.Println()
	tag := reflect.TypeFor[Tree]().Field(5).Tag
	fmt.Println(tag.Get("tag"), tag.Get("other"), tag.Get("no"))
	fmt.Println(reflect.DeepEqual(map[string][]Inner{"a": {{1}}}, map[string][]Inner{"a": {{1}}}), reflect.DeepEqual([]any{1, nil}, []any{1, 2}), reflect.DeepEqual(nil, nil))
	list := []string{"c", "a", "b"}
	reflect.Swapper(list)(0, 2)
	fmt.Println(list, reflect.ValueOf(list).IsZero(), reflect.Zero(reflect.TypeFor[Tree]()).IsZero(), reflect.ValueOf(Inner{}).Comparable())
	fmt.Println(reflect.Append(reflect.ValueOf(list), reflect.ValueOf("d")), reflect.AppendSlice(reflect.ValueOf(list), reflect.ValueOf([]string{"e"})), reflect.Copy(reflect.ValueOf(list), reflect.ValueOf([]string{"z"})), list)
	for v := range reflect.ValueOf(3).Seq() {
		fmt.Print(v, " ")
	}
	for k, v := range reflect.ValueOf([]string{"p", "q"}).Seq2() {
		fmt.Print(k, v, " ")
	}
	fmt.Println()
}
