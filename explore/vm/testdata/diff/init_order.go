// Package initialisation: dependencies of variables, init functions.
package main

import (
	"fmt"
	"strings"
)

var log []string

func rec(s string) string {
	log = append(log, s)
	return s
}

var (
	a     = rec("a after " + b)
	b     = rec("b after " + c())
	d     = rec("d")
	x, y  = two()
	_     = rec("blank")
	e     = func() string { return rec("e uses " + f) }()
	f     = rec("f")
	table = map[string]func() string{"later": func() string { return late }}
	late  = rec("late")
	p     = &v
	v     = rec("v")
	m     = method{}.get()
	z     = len(arr)
	arr   = [3]string{rec("arr")}
)

type method struct{}

func (method) get() string { return rec("m uses " + hidden) }

var hidden = rec("hidden")

func two() (string, string) { return rec("x,y uses " + d), "y" }

func c() string { return d + "!" }

func init() { rec("init 1") }

func init() {
	rec("init 2")
	d = "changed"
}

func main() {
	fmt.Println(strings.Join(log, "\n"))
	fmt.Println(a, b, d, x, y, e, f, table["later"](), *p, m, z)
}
