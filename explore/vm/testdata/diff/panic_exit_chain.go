// A panic during a panic prints both.
package main

func main() {
	defer func() {
		panic("second")
	}()
	panic("first")
}
