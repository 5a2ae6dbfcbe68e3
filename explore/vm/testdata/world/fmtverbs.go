package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

type point struct{ X, Y int }
type named string
type inner struct {
	A *int
	B []string
	C map[string]int
	D any
	E error
	f float64
}

func (n named) String() string { return "named(" + string(n) + ")" }

type panicky struct{ p *int }

func (p panicky) String() string { return fmt.Sprint(*p.p) }

type form struct{}

func (form) Format(s fmt.State, verb rune) {
	w, wok := s.Width()
	p, pok := s.Precision()
	fmt.Fprintf(s, "[%c %d %t %d %t %t]", verb, w, wok, p, pok, s.Flag('+'))
}

type gostr int

func (gostr) GoString() string { return "gostr!" }

func main() {
	p := point{1, -2}
	fmt.Printf("%v %+v %#v %T\n", p, p, p, p)
	fmt.Printf("%v %+v\n", &p, &p)
	fmt.Printf("%d|%5d|%-5d|%05d|%+d|%x|%X|%o|%O|%b|%c|%q|%U|%#U\n", 42, 42, 42, 42, 42, 42, 42, 42, 42, 42, 'A', 'A', 'A', '☺')
	fmt.Printf("%f|%8.3f|%-8.1f|%e|%g|%G|%x|%6.2f%%\n", 3.14159, 3.14159, 3.14159, 1234.5678, 1e-10, 1e100, 1.5, 99.5)
	fmt.Printf("%s|%10s|%-10s|%.2s|%q|%x|% x|%#x\n", "go", "go", "go", "golang", "a\"b", "hex", "hex", "hex")
	fmt.Printf("%t %v %p %v\n", true, nil, nil, []any{1, "a", nil, 2.5})
	fmt.Printf("%v %d %s %q %x\n", []byte("abc"), []byte("abc"), []byte("abc"), []byte("abc"), []byte("abc"))
	fmt.Printf("%v %#v %v\n", map[string]int{"b": 2, "a": 1}, map[int]bool{3: true, 1: false}, [2][]int{{1}, {2, 3}})
	fmt.Printf("%!|%z|%d %d|%s\n", 1, 2)
	fmt.Printf("%[2]d %[1]d %[3]*.[2]*[1]f|%d\n", 12, 2, 6)
	fmt.Printf("%v %s %d\n", named("x"), named("y"), named("z"))
	fmt.Printf("%v\n", panicky{})
	fmt.Printf("%v %s\n", (*point)(nil), error(nil))
	fmt.Printf("%+8.3v %#v %v\n", form{}, gostr(1), inner{B: []string{"q"}, D: 7, E: errors.New("e")})
	fmt.Printf("%#v\n", inner{B: []string{"q"}, C: map[string]int{}, D: uint8(7)})
	fmt.Printf("%6.2v|%v|%.3g|%v\n", 3.14159, float32(0.1), complex(1, -2), complex64(1i))
	fmt.Printf("%v %v %v\n", time.Duration(1500)*time.Millisecond, struct{}{}, [0]int{})
	fmt.Printf("%08b|%-8q|%+q|%#q|% d|%+.2e\n", 5, 'x', "é", "raw", 7, 12345.678)
	err := fmt.Errorf("wrap: %w and %w", os.ErrNotExist, errors.New("other"))
	fmt.Println(err, errors.Is(err, os.ErrNotExist))
	fmt.Print("a", 1, 2, "b", "c", 3.0, '\n', "\n")
	fmt.Println(fmt.Sprint(nil, 1, nil), fmt.Sprintln("x", 1))
	var a, b int
	var s string
	n, err := fmt.Sscanf("10-20 word", "%d-%d %s", &a, &b, &s)
	fmt.Println(n, err, a, b, s)
	n, err = fmt.Sscan("7 x", &a, &b)
	fmt.Println(n, err, a)
	fmt.Printf("%s %v\n", []string{"a", "b"}, [3]bool{true})
	fmt.Printf("%x %X %x\n", "hello", []byte{1, 171}, -255)
	fmt.Printf("%v %v\n", any(p), &[]int{1})
	fmt.Printf("%T %T %T %T\n", nil, main, map[string][]*point{}, struct{ A int }{})
}
