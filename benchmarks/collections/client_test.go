package collections

import (
	"math/rand/v2"
	"sync"
	"testing"
)

//go:generate go run gen.go

const goroutines = 3

// A call is a call of a method with a value, perhaps.
type call struct {
	method method
	value  int
}

type method int

// The methods of sets, and those of queues.
const (
	add method = iota
	remove
	contains

	put  = add
	take = remove
)

// A client has the calls of each goroutine.
type client [goroutines][]call

// newClient draws a client. The fewer different values there are, the more calls
// have to do with each other.
func newClient(seed uint64, methods int) (c client) {
	rng := rand.New(rand.NewPCG(seed, 0))
	values := 1 + rng.IntN(4)
	for g := range c {
		for range 1 + min(rng.IntN(5), rng.IntN(5)) {
			c[g] = append(c[g], call{method(rng.IntN(methods)), rng.IntN(values)})
		}
	}
	return c
}

// run makes the calls, one goroutine for each list, and returns what they return.
func (c client) run(do func(call) int) (results [goroutines][]int) {
	var wg sync.WaitGroup
	for g := range c {
		results[g] = make([]int, len(c[g]))
		wg.Go(func() {
			for i, k := range c[g] {
				results[g][i] = do(k)
			}
		})
	}
	wg.Wait()
	return results
}

// A spec says what a call does to a state, and returns.
type spec[S comparable] func(state S, c call) (S, int)

// explains reports whether the calls, one after the other in some order, would have
// returned the results.
func (s spec[S]) explains(c client, results [goroutines][]int) bool {
	type point struct {
		done  [goroutines]int
		state S
	}
	tried := map[point]bool{}
	var try func(p point) bool
	try = func(p point) bool {
		if tried[p] {
			return false
		}
		tried[p] = true
		over := true
		for g, i := range p.done {
			if i == len(c[g]) {
				continue
			}
			over = false
			if next, result := s(p.state, c[g][i]); result == results[g][i] {
				q := point{p.done, next}
				q.done[g]++
				if try(q) {
					return true
				}
			}
		}
		return over
	}
	var start point
	return try(start)
}

// setSpec has a bit for each value of a set.
func setSpec(state uint, c call) (uint, int) {
	bit := uint(1) << c.value
	in := state & bit
	switch {
	case c.method == contains:
		return state, truth(in != 0)
	case c.method == add:
		return state | bit, truth(in == 0)
	default:
		return state &^ bit, truth(in != 0)
	}
}

// empty is what a queue returns that has nothing.
const empty = -1

// queueSpec has a byte for each item of a queue.
func queueSpec(state string, c call) (string, int) {
	switch {
	case c.method == put:
		return state + string(rune('a'+c.value)), 0
	case state == "":
		return state, empty
	default:
		return state[1:], int(state[0] - 'a')
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func testSet(t *testing.T, seed uint64, s Set) {
	c := newClient(seed, 3)
	results := c.run(func(k call) int {
		switch k.method {
		case add:
			return truth(s.Add(k.value))
		case remove:
			return truth(s.Remove(k.value))
		default:
			return truth(s.Contains(k.value))
		}
	})
	if !spec[uint](setSpec).explains(c, results) {
		t.Errorf("the calls %v return %v", c, results)
	}
}

func testQueue(t *testing.T, seed uint64, q Queue) {
	c := newClient(seed, 2)
	results := c.run(func(k call) int {
		if k.method == put {
			q.Put(k.value)
			return 0
		}
		if v, ok := q.Take(); ok {
			return v
		}
		return empty
	})
	if !spec[string](queueSpec).explains(c, results) {
		t.Errorf("the calls %v return %v", c, results)
	}
}
