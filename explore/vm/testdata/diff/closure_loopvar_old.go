//go:build go1.21

// A file of Go 1.21 shares its loop variables between iterations.
package main

import "fmt"

func main() {
	var fs []func()
	for i := 0; i < 3; i++ {
		fs = append(fs, func() { fmt.Print(i, " ") })
	}
	for _, f := range fs {
		f()
	}
	fmt.Println()
	var ps []*string
	for _, s := range []string{"a", "b", "c"} {
		ps = append(ps, &s)
	}
	for _, p := range ps {
		fmt.Print(*p, " ")
	}
	fmt.Println()
	fs = nil
	for i, s := range []string{"x", "y"} {
		i, s := i, s
		fs = append(fs, func() { fmt.Print(i, s, " ") })
	}
	for _, f := range fs {
		f()
	}
	fmt.Println(ps[0] == ps[2])
}
