package vm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSweepClocks takes two machines the same ways, forwards and backwards at random. One
// drops the clocks that are not in use again and again; what happened before what, the
// races found and the states stay the same.
func TestSweepClocks(t *testing.T) {
	const src = `package main

var filler []int

func main() {
	shared, racy := 0, 0
	items, rendezvous, lock, done := make(chan int, 2), make(chan chan int), make(chan int, 1), make(chan int)
	for i := range 3 {
		go func() {
			for range 3 {
				lock <- i
				shared++
				last := shared == 9
				<-lock
				items <- i
				if i == 1 {
					racy++
				}
				filler = make([]int, 2000)
				reply := make(chan int, 1)
				reply <- 1
				rendezvous <- reply
				if last {
					close(done)
				}
			}
		}()
	}
	for range 9 {
		<-items
		<-<-rendezvous
		select {
		case <-done:
			racy++
		default:
		}
	}
	<-done
	racy++
}`
	for _, matching := range []bool{false, true} {
		cfg := Config{Races: true, EarlyTimers: true, Matching: matching}
		plain, main := newTestMachine(t, src, cfg)
		swept, sweptMain := newTestMachine(t, src, cfg)
		plain.StartMain(main)
		swept.StartMain(sweptMain)
		rng := rand.New(rand.NewPCG(7, 8))
		marks, dropped, races := []int{0}, 0, 0
		for n := range 4000 {
			choices := plain.Enabled(nil)
			if len(choices) == 0 || rng.IntN(40) == 0 {
				k := rng.IntN(len(marks))
				plain.Rewind(marks[k])
				swept.Rewind(marks[k])
				marks = marks[:k+1]
				continue
			}
			c := choices[rng.IntN(len(choices))]
			plain.Step(c)
			swept.Step(c)
			if g := plain.gs[c.Slot]; g.status == Parked && rng.IntN(2) == 0 {
				a := heapBase + 8*Addr(rng.IntN(4))
				plain.synchronise(g, a, n)
				swept.synchronise(swept.gs[c.Slot], a, n)
			}
			if rng.IntN(6) == 0 {
				marks = append(marks, plain.Mark())
				swept.Mark()
			}
			if rng.IntN(2) == 0 {
				before := len(swept.races.clocks.words)
				swept.sweepClocks()
				dropped += before - len(swept.races.clocks.words)
			}
			if got, want := swept.happened(), plain.happened(); !slices.Equal(got, want) {
				t.Fatalf("step %d: the clocks are %v, want %v", n, got, want)
			}
			if got, want := len(swept.reports), len(plain.reports); got != want {
				t.Fatalf("step %d: %d races, want %d", n, got, want)
			}
			races = max(races, len(plain.reports))
			if matching && swept.OrderedFingerprint() != plain.OrderedFingerprint() {
				t.Fatalf("step %d: the states are different", n)
			}
		}
		if dropped == 0 || races == 0 {
			t.Errorf("%d words of clocks were dropped, and %d races found", dropped, races)
		}
	}
}

// happened are the clocks of all goroutines.
func (m *Machine) happened() (list []uint32) {
	for _, s := range m.liveGoroutines() {
		g := m.gs[s]
		list = append(list, uint32(s), uint32(g.sync.now), uint32(g.sync.read))
		list = m.races.clocks.append(list, g.vc)
	}
	return list
}

// synchronise has g use a synchronisation object.
func (m *Machine) synchronise(g *G, a Addr, how int) {
	m.touch(g)
	switch how % 3 {
	case 0:
		m.acquireAt(g, a)
	case 1:
		m.releaseAt(g, a)
	case 2:
		m.mergeAt(g, a)
	}
}
