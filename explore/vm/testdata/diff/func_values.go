// Functions as values: in maps, slices, structs, fields, results, comparisons to nil.
package main

import (
	"fmt"
	"strings"
)

type op func(float64, float64) (float64, error)

type middleware func(handler) handler
type handler func(string) string

func (h handler) serve(s string) string { return "<" + h(s) + ">" }

type server struct {
	routes map[string]handler
	before []func(string) (string, bool)
	after  func(string) string
}

func logging(name string, log *[]string) middleware {
	return func(next handler) handler {
		return func(s string) string {
			*log = append(*log, "enter "+name)
			defer func() { *log = append(*log, "leave "+name) }()
			return next(s)
		}
	}
}

func chain(h handler, ms ...middleware) handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

func (s *server) handle(path, arg string) string {
	h, ok := s.routes[path]
	if !ok {
		return "404"
	}
	for _, b := range s.before {
		var stop bool
		if arg, stop = b(arg); stop {
			return "stopped"
		}
	}
	out := h.serve(arg)
	if s.after != nil {
		out = s.after(out)
	}
	return out
}

func curry(f func(a, b, c int) int) func(int) func(int) func(int) int {
	return func(a int) func(int) func(int) int {
		return func(b int) func(int) int {
			return func(c int) int { return f(a, b, c) }
		}
	}
}

func memo[K comparable, V any](f func(K) V) func(K) V {
	m := map[K]V{}
	return func(k K) V {
		if v, ok := m[k]; ok {
			return v
		}
		v := f(k)
		m[k] = v
		return v
	}
}

func main() {
	ops := map[string]op{
		"+": func(a, b float64) (float64, error) { return a + b, nil },
		"/": func(a, b float64) (float64, error) {
			if b == 0 {
				return 0, fmt.Errorf("divide %v by zero", a)
			}
			return a / b, nil
		},
	}
	fmt.Println(ops["+"](1, 2))
	fmt.Println(ops["/"](1, 0))
	fmt.Println(ops["?"] == nil)
	var log []string
	s := &server{routes: map[string]handler{"/up": strings.ToUpper, "/rep": func(s string) string { return s + s }}}
	s.routes["/chain"] = chain(strings.TrimSpace, logging("a", &log), logging("b", &log))
	s.before = append(s.before, func(s string) (string, bool) { return s + "!", s == "stop" })
	fmt.Println(s.handle("/up", "x"), s.handle("/rep", "ab"), s.handle("/none", ""), s.handle("/up", "stop"), s.handle("/chain", " q "))
	fmt.Println(log)
	s.after = func(o string) string { return strings.Repeat("=", len(o)) }
	fmt.Println(s.handle("/up", "x"))
	fmt.Println(curry(func(a, b, c int) int { return a*100 + b*10 + c })(1)(2)(3))
	n := 0
	slow := memo(func(k string) int { n++; return len(k) })
	fmt.Println(slow("abc"), slow("abc"), slow("z"), n)
	fs := [...]func(int) int{func(i int) int { return i + 1 }, nil, func(i int) int { return i * i }}
	for i, f := range fs {
		if f == nil {
			fmt.Print(i, " is nil; ")
			continue
		}
		fmt.Print(f(5), "; ")
	}
	fmt.Println()
	var rec func(int, func(int))
	rec = func(d int, f func(int)) {
		f(d)
		if d > 0 {
			rec(d-1, func(x int) { f(x * 10) })
		}
	}
	rec(2, func(x int) { fmt.Print(x, " ") })
	fmt.Println(func() string { return "immediately" }())
	type fnStruct struct{ f func() (int, func() string) }
	a, g := fnStruct{func() (int, func() string) { return 1, func() string { return "inner" } }}.f()
	fmt.Println(a, g())
}
