// Embedding: promotion, shadowing, depth, pointers.
package main

import "fmt"

type base struct {
	id   int
	name string
}

func (b base) describe() string { return fmt.Sprintf("base %d %s", b.id, b.name) }
func (b *base) rename(n string) { b.name = n }

type middle struct {
	base
	name string
}

type top struct {
	*middle
	extra int
}

func (t top) describe() string { return "top of " + t.middle.describe() }

type other struct{ tag string }

func (o other) hello() string    { return "hello " + o.tag }
func (o *other) setTag(s string) { o.tag = s }

type both struct {
	middle
	other
	int
}

type describer interface{ describe() string }

func main() {
	m := middle{base{1, "inner"}, "outer"}
	fmt.Println(m.id, m.name, m.base.name, m.describe())
	m.rename("changed")
	fmt.Println(m.name, m.base.name)
	t := top{&m, 5}
	t.id = 42
	t.rename("via top")
	fmt.Println(t.describe(), m.id, t.name, t.extra)
	b := both{m, other{"x"}, 7}
	b.setTag("y")
	fmt.Println(b.hello(), b.int, b.describe(), b.id)
	b.base.id = 1000
	fmt.Println(m.id, b.id)
	for _, d := range []describer{m, &m, t, b, &b, m.base, base{}} {
		fmt.Println(d.describe())
	}
	f := b.setTag
	f("method value")
	g := b.hello
	b.setTag("later")
	fmt.Println(g(), b.hello())
	fmt.Printf("%v %+v\n", b, b)
	h := (*both).rename
	h(&b, "expr")
	fmt.Println(both.describe(b), b.base.name)
	func() {
		defer func() { fmt.Println(recover()) }()
		var broken top
		fmt.Println(broken.id)
	}()
}
