// Nil dereference: the signal line is not compared.
package main

import "fmt"

type node struct {
	next *node
	v    int
}

func main() {
	n := &node{v: 1}
	fmt.Println(n.v)
	fmt.Println(n.next.v)
}
