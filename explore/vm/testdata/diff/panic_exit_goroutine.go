// A panic in another goroutine ends the program.
package main

import "fmt"

func main() {
	defer fmt.Println("main's deferred calls do not run")
	fmt.Println("start")
	done := make(chan bool)
	go func() {
		defer func() { panic("from goroutine") }()
	}()
	<-done
}
