package main

import "unsafe"

type E struct{ B int }
type S[K any] struct {
	A K
	E
}
type P[K any] struct {
	A K
	*S[K]
}

func show[K any](d *S[K]) {
	println(unsafe.Offsetof(d.B), unsafe.Offsetof(d.E), unsafe.Offsetof(d.A))
	var q P[K]
	println(unsafe.Offsetof(q.S), unsafe.Sizeof(q.S.E))
}
func main() {
	show(new(S[int]))
	show(new(S[[3]int]))
}
