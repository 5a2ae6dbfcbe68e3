// Package workers has replicated workers that share a pool of work and make new
// work from old: "Rep Workers" of [P16].
//
// Tests are named by workers, items of work at the beginning, and generations:
// an item of a generation but the last gives rise to two of the next. The error
// is that the worker who notices that nothing is left does not tell the others:
// a deadlock.
package workers

import "sync"

// A Pool has the work not yet taken.
type Pool struct {
	mu      sync.Mutex
	changed sync.Cond
	work    []int // generations that follow each item
	busy    int
	silent  bool
}

// NewPool returns a pool with items of work.
func NewPool(items, generations int) *Pool {
	p := &Pool{work: make([]int, items)}
	for i := range p.work {
		p.work[i] = generations - 1
	}
	p.changed.L = &p.mu
	return p
}

// NewSilentPool returns one that forgets to tell of its end.
func NewSilentPool(items, generations int) *Pool {
	p := NewPool(items, generations)
	p.silent = true
	return p
}

// take waits for an item. There is none if all is done.
func (p *Pool) take() (generations int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.work) == 0 {
		if p.busy == 0 {
			return 0, false
		}
		p.changed.Wait()
	}
	last := len(p.work) - 1
	generations, p.work = p.work[last], p.work[:last]
	p.busy++
	return generations, true
}

// done gives an item back, and what it gave rise to.
func (p *Pool) done(more ...int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	p.work = append(p.work, more...)
	if len(more) > 0 || p.busy == 0 && !p.silent {
		p.changed.Broadcast()
	}
}

// Work does all the work with some workers and returns how many items each did.
func (p *Pool) Work(workers int) []int {
	did := make([]int, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for {
				generations, ok := p.take()
				if !ok {
					return
				}
				did[w]++
				if generations > 0 {
					p.done(generations-1, generations-1)
				} else {
					p.done()
				}
			}
		})
	}
	wg.Wait()
	return did
}
