package waitgroup

import (
	"sync"
	"testing"
)

type task func()

// A runner counts a task when it runs, which may be after the wait.
type runner struct {
	*sync.WaitGroup
	tasks chan task
}

func (r runner) loop() {
	for f := range r.tasks {
		r.Add(1)
		f()
		r.Done()
	}
}

func (r runner) loopCounted() {
	for f := range r.tasks {
		f()
		r.Done()
	}
}

func twoTasks(t *testing.T, loop func(runner), submit func(runner)) {
	r := runner{new(sync.WaitGroup), make(chan task, 2)}
	go loop(r)
	results := make(chan int, 2)
	for i := range 2 {
		submit(r)
		r.tasks <- func() { results <- i }
	}
	close(r.tasks)
	r.Wait()
	if n := len(results); n != 2 {
		t.Errorf("%d tasks ran", n)
	}
}

// want: misuse|failure
func TestAddLate(t *testing.T) { twoTasks(t, runner.loop, func(runner) {}) }

// want: verified
func TestAddLateFixed(t *testing.T) { twoTasks(t, runner.loopCounted, func(r runner) { r.Add(1) }) }
