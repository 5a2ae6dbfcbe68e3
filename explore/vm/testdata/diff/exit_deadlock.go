// All goroutines asleep.
package main

import "fmt"

func main() {
	c := make(chan int)
	fmt.Println("waiting")
	c <- 1
}
