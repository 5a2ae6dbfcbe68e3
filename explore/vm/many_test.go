package vm

import (
	"fmt"
	"testing"
)

// BenchmarkManyGoroutines measures steps of two goroutines among many that wait, each
// with what a search asks before, and going back now and then: it should not matter
// how many they are.
func BenchmarkManyGoroutines(b *testing.B) {
	for _, n := range []int{10, 1000, 9000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m, main := newTestMachine(b, fmt.Sprintf(`package main

func main() {
	c := make(chan int)
	for range %d {
		go func() { <-c }()
	}
	d, e := make(chan int), make(chan int)
	go func() {
		for {
			d <- 1
			<-e
		}
	}()
	for {
		<-d
		e <- 1
	}
}`, n), Config{})
			m.StartMain(main)
			var buf []Choice
			for range n + 10 {
				buf = m.Enabled(buf[:0])
				m.Step(buf[0])
			}
			buf = m.Enabled(buf[:0])
			base := m.Mark()
			defer reportProcessorTime(b)()
			for i := 0; b.Loop(); i++ {
				if i%16 == 15 {
					m.Rewind(base)
				}
				m.Mark()
				buf = m.Enabled(buf[:0])
				m.Step(buf[0])
			}
		})
	}
}
