package explore

import (
	"math/rand/v2"
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

const libraryTest = `package m

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

type record struct {
	name string
	tags map[string][]int
}

func TestLibrary(t *testing.T) {
	var mu sync.Mutex
	pool := sync.Pool{New: func() any { return new(strings.Builder) }}
	records := map[string]*record{}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := range 30 {
				b := pool.Get().(*strings.Builder)
				b.Reset()
				fmt.Fprintf(b, "%d-%v", i%7, []any{k, i, "x"}[i%3])
				mu.Lock()
				r := records[b.String()]
				if r == nil {
					r = &record{name: b.String(), tags: map[string][]int{}}
					records[r.name] = r
				}
				r.tags[fmt.Sprint(k)] = append(r.tags[fmt.Sprint(k)], i)
				if i%5 == k {
					delete(records, r.name)
				}
				mu.Unlock()
				pool.Put(b)
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
	}
	wg.Wait()
}
`

// TestFingerprintsOfWays checks that the fingerprint of a state does not depend on how
// the machine came there: going to and fro, with a fingerprint of each state on
// the way, or straight.
func TestFingerprintsOfWays(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": libraryTest}))
	test := snap.Lookup("example.com/m", "TestLibrary")
	p, err := s.acquire(t.Context(), test)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release(p)
	worlds, err := p.factory(test, Limits{}).alike(worldConfig{early: true}, 30)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(worlds)
	w := worlds[0]
	rng := rand.New(rand.NewPCG(3, 4))
	var path, enabled []por.Choice
	type mark struct{ number, length int }
	marks := []mark{{w.Mark(), 0}}
	for i, straight := range worlds[1:] {
		for range 100 {
			if enabled = w.Enabled(enabled[:0]); len(enabled) == 0 || rng.IntN(15) == 0 {
				k := rng.IntN(len(marks))
				w.Rewind(marks[k].number)
				path, marks = path[:marks[k].length], marks[:k+1]
			} else {
				c := enabled[rng.IntN(len(enabled))]
				w.Step(c)
				if path = append(path, c); rng.IntN(2) == 0 {
					marks = append(marks, mark{w.Mark(), len(path)})
				}
			}
			w.Fingerprint()
		}
		for _, c := range path {
			straight.Step(c)
		}
		if got, want := w.Fingerprint(), straight.Fingerprint(); got != want {
			t.Fatalf("%d: %x after going to and fro, %x straight, after %d steps", i, got, want, len(path))
		}
	}
}
