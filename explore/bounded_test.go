package explore

import (
	"fmt"
	"testing"
)

// unbounded are tests that go on for ever, in ways that a machine might remember.
var unbounded = map[string]string{
	"Lock": `
	var mu sync.Mutex
	for range 100 {
		go func() {
			for {
				mu.Lock()
				mu.Unlock()
			}
		}()
	}`,
	"Readers": `
	var mu sync.RWMutex
	for range 100 {
		go func() {
			for {
				mu.RLock()
				mu.RUnlock()
			}
		}()
	}`,
	"WaitGroup": `
	var wg sync.WaitGroup
	wg.Add(1)
	for range 10 {
		go func() {
			for {
				wg.Add(1)
			}
		}()
	}`,
	"Atomic": `
	var n atomic.Int64
	for range 100 {
		go func() {
			for {
				n.Add(1)
			}
		}()
	}`,
	"Channel": `
	c, d := make(chan int), make(chan int, 3)
	for range 50 {
		go func() {
			for {
				c <- 1
				<-d
			}
		}()
		go func() {
			for {
				d <- <-c
			}
		}()
	}`,
	"Broadcast": `
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	for range 50 {
		go func() {
			mu.Lock()
			for {
				cond.Wait()
			}
		}()
	}
	go func() {
		for {
			cond.Broadcast()
		}
	}()`,
	"Shared": `
	var mu sync.RWMutex
	data := make([]int, 20_000)
	for k := range 20 {
		go func() {
			for i := k; ; i++ {
				mu.RLock()
				sum := 0
				for _, v := range data {
					sum += v
				}
				mu.RUnlock()
				mu.Lock()
				data[i%len(data)] = sum
				mu.Unlock()
			}
		}()
	}`,
	"Time": `
	for range 50 {
		go func() {
			for i := time.Duration(1); ; i++ {
				time.Sleep(i)
			}
		}()
	}`,
	"Alone": `
	go func() {
		var list [1 << 16]int
		for n := 0; ; n++ {
			for i := range list {
				list[i] += n
			}
		}
	}()`,
}

// TestMemoryIsBounded checks that however long a test runs, a machine takes no more
// memory than it says: be it that it forgets what nobody needs, be it that it stops
// at the limit.
func TestMemoryIsBounded(t *testing.T) {
	const limit, most = 4 << 20, 12
	src := "package m\n\nimport (\n\t\"sync\"\n\t\"sync/atomic\"\n\t\"testing\"\n\t\"time\"\n)\n\nvar _ sync.Mutex\nvar _ atomic.Int32\nvar _ time.Time\n"
	for name, body := range unbounded {
		src += fmt.Sprintf("\nfunc Test%s(t *testing.T) {%s\n\tselect {}\n}\n", name, body)
	}
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": src}))
	for name := range unbounded {
		test := snap.Lookup("example.com/m", "Test"+name)
		p, err := s.acquire(t.Context(), test)
		if err != nil {
			t.Fatal(err)
		}
		for _, marks := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/marks=%v", name, marks), func(t *testing.T) {
				w, err := p.factory(test, Limits{Memory: limit, Steps: 30_000_000}).world(worldConfig{ticking: !marks})
				if err != nil {
					t.Fatal(err)
				}
				defer w.close()
				r := newRunner(w, nil)
				r.reset()
				turns, before := newTurns(1), w.held()
				for n := 0; n < 100_000 && len(r.look()) > 0; n++ {
					if marks {
						w.Mark()
					}
					r.take(r.enabled[next(turns, offer{w, r.enabled})])
					r.choices = r.choices[:0]
					if held := w.held(); held > before+most*limit {
						t.Fatalf("%d MiB after %d events, the limit is %d MiB", (held-before)>>20, n+1, limit>>20)
					}
				}
				t.Logf("%d events, %d MiB, %v %s", r.cost.length, (w.held()-before)>>20, w.ending().kind, w.ending().bound)
			})
		}
		s.release(p)
	}
}
