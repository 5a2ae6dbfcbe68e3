package main

import "fmt"

type e struct{ a, b int }

func (e e) Error() string { return fmt.Sprintf("error %d\nsecond line %d", e.a, e.b) }

func main() {
	defer fmt.Println("deferred runs")
	defer func() {
		panic(fmt.Sprint("again: ", recover()))
	}()
	panic(e{1, 2})
}
