// Slices and strings: bounds, growth, aliasing, copies.
package main

func must(name string, f func()) {
	defer func() {
		if recover() == nil {
			println(name, "did not panic")
		}
	}()
	f()
}

func main() {
	s := []int{1, 2, 3, 4, 5}
	t := s[1:3]
	println(len(t), cap(t), t[0], len(s[:0]), len(s[5:]), cap(s[2:3:4]))
	t = append(t, 40)
	println(s[3], len(t))
	t = append(t, 50, 60)
	t[0] = 99
	println(s[1], s[4], len(t))
	u := append([]int(nil), s...)
	u = append(u, u...)
	println(len(u), u[9])
	println(copy(s, s[2:]), s[0], s[1], s[2], s[4])
	println(copy(s[2:], s), s[2], s[4])
	b := append([]byte("ab"), "cd"...)
	println(string(b), copy(b, "xyz"), string(b))
	var nilS []int
	println(nilS == nil, len(nilS), len(append(nilS, nilS...)), append(nilS, nilS...) == nil)
	z := make([]int, 2, 10)
	z2 := append(z, 1)
	z3 := append(z, 2)
	println(z2[2], z3[2], len(z))
	arr := [5]int{1, 2, 3}
	p := &arr
	w := p[1:4]
	w[0] = 20
	println(arr[1], len(p), cap(w), len(p[:]))
	a3 := [3]int(s)
	p2 := (*[2]int)(s)
	p2[1] = -5
	println(a3[0], s[1], len(p2))
	str := "hello, 世界"
	println(len(str), str[7:10], str[:5]+str[5:7], str > "hello", str[1] == 'e')
	n := -1
	i := 5
	must("neg", func() { _ = s[n] })
	must("high", func() { _ = s[i] })
	must("slice", func() { _ = s[3:n] })
	must("order", func() { _ = s[i-1 : 2] })
	must("cap", func() { _ = s[:i+1] })
	must("three", func() { _ = s[0:i:4] })
	must("string", func() { _ = str[i:4] })
	must("make", func() { _ = make([]int, n) })
	must("convert", func() { _ = [9]int(s) })
	must("array", func() { k := i; _ = arr[k] })
	must("nil", func() { var q *[4]int; _ = q[2] })
	must("store", func() { s[i] = 1 })
	type rec struct {
		a, b int
		s    string
	}
	var rs []rec
	for i := range 20 {
		rs = append(rs, rec{i, i * i, string(rune('a' + i))})
	}
	r := rs[7]
	rs[7].b = 0
	println(r.b, rs[7].b, rs[19].s, len(rs))
	m := [][]int{{1}, {2, 3}, nil}
	m[2] = append(m[2], m[1]...)
	m[1][0] = 9
	println(m[2][0], m[1][0])
	total := 0
	for i := range s {
		for j := i; j < len(s); j++ {
			total += s[i] * s[j]
		}
	}
	println(total)
	bs := make([]bool, 50)
	primes := 0
	for i := 2; i < len(bs); i++ {
		if !bs[i] {
			primes++
			for j := i * i; j < len(bs); j += i {
				bs[j] = true
			}
		}
	}
	println(primes)
	var sb []byte
	for i := 0; i < 5; i++ {
		sb = append(sb, byte('0'+i), ',')
	}
	println(string(sb[:len(sb)-1]))
	x := "a"
	for range 4 {
		x = x + x + "b"
	}
	println(len(x), x[:9], x == "aabaabb", x < "ab")
	clear(s)
	println(s[0], s[4])
}
