package main

import (
	"fmt"
	"time"
)

// Whoever is known to wait at a channel is served before whoever comes later.
//
// out: waits
func firstComeSends() {
	c := make(chan string, 1)
	c <- "full"
	go func() { c <- "waits" }()
	time.Sleep(time.Second)
	go func() { c <- "later" }()
	<-c
	fmt.Print(<-c)
}

// Of two that have come, but may not have begun to wait, either may be first.
//
// out: 1
// out: 2
func anyoneSends() {
	c := make(chan int, 1)
	c <- 0
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	<-c
	fmt.Print(<-c)
}

// The same of two that wait since the same moment.
//
// out: 1
// out: 2
func bothWait() {
	c := make(chan int, 1)
	c <- 0
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	time.Sleep(time.Second)
	<-c
	fmt.Print(<-c)
}

// out: 1 2
func oneAfterTheOther() {
	c, got := make(chan int), make(chan int, 2)
	for i := 1; i <= 2; i++ {
		go func() {
			<-c
			got <- i
		}()
		time.Sleep(time.Second)
	}
	c <- 0
	a := <-got
	c <- 0
	fmt.Print(a, " ", <-got)
}

// The sender is taken from the line in the same way.
//
// out: 1 2
func sendersInLine() {
	c := make(chan int)
	for i := 1; i <= 2; i++ {
		go func() { c <- i }()
		time.Sleep(time.Second)
	}
	fmt.Print(<-c, " ", <-c)
}

// What is sent to somebody who waits is not in the buffer for anybody to see.
//
// out: 0 free empty
func handedOver() {
	c := make(chan int, 1)
	go func() { <-c }()
	time.Sleep(time.Second)
	c <- 1
	fmt.Print(len(c))
	select {
	case c <- 2:
		fmt.Print(" free")
	default:
		fmt.Print(" full")
	}
	<-c
	select {
	case <-c:
		fmt.Print(" stale")
	default:
		fmt.Print(" empty")
	}
}

// A value that waits to be sent is sent when there is room, before the channel
// can be closed.
//
// out: 0 1 true
func roomThenClose() {
	c := make(chan int, 1)
	c <- 0
	go func() { c <- 1 }()
	time.Sleep(time.Second)
	fmt.Print(<-c)
	close(c)
	v, ok := <-c
	fmt.Print(" ", v, " ", ok)
}

// Without it being known to wait, that may go wrong.
//
// out: 1 true
// out: 0 false panics
func closeAtOnce() {
	c, done := make(chan int, 1), make(chan string)
	c <- 0
	go func() {
		defer func() {
			if recover() != nil {
				done <- " panics"
			}
			close(done)
		}()
		c <- 1
	}()
	<-c
	close(c)
	v, ok := <-c
	fmt.Print(v, " ", ok, <-done)
}

// Others who close race with the receive that makes room.
//
// out: sent
// out: panics
func roomOrClose() {
	c, done := make(chan int, 1), make(chan string)
	c <- 0
	go func() {
		defer func() {
			if recover() != nil {
				done <- "panics"
			} else {
				done <- "sent"
			}
		}()
		c <- 1
	}()
	time.Sleep(time.Second)
	go close(c)
	go func() { <-c }()
	fmt.Print(<-done)
}

// A select that waits as long as somebody else is served like it.
//
// out: select
// out: receive
func selectInLine() {
	c, got := make(chan int), make(chan string)
	go func() {
		select {
		case <-c:
			got <- "select"
		case <-make(chan int):
		}
	}()
	go func() {
		<-c
		got <- "receive"
	}()
	time.Sleep(time.Second)
	c <- 0
	fmt.Print(<-got)
	close(c)
	<-got
}
