// reflect.DeepEqual, Swapper, Copy, iterators, walking of values.
package main

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

type node struct {
	v    int
	next *node
	m    map[string]*node
}

type custom struct {
	Name string
	Tags []string
	Sub  map[string]any
	Ptr  *custom
	f    func()
}

func walk(v reflect.Value, depth int, sb *strings.Builder) {
	ind := strings.Repeat(" ", depth)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fmt.Fprintf(sb, "%s%s:\n", ind, v.Type().Field(i).Name)
			walk(v.Field(i), depth+1, sb)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), depth+1, sb)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			fmt.Fprintf(sb, "%s%v =>\n", ind, it.Key())
			walk(it.Value(), depth+1, sb)
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			fmt.Fprintf(sb, "%snil\n", ind)
			return
		}
		walk(v.Elem(), depth, sb)
	case reflect.Func:
		fmt.Fprintf(sb, "%sfunc %t\n", ind, v.IsNil())
	default:
		fmt.Fprintf(sb, "%s%v\n", ind, v)
	}
}

func main() {
	a, b := &node{v: 1}, &node{v: 1}
	a.next, b.next = a, b
	a.m, b.m = map[string]*node{"self": a}, map[string]*node{"self": b}
	fmt.Println(reflect.DeepEqual(a, b))
	b.v = 2
	fmt.Println(reflect.DeepEqual(a, b))
	pairs := [][2]any{
		{nil, nil}, {1, int64(1)}, {[]int{1}, []int{1}}, {[]int(nil), []int{}}, {map[int]int{}, map[int]int(nil)}, {map[string][]int{"a": {1}}, map[string][]int{"a": {1}}},
		{math.NaN(), math.NaN()}, {[]any{1, "a", nil}, []any{1, "a", nil}}, {func() {}, func() {}}, {error(nil), nil}, {[2]int{1, 2}, [2]int{1, 2}},
		{struct{ a, b any }{1, []byte("x")}, struct{ a, b any }{1, []byte("x")}}, {custom{Name: "a"}, custom{Name: "a"}}, {custom{f: func() {}}, custom{f: func() {}}},
	}
	for _, p := range pairs {
		fmt.Print(reflect.DeepEqual(p[0], p[1]), " ")
	}
	nan := []float64{math.NaN()}
	fmt.Println(reflect.DeepEqual(nan, nan), reflect.DeepEqual(nan, []float64{nan[0]}))
	s := []string{"a", "b", "c"}
	swap := reflect.Swapper(s)
	swap(0, 2)
	fmt.Println(s)
	dst := make([]byte, 3)
	fmt.Println(reflect.Copy(reflect.ValueOf(dst), reflect.ValueOf("hello")), string(dst))
	var sb strings.Builder
	walk(reflect.ValueOf(custom{"n", []string{"t1", "t2"}, map[string]any{"k": 3}, &custom{Name: "sub"}, func() {}}), 0, &sb)
	fmt.Print(sb.String())
	for i := range reflect.ValueOf(3).Seq() {
		fmt.Print(i, " ")
	}
	for i, v := range reflect.ValueOf([]string{"x", "y"}).Seq2() {
		fmt.Print(i, v, " ")
	}
	fmt.Println()
	v := reflect.ValueOf(&s).Elem()
	v.SetLen(1)
	v.Grow(5)
	fmt.Println(s, cap(s) >= 6)
	var e error
	ev := reflect.ValueOf(&e).Elem()
	fmt.Println(ev.Kind(), ev.IsNil(), ev.Type())
	ev.Set(reflect.ValueOf(fmt.Errorf("set")))
	fmt.Println(e, ev.Elem().Kind())
	x := reflect.ValueOf(struct {
		A any
		B [2]any
	}{1, [2]any{"a", nil}})
	fmt.Println(x.Comparable(), x.Equal(x), reflect.ValueOf([]int{}).Comparable(), x.Field(1).Index(1).IsNil())
	var z reflect.Value
	fmt.Println(z.IsValid(), z.Kind(), z.String(), reflect.ValueOf(3).String(), reflect.ValueOf("str").String())
	fmt.Println(reflect.ValueOf(uint8(200)).OverflowUint(300), reflect.ValueOf(int8(0)).OverflowInt(127), reflect.ValueOf(5).CanInt(), reflect.ValueOf(5).CanAddr())
}
