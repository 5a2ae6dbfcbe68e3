package dap

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// shop is a module with tests to be debugged.
const shop = `
-- go.mod --
module example.com/shop

go 1.26
-- shop.go --
package shop

import "sync"

// A Stock counts things.
type Stock struct {
	mu    sync.RWMutex
	count map[string]int
	total int
}

func New() *Stock {
	return &Stock{count: map[string]int{}}
}

func (s *Stock) Take(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[name] -= n
	s.total -= n
}

func (s *Stock) Left(name string) int {
	s.mu.RLock()
	n := s.count[name]
	s.mu.RUnlock()
	return n
}

type Number interface{ ~int | ~float64 }

func Sum[T Number](list ...T) (sum T) {
	for _, x := range list {
		sum += x
	}
	return sum
}
-- shop_test.go --
package shop

import "testing"

var orders = []int{3, 4}

const limit = 5

func TestTake(t *testing.T) {
	s := New()
	s.count["nut"] = 10
	done := make(chan int, 2)
	for i, n := range orders {
		go func() {
			s.Take("nut", n)
			done <- i
		}()
	}
	first := <-done
	second := <-done
	if first != 0 || second != 1 {
		t.Error("overtaken")
	}
	if got := Sum(orders...); got != 7 {
		t.Fatal(got)
	}
}

func TestDeadlock(t *testing.T) {
	s := New()
	s.mu.RLock()
	s.Take("nut", 1)
}

func TestPanic(t *testing.T) {
	var m map[string]int
	c := make(chan bool)
	go func() {
		m["x"] = 1
		c <- true
	}()
	<-c
}

func TestSpin(t *testing.T) {
	for i := 0; i < 20_000_000; i++ {
		if i < 0 {
			break
		}
	}
}
`

// newShop writes the module to a directory.
func newShop(t testing.TB) (dir string) { return newModule(t, shop) }

func newModule(t testing.TB, archive string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// launchShop are the arguments that launch a test of it without looking for findings.
func launchShop(dir, test string) map[string]any {
	return map[string]any{"cwd": dir, "package": ".", "test": test, "explore": false}
}

// marathon is a test whose counterexample has more than 2,000 steps: two goroutines take
// turns, and at the end something is wrong.
const marathon = `
-- go.mod --
module example.com/marathon

go 1.26
-- marathon_test.go --
package marathon

import (
	"sync"
	"testing"
)

type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[name]++
}

func TestMarathon(t *testing.T) {
	c := &counter{n: map[string]int{}}
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		wg.Go(func() {
			for range 510 {
				c.add(name)
			}
		})
	}
	wg.Wait()
	if c.n["a"]+c.n["b"] != 1021 {
		t.Error("one is missing")
	}
}
`
