package rax

import (
	"sync"
	"testing"
)

func execute(t *testing.T, await func(*Event, int), tasks, rounds int) {
	start, done := NewEvent(), NewEvent()
	var wg sync.WaitGroup
	for range tasks {
		wg.Go(func() {
			for seen := range rounds {
				await(start, seen)
				done.Signal()
			}
		})
	}
	for round := range rounds {
		start.Signal()
		for i := range tasks {
			await(done, round*tasks+i)
		}
	}
	wg.Wait()
	if n := done.Count(); n != tasks*rounds {
		t.Errorf("%d answers, want %d", n, tasks*rounds)
	}
}

func Test1x1(t *testing.T) { execute(t, (*Event).Await, 1, 1) }
func Test1x3(t *testing.T) { execute(t, (*Event).Await, 1, 3) }
func Test2x1(t *testing.T) { execute(t, (*Event).Await, 2, 1) }
func Test2x2(t *testing.T) { execute(t, (*Event).Await, 2, 2) }
func Test3x1(t *testing.T) { execute(t, (*Event).Await, 3, 1) }
func Test3x2(t *testing.T) { execute(t, (*Event).Await, 3, 2) }

func TestNext1x1(t *testing.T) { execute(t, (*Event).AwaitNext, 1, 1) }
func TestNext1x3(t *testing.T) { execute(t, (*Event).AwaitNext, 1, 3) }
func TestNext2x2(t *testing.T) { execute(t, (*Event).AwaitNext, 2, 2) }
