// Package sor solves an equation on a grid by red-black successive
// over-relaxation, rows in parallel: "SOR" of [P16], after the Java Grande
// benchmark.
//
// Tests are named by workers and iterations. Workers meet at a barrier after
// each half of an iteration; the error is to leave it out: a data race.
package sor

import "sync"

// A Barrier lets n goroutines go on when all have come.
type Barrier struct {
	mu      sync.Mutex
	changed sync.Cond
	n       int
	waiting int
	round   int
}

// NewBarrier returns a barrier for n goroutines.
func NewBarrier(n int) *Barrier {
	b := &Barrier{n: n}
	b.changed.L = &b.mu
	return b
}

// Wait waits for the others.
func (b *Barrier) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting++
	if b.waiting == b.n {
		b.waiting = 0
		b.round++
		b.changed.Broadcast()
		return
	}
	for round := b.round; round == b.round; {
		b.changed.Wait()
	}
}

// Relax does iterations on a grid, each worker on some rows. meet is called by
// each worker after each half of an iteration.
func Relax(grid [][]float64, workers, iterations int, meet func()) {
	const omega = 1.25
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for half := range 2 * iterations {
				for i := 1 + w; i < len(grid)-1; i += workers {
					if i%2 != half%2 {
						continue
					}
					for j := 1; j < len(grid[i])-1; j++ {
						around := grid[i-1][j] + grid[i+1][j] + grid[i][j-1] + grid[i][j+1]
						grid[i][j] = omega/4*around + (1-omega)*grid[i][j]
					}
				}
				meet()
			}
		})
	}
	wg.Wait()
}
