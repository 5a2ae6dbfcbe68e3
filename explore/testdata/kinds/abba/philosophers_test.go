package abba

import (
	"sync"
	"testing"
)

// dine lets three philosophers eat once; order says which fork comes first.
func dine(t *testing.T, order func(i, j int) (int, int)) {
	var forks [3]sync.Mutex
	var meals [3]int
	var wg sync.WaitGroup
	for i := range forks {
		wg.Add(1)
		go func() {
			defer wg.Done()
			first, second := order(i, (i+1)%len(forks))
			forks[first].Lock()
			forks[second].Lock()
			meals[i]++
			forks[second].Unlock()
			forks[first].Unlock()
		}()
	}
	wg.Wait()
	if meals != [3]int{1, 1, 1} {
		t.Errorf("meals %v", meals)
	}
}

// want: deadlock
func TestPhilosophers(t *testing.T) { dine(t, func(i, j int) (int, int) { return i, j }) }

// want: verified
func TestPhilosophersFixed(t *testing.T) {
	dine(t, func(i, j int) (int, int) { return min(i, j), max(i, j) })
}
