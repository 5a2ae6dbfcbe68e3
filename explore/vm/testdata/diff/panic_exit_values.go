// Panic with a value of a named basic type.
package main

type level int

func main() {
	defer println("printed to stderr")
	panic(level(7))
}
