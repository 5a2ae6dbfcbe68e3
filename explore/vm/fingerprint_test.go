package vm

import (
	"fmt"
	"math/rand/v2"
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
	for _, followed := range []bool{false, true} {
		b.Run(fmt.Sprintf("steps/followed=%v", followed), func(b *testing.B) {
			for range 3 * graphCost {
				m.Fingerprint()
			}
			base := m.Mark()
			defer reportProcessorTime(b)()
			for n := 0; b.Loop(); n++ {
				if n%100 == 99 {
					m.Rewind(base)
				}
				buf = m.Enabled(buf[:0])
				m.Step(buf[n%len(buf)])
				if followed {
					m.Fingerprint()
				}
			}
			m.Rewind(base)
		})
	}
}

// TestFingerprintFollows checks that fingerprints that follow the changes are those
// of the whole state, while a machine goes forwards and backwards at random.
func TestFingerprintFollows(t *testing.T) {
	for name, src := range fingerprinted {
		t.Run(name, func(t *testing.T) {
			m, main := newTestMachine(t, src, Config{Races: true})
			m.StartMain(main)
			rng := rand.New(rand.NewPCG(1, 2))
			var buf []Choice
			marks := []int{0}
			followed, objects := 0, 0
			for n := range 6000 {
				if buf = m.Enabled(buf[:0]); len(buf) == 0 || rng.IntN(12) == 0 {
					k := rng.IntN(len(marks))
					m.Rewind(marks[k])
					marks = marks[:k+1]
				} else {
					m.Step(buf[rng.IntN(len(buf))])
					if rng.IntN(3) == 0 {
						marks = append(marks, m.Mark())
					}
				}
				if rng.IntN(4) == 0 {
					continue // several changes at once
				}
				got := m.Fingerprint()
				if m.sched.graph.valid {
					followed++
				}
				if want := m.sched.tracer.trace(m, traceAll); got != want {
					t.Fatalf("step %d: got %x, want %x", n, got, want)
				}
				objects = max(objects, len(m.sched.tracer.list))
			}
			if followed < 3000 {
				t.Errorf("the graph was of use %d times; %d objects", followed, objects)
			}
		})
	}
}

// fingerprinted are programs that change what can be reached in many ways.
var fingerprinted = map[string]string{
	"objects": liveObjects(200),
	"structures": `package main

type node struct {
	next, prev *node
	value      int
	data       []int
	any        any
	inside     *int
}

type queue struct{ first, last *node }

var (
	spare *node
	count int
	table = map[int]*node{}
)

// ring makes a cycle, which is garbage once nobody refers to it.
func ring(n int) *node {
	first := &node{value: n}
	at := first
	for i := range n {
		next := &node{prev: at, value: i, data: make([]int, i)}
		next.inside = &next.value
		at.next = next
		at = next
	}
	at.next, first.prev = first, at
	return first
}

func main() {
	turn := make(chan int)
	back := make(chan *node, 3)
	var held [40]*node
	for i := range held {
		held[i] = ring(i % 7)
	}
	for k := range 5 {
		var q queue
		go func() {
			for i := k; ; i++ {
				n := <-turn
				count++
				switch (n + i) % 9 {
				case 0:
					held[n%40] = ring(n % 5)
				case 1:
					held[n%40], held[i%40] = held[i%40], held[n%40]
				case 2:
					x := &node{value: n, next: q.first, any: held[n%40]}
					q.first = x
				case 3:
					if q.first != nil {
						q.first = q.first.next
					}
				case 4:
					held[n%40].next = held[i%40]
					held[n%40].data = append(held[n%40].data, n)
				case 5:
					spare = held[n%40].prev
					held[n%40] = ring(1)
				case 6:
					table[n%11] = held[n%40]
					delete(table, i%11)
				case 7:
					select {
					case back <- held[n%40]:
					case x := <-back:
						x.any = &q
						held[i%40] = x
					default:
					}
				case 8:
					c := make(chan *node, 1)
					c <- spare
					go func() {
						x := <-c
						if x != nil {
							x.value++
						}
					}()
				}
			}
		}()
	}
	for i := 0; ; i++ {
		turn <- i
	}
}`,
}

// TestFingerprintOfLongSteps checks the same where steps write so much that
// the log of what they wrote is shortened.
func TestFingerprintOfLongSteps(t *testing.T) {
	m, main := newTestMachine(t, `package main

type node struct{ next *node; value int }

var total int

func main() {
	c := make(chan int, 1)
	list, first := make([]*node, 300), new(node)
	for i := range list {
		list[i] = &node{value: i}
	}
	for i := 0; ; i++ {
		c <- i
		first.value++
		for k := range 10000 {
			list[(k+i)%300].value += k
			total++
		}
		list[i%300] = &node{next: first}
		<-c
		list[(i+7)%300].next = nil
	}
}`, Config{})
	m.StartMain(main)
	var buf []Choice
	for n := range 200 {
		buf = m.Enabled(buf[:0])
		m.Step(buf[0])
		if n%25 == 24 {
			m.Mark()
		}
		if n%5 == 4 {
			continue
		}
		if got, want := m.Fingerprint(), m.sched.tracer.trace(m, traceAll); got != want {
			t.Fatalf("step %d: got %x, want %x", n, got, want)
		}
	}
	if !m.sched.graph.valid {
		t.Error("the graph was of no use")
	}
}
