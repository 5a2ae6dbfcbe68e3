// Iota in all its positions.
package main

import "fmt"

type weekday int

const (
	sunday weekday = iota
	monday
	tuesday
	_
	thursday
)

func (d weekday) String() string { return [...]string{"Sun", "Mon", "Tue", "Wed", "Thu"}[d] }

const (
	_  = iota
	kb = 1 << (10 * iota)
	mb
	gb
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

const (
	p = "p"
	q
	r = iota
	s
	t = 'x' + iota
	u
)

type flags uint8

const (
	read flags = 1 << iota
	write
	exec
	all = read | write | exec
)

func main() {
	fmt.Println(sunday, monday, tuesday, thursday, int(thursday))
	fmt.Println(kb, mb, gb)
	fmt.Println(a, b, c, d, e, f)
	fmt.Println(p, q, r, s, t, u)
	fmt.Println(read, write, exec, all, all&^write)
	const (
		x = iota
		y
	)
	func() {
		const z = iota
		fmt.Println(x, y, z)
	}()
	fmt.Printf("%d %v %s %x\n", monday, monday, monday, monday)
}
