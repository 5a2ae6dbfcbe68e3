package main

// Variables as large as these cost nothing until they are written to.
var (
	large [200 << 20]byte
	other [20 << 20]int
)

func main() {
	large[100<<20] = 7
	other[len(other)-1] = 8
	n := 0
	for _, x := range large[100<<20-5 : 100<<20+5] {
		n += int(x)
	}
	println(n, other[len(other)-1], large[0], other[0], len(large))
	var p *[200 << 20]byte
	defer func() { println(recover().(error).Error()) }()
	println(p[100<<20])
}
