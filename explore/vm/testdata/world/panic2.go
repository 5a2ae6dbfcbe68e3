package main

import "fmt"

type kind float64

func main() {
	fmt.Println("before")
	defer func() {
		defer func() { panic(kind(2.5)) }()
		panic("second")
	}()
	panic(kind(1e100))
}
