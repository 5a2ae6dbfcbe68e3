// All verbs on values of all kinds.
package main

import "fmt"

type point struct {
	X, Y int
}

type inner struct {
	P  *point
	M  map[string]int
	S  []string
	I  any
	E  error
	F  func()
	B  [2]byte
	bs []byte
}

func main() {
	verbs := "vdboxXcqUeEfFgGtsTp"
	vals := []any{true, 42, -7, uint8(200), int64(-1 << 40), 3.25, float32(-0.5), 1 + 2i, "str\n", []byte("by\x00"), 'x', nil, point{1, 2},
		[]int{1, 2}, [2]string{"a", "b"}, map[string]int{"z": 1, "a": 2}, struct{}{}, []any{1, "a", nil}, error(nil), [3]byte{1, 2, 3}}
	for _, v := range vals {
		for _, verb := range verbs {
			if verb == 'p' {
				continue
			}
			fmt.Printf("%"+string(verb)+"|", v)
		}
		fmt.Println()
		for _, f := range []string{"%+v|", "%#v|", "%10v|", "%-10v|", "%010v|", "% v|", "%+d|", "%#x|", "%#o|", "%#q|", "%+q|", "%x|", "% x|", "%#U|", "%6.2f|", "%.3s|", "%.0f|", "%5t|"} {
			fmt.Printf(f, v)
		}
		fmt.Println()
	}
	in := inner{P: nil, M: map[string]int{"k": 1}, S: []string{"a b"}, I: point{3, 4}, B: [2]byte{1, 2}, bs: []byte("x")}
	fmt.Printf("%v\n%+v\n", in, in)
	fmt.Printf("%#v\n", struct {
		A []string
		B map[int]bool
		C *int
		D any
		E [2]float64
	}{[]string{"x"}, map[int]bool{1: true}, nil, int8(3), [2]float64{1, 1e30}})
	fmt.Printf("%v %+v\n", &point{1, 2}, &point{1, 2})
	fmt.Printf("%v %v %v\n", &[]int{1}, &map[string]int{"a": 1}, &[1]bool{true})
	fmt.Printf("%d %x\n", &point{10, 20}, &point{10, 20})
	fmt.Printf("%T %T %T %T %T\n", in, &in, in.F, vals, map[string][]*point{})
}
