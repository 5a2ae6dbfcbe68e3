package vm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCrowd checks that nobody sleeps who could go on: on random walks through a program
// with many goroutines that wait for channels in all ways there are, the choices are those
// found by looking at everybody.
func TestCrowd(t *testing.T) {
	m, main := newTestMachine(t, `package main

func main() {
	gate, full, rendezvous, never := make(chan int), make(chan int, 2), make(chan int), make(chan int)
	for range 24 {
		go func() { <-gate; full <- 1 }()
		go func() { full <- 2; <-rendezvous }()
		go func() {
			select {
			case <-gate:
			case rendezvous <- 3:
			case <-never:
			}
		}()
		go func() {
			select {
			case <-full:
			case <-rendezvous:
			default:
				<-gate
			}
		}()
		go func() { rendezvous <- <-full }()
	}
	close(gate)
	for range full {
	}
}`, Config{})
	m.StartMain(main)
	slept := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 0))
		m.Reset()
		marks := []int{0}
		for range 600 {
			got := m.Enabled(nil)
			if want := m.lookedAt(); !slices.Equal(got, want) {
				t.Fatalf("got %v, want %v", got, want)
			}
			slept = max(slept, m.sched.crowd.asleep)
			switch n := rng.IntN(50); {
			case n < 5:
				marks = append(marks, m.Mark())
			case n == 5 || len(got) == 0:
				k := rng.IntN(len(marks))
				m.Rewind(marks[k])
				marks = marks[:k+1]
			default:
				m.Step(got[rng.IntN(len(got))])
			}
		}
	}
	if slept < crowded {
		t.Errorf("no more than %d slept", slept)
	}
}

// lookedAt are the choices of all goroutines.
func (m *Machine) lookedAt() (list []Choice) {
	m.sched.offersKnown = false
	for _, s := range m.liveGoroutines() {
		if m.gs[s].status == Parked {
			list = m.choicesOf(m.gs[s], list)
		}
	}
	return list
}
