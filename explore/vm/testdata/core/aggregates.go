// Structs, arrays and their parts in the frame and in memory.
package main

type small struct {
	a int8
	b uint16
	c bool
}

type mixed struct {
	x  int32
	s  small
	y  float32
	in [3]int16
	p  *mixed
	st string
}

type pair struct{ a, b int }

func (p pair) swap() pair  { return pair{p.b, p.a} }
func (p *pair) add(n int)  { p.a += n; p.b += n }
func two() (small, [3]int16) { return small{-1, 65535, true}, [3]int16{-1, 2, -3} }

func swapFields(p pair) pair {
	p.a, p.b = p.b, p.a
	return p
}

func rotate(a [3]int) [3]int {
	a[0], a[1], a[2] = a[1], a[2], a[0]
	return a
}

func dynamic(n int) (r int) {
	var buf [10]uint8
	var words [4]int64
	var flags [5]bool
	for i := range buf {
		buf[i] = uint8(i * 30)
	}
	for i := range words {
		words[i] = int64(i) - 2
	}
	flags[n%5] = true
	for i := range flags {
		if flags[i] {
			r += 1000 * i
		}
	}
	return r + int(buf[n%10]) + int(words[n&3])
}

type node struct {
	val  int
	kids [2]*node
}

type matrix [2][2]float64

func (m matrix) mul(o matrix) (r matrix) {
	for i := range 2 {
		for j := range 2 {
			for k := range 2 {
				r[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return
}

type wrap struct{ in struct{ v [2]small } }

type empty struct{}

func main() {
	m := mixed{x: -7, y: 1.5, st: "str"}
	m.s, m.in = two()
	c := m
	c.s.a = 9
	c.in[1]++
	c.p = &m
	c.p.st += "!"
	println(m.x, m.s.a, m.s.b, m.s.c, m.y, m.in[0], m.in[1], m.in[2], m.st)
	println(c.x, c.s.a, c.s.b, c.s.c, c.y, c.in[0], c.in[1], c.in[2], c.st, c.p == &m)
	p := pair{1, 2}
	p = p.swap()
	p.add(10)
	p = swapFields(p)
	println(p.a, p.b, p == pair{11, 12}, p != pair{11, 12})
	r := rotate([3]int{1, 2, 3})
	println(r[0], r[1], r[2], r == [3]int{2, 3, 1})
	for n := range 12 {
		print(dynamic(n), " ")
	}
	println()
	t := &node{val: 1}
	t.kids[0] = &node{val: 2, kids: [2]*node{1: {val: 3}}}
	println(t.kids[0].kids[1].val, t.kids[1] == nil)
	f := matrix{{1, 1}, {1, 0}}
	g := f
	for range 5 {
		g = g.mul(f)
	}
	println(int(g[0][0]), int(g[0][1]), int(g[1][1]))
	var w wrap
	w.in.v[1].b = 77
	v := w
	v.in.v[1].b++
	println(w.in.v[1].b, v.in.v[1].b, w == v)
	var e1, e2 empty
	println(e1 == e2, [0]int{} == [0]int{})
	var i1, i2 any = m.s, small{-1, 65535, true}
	println(i1 == i2, i1.(small).b)
	s, ok := i1.(pair)
	println(s.a, ok)
	arr := [...]pair{{1, 2}, {3, 4}}
	for i, q := range arr {
		arr[1].a = 100
		println(i, q.a, q.b)
	}
	for i := range arr {
		arr[i].add(i)
	}
	println(arr[1].a, arr[1].b)
	sl := arr[:]
	sl[0] = sl[1]
	sl[1].b = -1
	println(arr[0].a, arr[0].b, arr[1].b)
	fn := [2]func(int) int{func(x int) int { return x + 1 }, func(x int) int { return x * x }}
	println(fn[0](4), fn[1](4))
	anon := struct {
		pair
		z int
	}{pair{5, 6}, 7}
	anon.add(1)
	println(anon.a, anon.swap().a, anon.z)
	ch := make(chan mixed, 1)
	ch <- m
	m.st = "changed"
	got := <-ch
	println(got.st, got.in[2], got.s.b)
	mm := map[pair]small{{1, 2}: {a: 3}}
	mm[pair{1, 2}] = small{a: mm[pair{1, 2}].a + 1, c: true}
	println(mm[pair{1, 2}].a, mm[pair{1, 2}].c, mm[pair{}].c, len(mm))
}
