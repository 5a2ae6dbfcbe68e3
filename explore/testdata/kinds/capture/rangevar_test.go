//go:build go1.21

package capture

import "testing"

type job struct{ id int }

func (j *job) run(out chan<- int) { out <- j.id }

// want: race|failure
func TestRangeVariable(t *testing.T) {
	out := make(chan int, 2)
	for _, j := range []job{{1}, {2}} {
		go j.run(out)
	}
	if a, b := <-out, <-out; a+b != 3 {
		t.Errorf("ran %d and %d", a, b)
	}
}

// want: verified
func TestRangeVariableFixed(t *testing.T) {
	out := make(chan int, 2)
	jobs := []job{{1}, {2}}
	for i := range jobs {
		go jobs[i].run(out)
	}
	if a, b := <-out, <-out; a+b != 3 {
		t.Errorf("ran %d and %d", a, b)
	}
}
