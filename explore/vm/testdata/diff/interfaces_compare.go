// Interface equality, interfaces as map keys, dynamic types.
package main

import "fmt"

type animal interface{ name() string }
type dog struct{ n string }
type cat struct{ n string }
type fish struct{ p *int }

func (d dog) name() string  { return d.n }
func (c *cat) name() string { return c.n }
func (f fish) name() string { return "fish" }

type num interface{ ~int | ~string }

func eq[T comparable](a, b T) bool { return a == b }

func main() {
	c1, c2 := &cat{"c"}, &cat{"c"}
	var x int
	as := []animal{dog{"d"}, dog{"d"}, dog{"e"}, c1, c1, c2, fish{&x}, fish{&x}, fish{nil}, nil}
	for i := range as {
		for j := range as {
			if as[i] == as[j] {
				fmt.Print("1")
			} else {
				fmt.Print("0")
			}
		}
		fmt.Print(" ")
	}
	fmt.Println()
	m := map[animal]int{}
	for _, a := range as {
		m[a]++
	}
	fmt.Println(len(m), m[dog{"d"}], m[c1], m[fish{&x}], m[nil], m[dog{"zz"}])
	fmt.Println(as[0] == dog{"d"}, as[3] == c1, as[3] == animal(c2), any(as[0]) == any(dog{"d"}))
	vals := []any{1, int8(1), uint(1), 1.0, float32(1), "1", '1', byte(1), true, nil, [1]int{1}, struct{ a int }{1}, struct{ b int }{1}, complex(1, 0), &x, error(nil), any(1)}
	for i := range vals {
		n := 0
		for j := range vals {
			if vals[i] == vals[j] {
				n++
			}
		}
		fmt.Print(n, " ")
	}
	fmt.Println()
	fmt.Println(eq[any](1, 1), eq[any](1, "1"), eq[animal](c1, c2), eq(dog{"a"}, dog{"a"}), eq([2]any{1, "x"}, [2]any{1, "x"}))
	ch1, ch2 := make(chan int), make(chan int)
	set := map[any]bool{ch1: true, [2]any{1, "a"}: true, struct{ c chan int }{ch1}: true}
	fmt.Println(set[ch1], set[ch2], set[[2]any{1, "a"}], set[struct{ c chan int }{ch1}], set[struct{ c chan int }{ch2}])
	type key struct {
		a any
		s string
	}
	km := map[key]string{{1, "x"}: "int", {"1", "x"}: "string", {nil, ""}: "nil"}
	fmt.Println(km[key{1, "x"}], km[key{"1", "x"}], km[key{}], km[key{int64(1), "x"}] == "")
	var e1, e2 error
	fmt.Println(e1 == e2, e1 == nil, any(e1) == nil)
	e1 = fmt.Errorf("x")
	e2 = e1
	fmt.Println(e1 == e2, e1 == fmt.Errorf("x"))
	var a any = as
	switch a.(type) {
	case []any:
		fmt.Println("[]any")
	case []animal:
		fmt.Println("[]animal")
	}
	fmt.Printf("%T %T %T\n", as[3], as[0], m)
}
