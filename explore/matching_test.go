package explore

import (
	"slices"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// matchingSearches are the searches for tests that match states.
func matchingSearches() (names []string) {
	for _, name := range Algorithms() {
		if a, ok := por.Lookup(name); ok && a.MatchesStates() && a.Exhaustive() {
			names = append(names, name)
		}
	}
	return names
}

const behindTests = `package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

// What the lock orders in one direction is not ordered in the other; both lead
// to the same state.
func TestBehindLock(t *testing.T) {
	var mu sync.Mutex
	var a, b atomic.Int32
	x := 0
	_ = x
	go func() {
		x = 1
		mu.Lock()
		mu.Unlock()
		b.Load()
	}()
	mu.Lock()
	mu.Unlock()
	a.Load()
	a.Load()
	a.Load()
	x = 2
}

// Who has taken the first item knows nothing of who takes the second.
func TestBehindChannel(t *testing.T) {
	ch := make(chan int, 2)
	ch <- 1
	ch <- 1
	x := 0
	_ = x
	go func() {
		x = 1
		<-ch
	}()
	<-ch
	if len(ch) == 0 {
		x = 2
	}
}

// What all have seen is no race, in whatever order.
func TestOrdered(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	x := 0
	_ = x
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			x++
			mu.Unlock()
		})
	}
	wg.Wait()
	if x != 2 {
		t.Error(x)
	}
}

// An unlock by somebody else orders nothing before it.
func TestUnlockedByAnother(t *testing.T) {
	var mu sync.Mutex
	var done atomic.Bool
	x := 0
	_ = x
	mu.Lock()
	go func() {
		mu.Lock()
		x = 1
		done.Load()
		mu.Unlock()
	}()
	go func() { mu.Unlock() }()
	x = 2
	done.Load()
	done.Load()
}

// A goroutine spins for what nobody will do.
func TestSpins(t *testing.T) {
	var flag atomic.Bool
	var n atomic.Int32
	go func() { n.Add(1) }()
	for !flag.Load() {
	}
}

// It waits in rounds of several steps, and not for nothing.
func TestSpinsAtLock(t *testing.T) {
	var mu sync.Mutex
	done := false
	go func() {
		mu.Lock()
		done = true
		mu.Unlock()
	}()
	for {
		mu.Lock()
		d := done
		mu.Unlock()
		if d {
			break
		}
	}
}

// Two goroutines that give way to each other may do so for long.
func TestGivesWay(t *testing.T) {
	var a, b sync.Mutex
	polite := func(first, second *sync.Mutex) {
		for {
			first.Lock()
			if second.TryLock() {
				second.Unlock()
				first.Unlock()
				return
			}
			first.Unlock()
		}
	}
	go func() { polite(&a, &b) }()
	polite(&b, &a)
}

// Two goroutines hand a token to each other for good.
func TestHandsOn(t *testing.T) {
	var token atomic.Int32
	go func() {
		for {
			token.CompareAndSwap(0, 1)
		}
	}()
	for {
		token.CompareAndSwap(1, 0)
	}
}
`

// TestStatesWithRaces checks that searches that match states find races which
// show only on some ways into a state, whatever way they come first.
func TestStatesWithRaces(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": behindTests}))
	wants := map[string][]Kind{
		"TestBehindLock": {KindRace}, "TestBehindChannel": {KindRace}, "TestUnlockedByAnother": {KindRace},
		"TestOrdered": nil, "TestSpins": {KindLivelock}, "TestSpinsAtLock": nil,
	}
	for _, name := range matchingSearches() {
		for seed := range uint64(6) {
			for test, want := range wants {
				o := Options{Algorithm: name, Seed: seed, NoCache: true}
				r := s.Check(t.Context(), []*Test{snap.Lookup("example.com/m", test)}, o, func(Update) {})[0]
				var kinds []Kind
				for _, f := range r.Findings {
					if !slices.Contains(kinds, f.Kind) {
						kinds = append(kinds, f.Kind)
					}
				}
				if !slices.Equal(kinds, want) || want == nil && r.Verdict != Verified {
					t.Errorf("%s, seed %d: %s is %s with %v (%s), want %v", name, seed, test, r.Verdict, kinds, r.Bound, want)
				}
			}
		}
	}
}

// TestStatesThatComeBack checks that a program that may go on forever is not
// verified because there is nothing new to see.
func TestStatesThatComeBack(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": behindTests}))
	for _, name := range matchingSearches() {
		o := Options{Algorithm: name, NoCache: true, Budget: 2 * time.Second}
		r := s.Check(t.Context(), []*Test{snap.Lookup("example.com/m", "TestHandsOn")}, o, func(Update) {})[0]
		if r.Verdict == Verified {
			t.Errorf("%s: %s", name, r.Verdict)
		}
	}
}

// TestRoundsInAnyOrder checks that whether a process is seen to wait does not depend on
// the order of independent events: the searches notice.
func TestRoundsInAnyOrder(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": behindTests}))
	for _, name := range []string{"source-dpor", "optimal-dpor", "dl-s-por"} {
		o := Options{Algorithm: name, NoCache: true, Budget: time.Second}
		r := s.Check(t.Context(), []*Test{snap.Lookup("example.com/m", "TestGivesWay")}, o, func(Update) {})[0]
		if r.Verdict != Incomplete {
			t.Errorf("%s: %s (%s), want incomplete", name, r.Verdict, r.Internal)
		}
	}
}
