// Maps of the language and by reflection: keys of all types, changes during
// iteration, NaNs, panics.
package main

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"sort"
)

type (
	Key struct {
		a int8
		s string
		f float64
		_ int
		e any
	}
	Arr   [3]string
	Big   struct{ x [50]int }
	Iface interface{ M() }
	A     int
	B     string
)

func (A) M() {}
func (B) M() {}

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("%s panics: %v", name, e)
			if r, ok := e.(error); ok {
				fmt.Printf(" error %q", r.Error())
			}
			fmt.Println()
		}
	}()
	f()
	fmt.Println(name, "ok")
}

func sorted[K comparable, V any](m map[K]V) []string {
	var s []string
	for k, v := range m {
		s = append(s, fmt.Sprint(k, "=", v))
	}
	sort.Strings(s)
	return s
}

func main() {
	m := map[Key]int{}
	for i := range 100 {
		m[Key{a: int8(i), s: fmt.Sprint(i % 7), f: float64(i) / 2, e: i % 3}] = i
	}
	fmt.Println(len(m), m[Key{a: 5, s: "5", f: 2.5, e: 2}], m[Key{a: 5, s: "5", f: 2.5, e: "2"}])
	for k := range m {
		if k.a%2 == 0 {
			delete(m, k)
		}
	}
	fmt.Println(len(m))
	sum := 0
	for _, v := range m {
		sum += v
	}
	fmt.Println(sum)

	bools := map[bool]string{true: "t", false: "f"}
	fmt.Println(bools[true], bools[false], len(bools))
	f32 := map[float32]int{0: 1, float32(math.Inf(1)): 2}
	f32[float32(math.Copysign(0, -1))] = 3
	fmt.Println(len(f32), f32[0], f32[float32(math.Inf(1))])
	cplx := map[complex128]int{complex(0, 0): 1}
	cplx[complex(math.Copysign(0, -1), 0)]++
	fmt.Println(len(cplx), cplx[0])
	nans := map[float64]int{}
	for i := range 20 {
		nans[math.NaN()] = i
	}
	nans[1] = 100
	delete(nans, math.NaN())
	n := 0
	for k, v := range nans {
		if k != k {
			n += v
		}
	}
	_, ok := nans[math.NaN()]
	fmt.Println(len(nans), n, ok)
	clear(nans)
	fmt.Println(len(nans))

	ifaces := map[Iface]int{A(1): 1, B("1"): 2, nil: 3}
	fmt.Println(ifaces[A(1)], ifaces[B("1")], ifaces[nil], ifaces[A(2)])
	ptrs := map[*int]int{}
	p, q := new(int), new(int)
	ptrs[p]++
	ptrs[q] += 2
	ptrs[p]++
	fmt.Println(ptrs[p], ptrs[q], len(ptrs))
	chans := map[chan int]bool{make(chan int): true}
	fmt.Println(len(chans))
	arrs := map[Arr]Big{{"a", "b", "c"}: {}}
	b := arrs[Arr{"a", "b", "c"}]
	b.x[49] = 7
	arrs[Arr{"a", "b", "d"}] = b
	fmt.Println(len(arrs), arrs[Arr{"a", "b", "d"}].x[49], arrs[Arr{}].x[49])
	bigs := map[Big]string{{}: "zero", b: "b"}
	fmt.Println(bigs[b], bigs[Big{}])
	unit := map[struct{}]int{}
	unit[struct{}{}]++
	unit[struct{}{}]++
	fmt.Println(unit)
	sets := map[string]struct{}{"x": {}}
	_, ok = sets["x"]
	fmt.Println(len(sets), ok)
	nested := map[string]map[string][]int{}
	for i := range 10 {
		k := fmt.Sprint(i % 2)
		if nested[k] == nil {
			nested[k] = map[string][]int{}
		}
		nested[k]["v"] = append(nested[k]["v"], i)
	}
	fmt.Println(nested)
	funcs := map[string]func(int) int{"double": func(i int) int { return 2 * i }}
	fmt.Println(funcs["double"](4), funcs["no"] == nil)
	structs := map[int]struct {
		a int
		b string
	}{1: {1, "one"}}
	fmt.Println(structs[1].b, structs[2].b == "")

	grow := map[int]int{0: 0}
	for k := range grow {
		for i := range 50 {
			grow[k*100+i+1] = 1
		}
		if len(grow) > 3000 {
			break
		}
	}
	fmt.Println(len(grow) >= 51)
	seen := map[int]int{}
	del := map[int]int{}
	for i := range 64 {
		del[i] = i
	}
	for k := range del {
		seen[k]++
		delete(del, k)
		delete(del, k^1)
	}
	fmt.Println(len(del), len(seen), slices.Max(slices.Collect(maps.Values(seen))))
	var nilMap map[string]int
	fmt.Println(nilMap["x"], len(nilMap), nilMap == nil)
	delete(nilMap, "x")
	clear(nilMap)
	for range nilMap {
		panic("nil map")
	}
	try("nil map", func() { nilMap["a"] = 1 })
	anys := map[any]int{}
	try("unhashable set", func() { anys[[]int{1}] = 2 })
	try("unhashable get", func() { _ = anys[map[int]int{}] })
	try("unhashable delete", func() { delete(anys, any(func() {})) })
	try("unhashable struct", func() { anys[struct{ f []int }{}] = 1 })
	try("unhashable array", func() { _, _ = anys[[1]any{[]int{}}] })
	try("unhashable nil map", func() { _ = (map[any]int)(nil)[[]int{}] })
	try("uncomparable", func() { fmt.Println(any([]int{}) == any([]int{})) })
	try("uncomparable struct", func() { fmt.Println(any(struct{ f func() }{}) == any(struct{ f func() }{})) })
	try("differing types", func() { fmt.Println(any([]int{}) == any([]string{})) })
	try("iface array", func() { fmt.Println([2]any{1, []int{}} == [2]any{2, []int{}}) })
	try("iface array same", func() { fmt.Println([2]any{1, []int{}} == [2]any{1, []int{}}) })
	a1, a2 := Key{a: 1, f: math.NaN()}, Key{a: 1, f: math.NaN()}
	fmt.Println(a1 == a2, a1 == a1, Key{e: 1} == Key{e: 1}, Key{e: 1} == Key{e: int8(1)})

	v := reflect.ValueOf(map[string]int{"a": 1, "b": 2, "c": 3})
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	fmt.Println(keys, v.Len(), v.MapIndex(reflect.ValueOf("b")), v.MapIndex(reflect.ValueOf("z")).IsValid())
	v.SetMapIndex(reflect.ValueOf("d"), reflect.ValueOf(4))
	v.SetMapIndex(reflect.ValueOf("a"), reflect.Value{})
	total := 0
	for it := v.MapRange(); it.Next(); {
		total += int(it.Value().Int()) * len(it.Key().String())
	}
	fmt.Println(total, sorted(v.Interface().(map[string]int)))
	ks, es := reflect.New(reflect.TypeFor[string]()).Elem(), reflect.New(reflect.TypeFor[any]()).Elem()
	it := v.MapRange()
	count := 0
	for it.Next() {
		ks.SetIterKey(it)
		es.SetIterValue(it)
		count += es.Elem().Interface().(int)
	}
	fmt.Println(count)
	try("exhausted", func() { it.Next() })
	try("exhausted key", func() { it.Key() })
	try("before next", func() { v.MapRange().Key() })
	it.Reset(reflect.ValueOf(map[int]int{7: 8}))
	it.Next()
	fmt.Println(it.Key(), it.Value())
	for k, e := range v.Seq2() {
		count += len(k.String()) + int(e.Int())
	}
	fmt.Println(count)
	v.Clear()
	fmt.Println(v.Len())
	big := reflect.MakeMapWithSize(reflect.TypeFor[map[Big]*Big](), 100)
	big.SetMapIndex(reflect.ValueOf(b), reflect.ValueOf(&b))
	fmt.Println(big.MapIndex(reflect.ValueOf(b)).Interface().(*Big) == &b)
	try("reflect nil map", func() { reflect.ValueOf(nilMap).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
	try("reflect key type", func() { v.MapIndex(reflect.ValueOf(1)) })
	try("reflect unhashable", func() { reflect.ValueOf(anys).MapIndex(reflect.ValueOf([]int{})) })
	c := maps.Clone(map[string]int{"x": 1})
	c["y"] = 2
	fmt.Println(sorted(c), maps.Equal(c, map[string]int{"y": 2, "x": 1}), slices.Sorted(maps.Keys(c)))
	maps.DeleteFunc(c, func(k string, _ int) bool { return k == "x" })
	maps.Copy(c, map[string]int{"z": 26})
	fmt.Println(sorted(c), maps.Collect(maps.All(c)))
	m2 := make(map[string]int, 1000)
	for i := range 1000 {
		m2[fmt.Sprint(i)] += i
		m2[fmt.Sprint(i/2)]--
	}
	fmt.Println(len(m2), m2["999"], m2["100"])
	var maybe map[int][]int
	maybe2 := map[int]*[]int{}
	fmt.Println(append(maybe[3], 1), maybe2[1] == nil)
	type node struct{ m map[string]*node }
	root := &node{m: map[string]*node{}}
	root.m["self"] = root
	fmt.Println(root.m["self"].m["self"] == root)
}
