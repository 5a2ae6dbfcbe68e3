package channel

import (
	"sync"
	"testing"
)

type dir struct{ subs []*dir }

// A walker bounds how many directories it reads at a time; walk keeps its
// token while it waits for the directories below.
type walker struct {
	tokens chan struct{}
	mu     sync.Mutex
	seen   int
}

func (w *walker) visit() {
	w.mu.Lock()
	w.seen++
	w.mu.Unlock()
}

func (w *walker) below(d *dir, walk func(*dir)) {
	var wg sync.WaitGroup
	for _, s := range d.subs {
		wg.Go(func() { walk(s) })
	}
	wg.Wait()
}

func (w *walker) walk(d *dir) {
	w.tokens <- struct{}{}
	defer func() { <-w.tokens }()
	w.visit()
	w.below(d, w.walk)
}

func (w *walker) walkRelease(d *dir) {
	w.tokens <- struct{}{}
	w.visit()
	<-w.tokens
	w.below(d, w.walkRelease)
}

func tree() *dir { return &dir{[]*dir{{[]*dir{{}}}}} }

// want: deadlock
func TestTokens(t *testing.T) {
	w := &walker{tokens: make(chan struct{}, 2)}
	w.walk(tree())
	if w.seen != 3 {
		t.Errorf("seen %d", w.seen)
	}
}

// want: verified
func TestTokensFixed(t *testing.T) {
	w := &walker{tokens: make(chan struct{}, 2)}
	w.walkRelease(tree())
	if w.seen != 3 {
		t.Errorf("seen %d", w.seen)
	}
}
