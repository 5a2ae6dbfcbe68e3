// Buffered channels: len, cap, order, zero-size elements, big elements.
package main

import "fmt"

func main() {
	c := make(chan int, 3)
	fmt.Println(len(c), cap(c))
	c <- 1
	c <- 2
	fmt.Println(len(c), <-c, len(c))
	c <- 3
	c <- 4
	fmt.Println(len(c), cap(c))
	close(c)
	for v := range c {
		fmt.Print(v, " ")
	}
	v, ok := <-c
	fmt.Println(v, ok, len(c))
	sem := make(chan struct{}, 2)
	sem <- struct{}{}
	select {
	case sem <- struct{}{}:
		fmt.Println("second slot")
	default:
		fmt.Println("full")
	}
	select {
	case sem <- struct{}{}:
		fmt.Println("third slot")
	default:
		fmt.Println("full")
	}
	type big struct{ a [50]int }
	bc := make(chan big, 2)
	b := big{}
	b.a[49] = 7
	bc <- b
	b.a[49] = 8
	bc <- b
	fmt.Println((<-bc).a[49], (<-bc).a[49])
	results := make(chan int, 10)
	for i := range 10 {
		go func() { results <- i * i }()
	}
	sum := 0
	for range 10 {
		sum += <-results
	}
	fmt.Println(sum)
	ring := make(chan string, 2)
	for i := range 7 {
		if len(ring) == cap(ring) {
			fmt.Print(<-ring, " ")
		}
		ring <- fmt.Sprint("r", i)
	}
	fmt.Println(<-ring, <-ring)
	ic := make(chan any, 4)
	ic <- 1
	ic <- "s"
	ic <- nil
	ic <- []int{1}
	fmt.Println(<-ic, <-ic, <-ic, <-ic)
	done := make(chan bool)
	q := make(chan int, 2)
	go func() {
		defer close(done)
		for v := range q {
			fmt.Print(v, " ")
		}
	}()
	for i := range 6 {
		q <- i
	}
	close(q)
	<-done
	fmt.Println()
	var sendOnly chan<- int = q
	fmt.Println(len(sendOnly), cap(sendOnly), sendOnly == q)
	fmt.Printf("%T %T %T\n", q, sendOnly, (<-chan int)(q))
}
