// Big arrays: moved from memory to memory, ranged over by value, compared.
package main

type table [5000]int32

type rec struct {
	name string
	t    table
	n    int
}

var glob table
var other = table{1, 2, 4999: 7}

func fill(t *table, k int32) {
	for i := range t {
		t[i] = int32(i) * k
	}
}

func sum(t *table) (s int64) {
	for _, v := range *t {
		s += int64(v)
	}
	return
}

func byValue(t table) int32 {
	t[0] = 100
	return t[0] + t[4999]
}

func change(t *table) int { t[1] += 5; return 1 }

func main() {
	var a table
	fill(&a, 3)
	b := a
	b[10] = -1
	println(sum(&a), sum(&b), a[10], b[10], a == b)
	glob = b
	b, a = a, b
	println(a[10], b[10], glob[10], glob == a)
	r := rec{"r", glob, 5}
	q := r
	q.t[3] = 77
	q.t, r.t = r.t, q.t
	println(q.t[3], r.t[3], q.n, r.name)
	for i, v := range a {
		if i < 4998 {
			a[i+1] = 0
		}
		if i == 5 {
			println(v, a[5], a[6])
			break
		}
	}
	println(byValue(other), other[0], other[4999], len(other))
	p := &r
	p.t = table{}
	println(p.t[3], sum(&p.t))
	var arr [3]table
	arr[1] = other
	arr[2], arr[0] = arr[1], arr[2]
	println(arr[2][4999], arr[0][4999])
	m := map[int]table{1: other}
	c := m[1]
	c[1] = 9
	println(m[1][1], c[1])
	var e any = other
	println(e == any(other), e.(table)[4999])
	x := [2]int{change(&a), int(a[1])}
	println(x[1])
	ch := make(chan table, 1)
	ch <- other
	d := <-ch
	println(d[1], d == other)
	func() {
		defer func() { println(recover() != nil) }()
		var np *table
		a = *np
	}()
	y := a
	i := 4999
	println(y[i], a[i] == b[i])
}
