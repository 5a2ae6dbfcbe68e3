package testlib

import "testing"

type checker interface{ Fatalf(string, ...any) }

// require ends the goroutine that calls it.
func require(c checker, got, want int) {
	if got != want {
		c.Fatalf("got %d, want %d", got, want)
	}
}

// want: deadlock|misuse
func TestFatal(t *testing.T) {
	results := make(chan int, 2)
	done := make(chan struct{})
	go func() {
		require(t, <-results, 1)
		require(t, <-results, 2)
		close(done)
	}()
	go func() { results <- 1 }()
	results <- 2
	<-done
}

// want: verified
func TestFatalFixed(t *testing.T) {
	results := make(chan int, 2)
	done := make(chan [2]int)
	go func() { done <- [2]int{<-results, <-results} }()
	go func() { results <- 1 }()
	results <- 2
	got := <-done
	require(t, got[0]+got[1], 3)
}
