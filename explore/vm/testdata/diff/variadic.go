// Variadic functions.
package main

import (
	"fmt"
	"strings"
)

func sum(base int, ns ...int) int {
	for _, n := range ns {
		base += n
	}
	return base
}

func isNil(xs ...string) (bool, int) { return xs == nil, len(xs) }

func modify(xs ...int) { xs[0] = 100 }

func ifaces(xs ...any) string {
	var sb strings.Builder
	for _, x := range xs {
		fmt.Fprintf(&sb, "%T ", x)
	}
	return sb.String()
}

func join[T any](sep string, xs ...T) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, fmt.Sprint(x))
	}
	return strings.Join(parts, sep)
}

type opt func(*conf)
type conf struct {
	name string
	n    int
}

func withName(s string) opt { return func(c *conf) { c.name = s } }
func withN(n int) opt       { return func(c *conf) { c.n = n } }

func build(opts ...opt) conf {
	c := conf{"default", 1}
	for _, o := range opts {
		o(&c)
	}
	return c
}

func multi() (string, int) { return "a", 1 }

func main() {
	fmt.Println(sum(1), sum(1, 2), sum(1, 2, 3, 4))
	s := []int{5, 6}
	fmt.Println(sum(0, s...), sum(0, nil...), sum(0, []int{}...))
	fmt.Println(isNil())
	fmt.Println(isNil(nil...))
	fmt.Println(isNil([]string{}...))
	modify(s...)
	fmt.Println(s)
	fmt.Println(ifaces(1, "a", nil, s, []any{1}, ifaces))
	fmt.Println(ifaces([]any{1, 2}...), ifaces([]any{1, 2}), ifaces(multi()))
	fmt.Println(join("-", 1, 2, 3), join("+", "a"), join[float64](","))
	fmt.Println(build(), build(withName("x"), withN(9)))
	f := sum
	fmt.Println(f(1, 2))
	var g func(int, ...int) int = sum
	fmt.Println(g(10, s...))
	fmt.Printf("%T %T\n", sum, ifaces)
	func(pre string, rest ...func() int) {
		for _, r := range rest {
			fmt.Print(pre, r(), " ")
		}
		fmt.Println()
	}("v", func() int { return 1 }, func() int { return 2 })
}
