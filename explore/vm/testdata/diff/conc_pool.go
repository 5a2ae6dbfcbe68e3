// Worker pools, pipelines, fan-in and fan-out.
package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

type job struct{ id, n int }
type result struct {
	job job
	out int
	err error
}

func worker(jobs <-chan job, results chan<- result, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range jobs {
		func() {
			r := result{job: j}
			defer func() {
				if e := recover(); e != nil {
					r.err = fmt.Errorf("job %d: %v", j.id, e)
				}
				results <- r
			}()
			r.out = 100 / j.n
		}()
	}
}

func merge[T any](cs ...<-chan T) <-chan T {
	out := make(chan T)
	var wg sync.WaitGroup
	for _, c := range cs {
		wg.Go(func() {
			for v := range c {
				out <- v
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func gen(done <-chan struct{}, n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := 0; ; i++ {
			select {
			case c <- i * n:
			case <-done:
				return
			}
		}
	}()
	return c
}

func take[T any](c <-chan T, n int) (out []T) {
	for range n {
		out = append(out, <-c)
	}
	return
}

type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
	sem  chan struct{}
}

func (g *group) run(f func() error) {
	if g.sem != nil {
		g.sem <- struct{}{}
	}
	g.wg.Add(1)
	go func() {
		defer func() {
			if g.sem != nil {
				<-g.sem
			}
			g.wg.Done()
		}()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait()
	return g.err
}

func main() {
	jobs, results := make(chan job), make(chan result, 3)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(jobs, results, &wg)
	}
	go func() {
		for i := range 8 {
			jobs <- job{i, i - 3}
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	var all []result
	for r := range results {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b result) int { return a.job.id - b.job.id })
	for _, r := range all {
		fmt.Println(r.job.id, r.out, r.err)
	}
	done := make(chan struct{})
	a, b := gen(done, 2), gen(done, 3)
	fmt.Println(take(a, 5), take(b, 4))
	close(done)
	one, two := make(chan int), make(chan int)
	go func() { defer close(one); one <- 1; one <- 2 }()
	go func() { defer close(two); two <- 10; two <- 20 }()
	sum := 0
	for v := range merge(one, two) {
		sum += v
	}
	fmt.Println(sum)
	g := group{sem: make(chan struct{}, 2)}
	var mu sync.Mutex
	running, peak := 0, 0
	for i := range 6 {
		g.run(func() error {
			mu.Lock()
			running++
			peak = max(peak, running)
			mu.Unlock()
			defer func() {
				mu.Lock()
				running--
				mu.Unlock()
			}()
			if i == 4 {
				return errors.New("four failed")
			}
			return nil
		})
	}
	fmt.Println(g.wait(), peak <= 2, running)
}
