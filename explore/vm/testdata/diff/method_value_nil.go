// Calling methods of values through nil pointers names the method.
package main

import "fmt"

type t struct{ n int }

func (x t) val() int { return x.n }

type valer interface{ val() int }

func main() {
	try := func(f func()) {
		defer func() { fmt.Println(recover()) }()
		f()
	}
	var p *t
	var i valer = p
	try(func() { i.val() })
	try(func() { _ = i.val })
	try(func() { _ = p.val })
	try(func() { valer.val(i) })
	try(func() { defer i.val() })
	try(func() { go i.val(); panic("started") })
}
