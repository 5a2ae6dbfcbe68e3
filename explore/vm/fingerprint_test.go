package vm

import (
	"fmt"
	"testing"
)

// liveObjects is a program with n objects that live, in a list, a tree and a slice,
// and goroutines that change some of them in each step.
func liveObjects(n int) string {
	return fmt.Sprintf(`package main

type node struct {
	next, other *node
	value       int
}

var root *node

func main() {
	var list *node
	all := make([]*node, 0, %[1]d)
	for i := range %[1]d {
		list = &node{next: list, value: i}
		if i > 0 {
			list.other = all[i/2]
		}
		all = append(all, list)
	}
	root = list
	turn := make(chan int)
	for k := range 4 {
		go func() {
			for i := k; ; i++ {
				<-turn
				a, b := all[i*7%%%[1]d], all[i*13%%%[1]d]
				a.value++
				a.other, b.other = b.other, a.other
			}
		}()
	}
	for i := 0; ; i++ {
		turn <- i
	}
}`, n)
}

func BenchmarkFingerprint(b *testing.B) {
	m, main := newTestMachine(b, liveObjects(1000), Config{})
	m.StartMain(main)
	var buf []Choice
	for range 100 {
		buf = m.Enabled(buf[:0])
		m.Step(buf[len(buf)/2])
	}
	b.Run("full", func(b *testing.B) {
		defer reportProcessorTime(b)()
		for b.Loop() {
			m.sched.tracer.trace(m, traceAll)
		}
		b.ReportMetric(float64(len(m.sched.tracer.list)), "objects")
	})
}
