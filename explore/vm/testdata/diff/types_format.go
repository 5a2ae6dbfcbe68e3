// The verbs of package fmt over values of every kind of type.
package main

import (
	"errors"
	"fmt"
	"time"
	"unsafe"
)

type (
	Int   int
	Str   string
	Bools [3]bool
	Point struct{ X, Y int }
	Named struct {
		Point
		*Inner
		Name string `json:"name"`
		any
		private map[string]int
	}
	Inner          struct{ A, b any }
	Stringer       struct{ v int }
	PStringer      struct{ v int }
	GoStringer     struct{}
	Formatter      struct{}
	Err            struct{ code int }
	Pair[K, V any] struct {
		Key K
		Val V
	}
	List[T any] struct {
		next *List[T]
		v    T
	}
	Fn  func(int) string
	Rec struct {
		Self *Rec
		Name string
	}
)

func (s Stringer) String() string   { return fmt.Sprintf("<%d>", s.v) }
func (s *PStringer) String() string { return fmt.Sprintf("<*%d>", s.v) }
func (GoStringer) GoString() string { return "GoStringer!" }
func (Formatter) Format(f fmt.State, c rune) {
	w, okw := f.Width()
	p, okp := f.Precision()
	fmt.Fprintf(f, "[%c %d %v %d %v %v %v]", c, w, okw, p, okp, f.Flag('+'), f.Flag('#'))
}
func (e Err) Error() string { return fmt.Sprint("err ", e.code) }

type nilString struct{ p *int }

func (n nilString) String() string { return fmt.Sprint(*n.p) }

func main() {
	x := 7
	var nilErr error
	var nilPtr *Point
	var nilStringer *PStringer
	values := []any{
		true, 1, int8(-8), int16(16), int32(32), int64(-64), uint(1), uint8(8), uint16(16), uint32(32), uint64(64),
		uintptr(4096), float32(1.5), 2.25, 1e100, complex64(1 + 2i), complex(2, -3), "str", 'r', nil, nilErr,
		Int(5), Str("s"), Bools{true, false, true}, Point{1, 2}, &Point{3, 4}, nilPtr,
		Named{Point: Point{5, 6}, Name: "n", any: 3, private: map[string]int{"b": 2, "a": 1}},
		Inner{A: Point{7, 8}, b: []any{1, "two", nil}}, Stringer{9}, &PStringer{10}, PStringer{11}, nilStringer,
		GoStringer{}, Formatter{}, Err{3}, errors.New("plain"), fmt.Errorf("wrap: %w", Err{4}),
		Pair[string, int]{"k", 1}, Pair[Point, []List[Int]]{Point{1, 1}, []List[Int]{{nil, 3}}},
		[]int{1, 2, 3}, []int(nil), []string{"a", "b c"}, []byte("bytes"), [2]byte{1, 2}, [][]int{{1}, {2, 3}, nil},
		map[string]int{"z": 26, "a": 1}, map[Point]string{{2, 1}: "b", {1, 2}: "a"}, map[int]bool(nil),
		map[any]int{"s": 1, "t": 2}, map[[2]int][]string{{1, 2}: {"x"}},
		struct{}{}, struct {
			A int
			B string
		}{1, "b"}, []any{1, "a", nil, []int{1}}, &[]int{1}, &map[string]int{"a": 1}, &[2]string{"x", "y"},
		[]error{Err{1}, nil}, []fmt.Stringer{Stringer{1}, Stringer{2}}, nilString{},
		time.Duration(1500) * time.Millisecond, time.Date(2024, 2, 29, 12, 30, 0, 5, time.UTC), time.March,
		unsafe.Pointer(nil), (chan int)(nil), (func())(nil), Fn(nil), [0]int{}, []struct{ A, B int }{{1, 2}},
		[]*int{nil}, Rec{nil, "r"},
	}
	for i, v := range values {
		fmt.Printf("%d: %v | %+v | %#v | %T\n", i, v, v, v, v)
	}
	for _, v := range values[:22] {
		fmt.Printf("%d|%x|%s|%q|%5v|%-8v|%08v|%t|%c|%e|%g|%b\n", v, v, v, v, v, v, v, v, v, v, v, v)
	}
	fmt.Printf("%6.2f|%-8.3s|%+d|%x|%X|% x|%#x|%08b|%o|%#o|%U|%#U\n", 3.14159, "abcdef", 5, "hi", []byte("hi"), "abc", "abc", 5, 8, 8, '⌘', '⌘')
	fmt.Printf("%[2]d %[1]d %d %*d %.*f\n", 1, 2, 6, 42, 2, 3.14159)
	fmt.Printf("%!|%z|%d\n", 1)
	fmt.Printf("%d %s\n", 1, "a", "extra")
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil), fmt.Sprintln("x", 1))
	fmt.Printf("%v %v\n", &x != nil, fmt.Sprintf("%p", &x) != fmt.Sprintf("%p", &values))
	fmt.Printf("%s %v %d\n", []string{"a", "b"}, []Stringer{{1}, {2}}, []Stringer{{1}})
	fmt.Printf("%t %v %s\n", "notbool", Err{5}, error(Err{6}))
	fmt.Printf("%x %X %q\n", []string{"ab", "cd"}, "xyz", []string{"q\"", "\n"})
	fmt.Printf("%6d|%-6d|%06d|% d\n", []int{1, -2}, 3, -4, 5)
	fmt.Printf("%v %+v\n", struct {
		p *Point
		e error
	}{}, struct{ E error }{Err{1}})
	var a, b int
	var s string
	n, err := fmt.Sscanf("10-20 abc", "%d-%d %s", &a, &b, &s)
	fmt.Println(n, err, a, b, s)
	n, err = fmt.Sscan("1 2 x", &a, &b, &s)
	fmt.Println(n, err, a, b, s)
	_, err = fmt.Sscan("zz", &a)
	fmt.Println(err)
	defer func() { fmt.Println("recovered:", recover()) }()
	fmt.Println(func() string { panic(fmt.Sprintf("%v", Point{1, 2})) }())
}
