// Select statements whose outcome does not depend on the schedule.
package main

import "fmt"

func idx(log *[]string, s string, c chan int) chan int {
	*log = append(*log, s)
	return c
}

func main() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	select {
	case v := <-a:
		fmt.Println("a", v)
	case v := <-b:
		fmt.Println("b", v)
	}
	b <- 2
	select {
	case a <- 3:
		fmt.Println("sent a", len(a))
	default:
		fmt.Println("default")
	}
	var log []string
	val := func(s string, n int) int { log = append(log, s); return n }
	select {
	case idx(&log, "c1", a) <- val("v1", 1):
		fmt.Println("impossible")
	case idx(&log, "c2", nil) <- val("v2", 2):
		fmt.Println("impossible")
	default:
		fmt.Println(log)
	}
	var arr [3]int
	i := 1
	select {
	case arr[i] = <-a:
		fmt.Println(arr)
	}
	m := map[string]bool{}
	var v int
	select {
	case v, m["ok"] = <-b:
		fmt.Println(v, m)
	}
	close(b)
	var ok bool
	select {
	case v, ok = <-b:
		fmt.Println(v, ok)
	case <-a:
		fmt.Println("impossible")
	}
	select {
	case <-b:
	default:
		fmt.Println("impossible")
	}
	self := make(chan int)
	select {
	case self <- 1:
		fmt.Println("impossible")
	case <-self:
		fmt.Println("impossible")
	default:
		fmt.Println("no self-communication")
	}
	buf := make(chan int, 1)
	out := ""
	for i := range 6 {
		select {
		case buf <- i:
			out += fmt.Sprint("s", i, " ")
		case x := <-buf:
			out += fmt.Sprint("r", x, " ")
		}
	}
	fmt.Println(out)
	unb := make(chan string)
	quit := make(chan bool)
	go func() {
		for i := range 3 {
			unb <- fmt.Sprint("m", i)
		}
		close(quit)
	}()
	for run := true; run; {
		select {
		case s := <-unb:
			fmt.Print(s, " ")
		case <-quit:
			fmt.Println("quit")
			run = false
		}
	}
	x, y := make(chan int), make(chan int)
	res := make(chan int, 2)
	go func() {
		select {
		case x <- 1:
			res <- 1
		case v := <-y:
			res <- v
		}
	}()
	go func() {
		select {
		case y <- 1:
			res <- 1
		case v := <-x:
			res <- v
		}
	}()
	fmt.Println(<-res, <-res)
	select {
	case <-(func() chan int { c := make(chan int, 1); c <- 9; return c })():
		fmt.Println("from call")
	}
	type two struct{ a, b chan int }
	t := two{make(chan int, 1), nil}
	t.a <- 4
	select {
	case v := <-t.a:
		fmt.Println(v)
	case t.b <- 1:
	}
	counts := [2]int{}
	p, q := make(chan int, 50), make(chan int, 50)
	for range 50 {
		p <- 1
		q <- 1
	}
	for range 100 {
		select {
		case <-p:
			counts[0]++
		case <-q:
			counts[1]++
		}
	}
	fmt.Println(counts)
}
