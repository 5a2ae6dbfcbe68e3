package classic

import (
	"sync"
	"testing"
)

// each starts n goroutines and returns what waits for all of them.
func each(n int, f func(i int)) (wait func()) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	return wg.Wait
}

// start starts one goroutine and returns what waits for it.
func start(f func()) (wait func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	return wg.Wait
}

// A cell is an int under a lock of its own.
type cell struct {
	sync.Mutex
	n int
}

func (c *cell) set(n int) {
	c.Lock()
	c.n = n
	c.Unlock()
}

func (c *cell) get() int {
	c.Lock()
	defer c.Unlock()
	return c.n
}

// disp is a dispatcher with servers; who is to serve a request is decided
// while it comes in.
func disp(servers, requests int) {
	var current cell
	in := make([]cell, servers)
	out := make([]int, servers)
	wait := each(servers, func(x int) {
		in[x].Lock()
		if in[x].n > 0 {
			out[x] = in[x].n
		}
		in[x].Unlock()
	})
	for range requests {
		picked := start(func() {
			for x := range servers {
				current.set(x)
			}
		})
		s := &in[current.get()]
		s.Lock()
		s.n++
		s.Unlock()
		picked()
	}
	wait()
}

// mpat nests locks: all readers hold one, each a second one that it shares
// with a writer.
func mpat(n int) {
	var outer sync.Mutex
	locks := make([]sync.Mutex, n)
	each(2*n, func(i int) {
		if i%2 == 1 {
			outer.Lock()
			defer outer.Unlock()
		}
		locks[i/2].Lock()
		//lint:ignore SA2001 that it can be taken is all there is to it
		locks[i/2].Unlock()
	})()
}

// mpc has producers choose a worker by a number that they compute together.
func mpc(t *testing.T, producers, workers int) {
	var mu sync.Mutex
	buf, most := uint32(0), uint32(1)
	for range 2 * producers {
		most *= uint32(producers)
	}
	requests := make([]cell, workers)
	done := make([]int, workers)
	work := each(workers, func(i int) {
		for range 2 {
			r := &requests[i]
			have := false
			r.Lock()
			if r.n != 0 {
				r.n--
				have = true
			}
			r.Unlock()
			if have {
				done[i]++
			}
		}
	})
	each(producers, func(id int) {
		var last uint32
		for range 2 {
			mu.Lock()
			buf = buf*uint32(producers) + uint32(id)
			last = buf
			mu.Unlock()
		}
		if last > most {
			t.Errorf("%d is more than %d", last, most)
		}
		r := &requests[last%uint32(workers)]
		r.Lock()
		r.n++
		r.Unlock()
	})()
	work()
}

// pi sums a series in parts.
func pi(workers, terms int) {
	var mu sync.Mutex
	sum := 0.0
	each(workers, func(w int) {
		local := 0.0
		for i := w; i < terms; i += workers {
			term := 4 / float64(2*i+1)
			if i%2 == 1 {
				term = -term
			}
			local += term
		}
		mu.Lock()
		sum += local
		mu.Unlock()
	})()
}

// poke looks, at places that change, whether somebody has been there.
func poke(t *testing.T, workers, rounds int) {
	var place cell
	a := make([]cell, workers)
	d := 0
	wait := each(workers, func(x int) { a[x].set(1) })
	for range rounds {
		chosen := start(func() {
			for x := 1; x < workers; x++ {
				place.set(x)
			}
		})
		poked := start(func() {
			c := &a[place.get()]
			c.Lock()
			if c.n == 1 {
				d++
				c.n = 0
			}
			c.Unlock()
		})
		chosen()
		poked()
	}
	if d < 0 || d > workers {
		t.Errorf("%d places of %d", d, workers)
	}
	wait()
	for x := range a {
		d += a[x].n
	}
	if d != workers {
		t.Errorf("%d places of %d in the end", d, workers)
	}
}

func TestDisp52(t *testing.T) { disp(5, 2) }
func TestDisp53(t *testing.T) { disp(5, 3) }
func TestDisp54(t *testing.T) { disp(5, 4) }
func TestMpat4(t *testing.T)  { mpat(4) }
func TestMpat5(t *testing.T)  { mpat(5) }
func TestMpat6(t *testing.T)  { mpat(6) }
func TestMPC25(t *testing.T)  { mpc(t, 2, 5) }
func TestMPC35(t *testing.T)  { mpc(t, 3, 5) }
func TestPi5(t *testing.T)    { pi(5, 8) }
func TestPi7(t *testing.T)    { pi(7, 8) }
func TestPi8(t *testing.T)    { pi(8, 8) }
func TestPoke42(t *testing.T) { poke(t, 4, 2) }
func TestPoke73(t *testing.T) { poke(t, 7, 3) }
func TestPoke83(t *testing.T) { poke(t, 8, 3) }
