package elevator

import (
	"sync"
	"testing"
)

func ride(t *testing.T, claim func(*Controls, int) (call, bool), lifts, people, floors int) {
	c := NewControls(people)
	var wg sync.WaitGroup
	carried := make([][]int, lifts)
	for l := range lifts {
		wg.Go(func() { carried[l] = c.lift(claim) })
	}
	for p := range people {
		wg.Go(func() { c.Call(p, p%floors, (p+1)%floors) })
	}
	wg.Wait()
	rides := make([]int, people)
	for _, list := range carried {
		for _, p := range list {
			rides[p]++
		}
	}
	for p, n := range rides {
		if n != 1 {
			t.Errorf("person %d rides %d times", p, n)
		}
	}
}

func Test1x2x2(t *testing.T) { ride(t, (*Controls).Claim, 1, 2, 2) }
func Test2x1x2(t *testing.T) { ride(t, (*Controls).Claim, 2, 1, 2) }
func Test2x2x3(t *testing.T) { ride(t, (*Controls).Claim, 2, 2, 3) }
func Test2x3x3(t *testing.T) { ride(t, (*Controls).Claim, 2, 3, 3) }
func Test3x3x3(t *testing.T) { ride(t, (*Controls).Claim, 3, 3, 3) }

func TestLate2x1x2(t *testing.T) { ride(t, (*Controls).ClaimLate, 2, 1, 2) }
func TestLate2x2x3(t *testing.T) { ride(t, (*Controls).ClaimLate, 2, 2, 3) }
