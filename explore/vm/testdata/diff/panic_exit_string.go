// An unrecovered panic ends the program with status 2.
package main

import "fmt"

func main() {
	defer fmt.Println("deferred runs")
	fmt.Println("before")
	panic("something went wrong")
}
