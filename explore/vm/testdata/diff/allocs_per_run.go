package main

import (
	"fmt"
	"strings"
	"testing"
)

var (
	sink any
	size = 100
)

// Allocations of a size that only shows at run time are made under any
// optimiser; what allocates nothing does not in the machine, either.
func main() {
	b := make([]byte, size)
	for _, f := range []struct {
		name string
		f    func()
	}{
		{"nothing", func() { copy(b, b[1:]) }},
		{"constant make", func() { b[0] = make([]byte, 0, 64)[:1][0] }},
		{"make", func() { sink = &make([]byte, size)[0] }},
		{"append", func() { b := append([]byte(nil), b...); sink = &b[0] }},
		{"grow", func() { b := append(b[:0], make([]byte, size)...); _ = b }},
		{"builder", func() {
			var sb strings.Builder
			sb.Grow(size)
			sb.WriteString("text")
			_ = sb.String()
		}},
		{"channel", func() { close(make(chan int, size)) }},
	} {
		fmt.Println(f.name, testing.AllocsPerRun(10, f.f))
	}
}
