package main

import "fmt"

// out: 1 2
// out: 2 1
func unbufferedTwoSenders() {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	fmt.Print(<-c, " ", <-c)
}

// out: 1 2
func bufferedFIFO() {
	c := make(chan int, 2)
	go func() {
		c <- 1
		c <- 2
	}()
	fmt.Print(<-c, " ", <-c)
}

// out: 0 false
func closedReceive() {
	c := make(chan int)
	go close(c)
	v, ok := <-c
	fmt.Print(v, " ", ok)
}

// out: got 1
// out: default
func pollReceive() {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case v := <-c:
		fmt.Print("got ", v)
	default:
		fmt.Print("default")
		<-c
	}
}

// out: sent
// out: default
func pollSend() {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		<-c
		done <- true
	}()
	select {
	case c <- 1:
		fmt.Print("sent")
	default:
		fmt.Print("default")
		c <- 1
	}
	<-done
}

// A select that finds a case ready never waits, so who does not wait either
// cannot meet it.
//
// out: a default
func pollMeetsReadySelect() {
	a, b := make(chan int, 1), make(chan int)
	done := make(chan bool)
	a <- 1
	go func() {
		select {
		case <-a:
			fmt.Print("a ")
		case b <- 2:
			fmt.Print("b ")
		}
		done <- true
	}()
	select {
	case <-b:
		<-done
		fmt.Print("met")
	default:
		<-done
		fmt.Print("default")
	}
}

// out: a
// out: b
func selectBothReady() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 1
	select {
	case <-a:
		fmt.Print("a")
	case <-b:
		fmt.Print("b")
	}
}

// out: a
// out: b
func selectWhoComesFirst() {
	a, b := make(chan int, 1), make(chan int, 1)
	go func() { a <- 1 }()
	go func() { b <- 1 }()
	select {
	case <-a:
		fmt.Print("a")
	case <-b:
		fmt.Print("b")
	}
}

// out: a leak
// out: b leak
func selectUnbuffered() {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1 }()
	go func() { b <- 1 }()
	select {
	case <-a:
		fmt.Print("a")
	case <-b:
		fmt.Print("b")
	}
}

// Two selects meet in one of two ways.
//
// out: 1 2
// out: 2 1
func selectMeetsSelect() {
	a, b := make(chan int), make(chan int)
	go func() {
		for range 2 {
			select {
			case a <- 1:
				a = nil
			case b <- 2:
				b = nil
			}
		}
	}()
	x, y := a, b
	for i := range 2 {
		if i > 0 {
			fmt.Print(" ")
		}
		select {
		case v := <-x:
			x = nil
			fmt.Print(v)
		case v := <-y:
			y = nil
			fmt.Print(v)
		}
	}
}

// out: deadlock
func nilChannel() {
	var c chan int
	<-c
}

// out: deadlock
func emptySelect() {
	select {}
}

// out: crash panic: send on closed channel
// out: sent
func sendRacesClose() {
	c := make(chan int, 1)
	go close(c)
	c <- 1
	fmt.Print("sent")
}

// out: crash panic: close of closed channel
func closeTwice() {
	c := make(chan int)
	close(c)
	close(c)
}

// out: recovered send on closed channel
func recoverSend() {
	c := make(chan int)
	close(c)
	defer func() { fmt.Print("recovered ", recover()) }()
	c <- 1
}

// A sender that waits is woken by close, with a panic.
//
// out: send on closed channel
func closeWakesSender() {
	c := make(chan int)
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		c <- 1
	}()
	close(c)
	fmt.Print(<-done)
}

// out: 0
// out: 1
func lenRaces() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	fmt.Print(len(c))
}

// The receiver's own write before a receive is seen by the sender behind it.
//
// out: 1
func unbufferedEdgeBack() {
	x := 0
	c := make(chan int)
	done := make(chan bool)
	go func() {
		c <- 1
		fmt.Print(x)
		done <- true
	}()
	x = 1
	<-c
	<-done
}

// With room in the buffer there is no such edge.
//
// out: 1 race x
func bufferedNoEdgeBack() {
	x := 0
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		fmt.Print(x)
		done <- true
	}()
	x = 1
	<-c
	<-done
}

// A channel of capacity 1 as a lock.
//
// out: 2
func semaphore() {
	c := make(chan int, 1)
	done := make(chan bool)
	n := 0
	for range 2 {
		go func() {
			c <- 1
			n++
			<-c
			done <- true
		}()
	}
	<-done
	<-done
	fmt.Print(n)
}

// out: 1 leak
// out: 2 leak
func forgottenSender() {
	c := make(chan int)
	for i := range 2 {
		go func() { c <- i + 1 }()
	}
	fmt.Print(<-c)
}

var global = make(chan int)

// A worker that waits on a package variable is idle, not leaked.
//
// out: ok
func idleWorker() {
	go func() { <-global }()
	fmt.Print("ok")
}

// out: 6
func pipeline() {
	a, b := make(chan int), make(chan int)
	go func() {
		for i := range 3 {
			a <- i
		}
		close(a)
	}()
	go func() {
		for v := range a {
			b <- 2 * v
		}
		close(b)
	}()
	sum := 0
	for v := range b {
		sum += v
	}
	fmt.Print(sum)
}
