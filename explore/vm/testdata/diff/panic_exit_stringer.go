// A panic value of a struct type with an Error method on its pointer.
package main

type code int

func (c code) Error() string { return "code error" }

type wrapped struct{ code }

func main() {
	panic(wrapped{3})
}
