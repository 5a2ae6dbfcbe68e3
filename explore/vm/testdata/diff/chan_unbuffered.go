// Unbuffered channels hand values over.
package main

import "fmt"

func producer(n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range n {
			c <- i
		}
	}()
	return c
}

func square(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for v := range in {
			out <- v * v
		}
		close(out)
	}()
	return out
}

func pingPong(n int) string {
	ping, pong := make(chan int), make(chan int)
	done := make(chan struct{})
	s := ""
	go func() {
		for v := range ping {
			s += fmt.Sprint("p", v)
			pong <- v + 1
		}
		close(done)
	}()
	v := 0
	for v < n {
		ping <- v
		v = <-pong
		s += fmt.Sprint("q", v)
	}
	close(ping)
	<-done
	return s
}

func sieve(n int) []int {
	c := make(chan int)
	stop := make(chan bool)
	go func() {
		defer close(c)
		for i := 2; ; i++ {
			select {
			case c <- i:
			case <-stop:
				return
			}
		}
	}()
	var primes []int
	var in <-chan int = c
	for range n {
		p := <-in
		primes = append(primes, p)
		out := make(chan int)
		go func(in <-chan int) {
			defer close(out)
			for v := range in {
				if v%p == 0 {
					continue
				}
				select {
				case out <- v:
				case <-stop:
					return
				}
			}
		}(in)
		in = out
	}
	close(stop)
	return primes
}

func main() {
	for v := range square(square(producer(5))) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	fmt.Println(pingPong(3))
	fmt.Println(sieve(10))
	c := make(chan chan string)
	go func() {
		reply := <-c
		reply <- "reply"
	}()
	r := make(chan string)
	c <- r
	fmt.Println(<-r)
	type msg struct {
		n    int
		back chan<- int
	}
	server := make(chan msg)
	go func() {
		for m := range server {
			m.back <- m.n * 2
		}
	}()
	back := make(chan int)
	sum := 0
	for i := range 5 {
		server <- msg{i, back}
		sum += <-back
	}
	close(server)
	fmt.Println(sum, len(server), cap(server))
	f := make(chan func() string)
	go func() { f <- func() string { return "called" } }()
	fmt.Println((<-f)())
	e := make(chan error)
	go func() { e <- nil }()
	fmt.Println(<-e)
}
