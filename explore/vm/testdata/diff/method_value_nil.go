// Calling methods of values through nil pointers names the method.
package main

import "fmt"

type t struct{ n int }

func (x t) val() int { return x.n }

type valer interface{ val() int }

// The values are in variables that the compiler cannot look through.
var (
	p *t
	i valer = p
)

func main() {
	try := func(f func()) {
		defer func() { fmt.Println(recover()) }()
		f()
	}
	try(func() { i.val() })
	try(func() { _ = i.val })
	try(func() { _ = p.val })
	try(func() { valer.val(i) })
	try(func() { defer i.val() })
	try(func() {
		f := i.val
		i = t{3}
		fmt.Println(i.val())
		f()
	})
}
