package classic

import (
	"sync/atomic"
	"testing"
)

// lastzero has writers build on each other's values, and a reader look for
// the last zero.
func lastzero(n int) {
	a := make([]atomic.Int32, n+1)
	each(n+1, func(j int) {
		if j == 0 {
			for i := n; a[i].Load() != 0; {
				i--
			}
			return
		}
		a[j].Store(a[j-1].Load() + 1)
	})()
}

func readers(n int) {
	var x atomic.Int32
	each(n+1, func(i int) {
		if i == 0 {
			x.Store(42)
		} else {
			x.Load()
		}
	})()
}

// fib has two goroutines add up two variables, in turns if they are lucky.
func fib(t *testing.T, n int) {
	var i, j atomic.Int32
	i.Store(1)
	j.Store(1)
	wait := each(2, func(k int) {
		for range n {
			if k == 0 {
				i.Store(i.Load() + j.Load())
			} else {
				j.Store(j.Load() + i.Load())
			}
		}
	})
	most, next := int32(1), int32(1)
	for range 2*n + 1 {
		most, next = next, most+next
	}
	if i.Load() > most || j.Load() > most {
		t.Errorf("more than %d", most)
	}
	wait()
}

// casrot has goroutines pass a variable on, whoever finds it where he
// expects it. As in the original nobody waits for them.
func casrot(n int) {
	var x atomic.Int32
	for i := range n {
		go func() { x.CompareAndSwap(int32(i), int32(i+1)) }()
	}
}

func TestLastzero5(t *testing.T)  { lastzero(5) }
func TestLastzero10(t *testing.T) { lastzero(10) }
func TestLastzero12(t *testing.T) { lastzero(12) }
func TestReaders5(t *testing.T)   { readers(5) }
func TestReaders13(t *testing.T)  { readers(13) }
func TestFib2(t *testing.T)       { fib(t, 2) }
func TestFib4(t *testing.T)       { fib(t, 4) }
func TestFib5(t *testing.T)       { fib(t, 5) }
func TestCasrot5(t *testing.T)    { casrot(5) }
func TestCasrot8(t *testing.T)    { casrot(8) }
func TestCasrot10(t *testing.T)   { casrot(10) }
