// A panic with a struct is printed as an address; here it is recovered and
// its text thrown anew.
package main

import "fmt"

func rethrow() (text string) {
	defer func() {
		e := recover()
		fmt.Printf("%T\n", e)
		text = fmt.Sprintf("%v", e)
	}()
	panic(struct {
		a int
		b string
	}{1, "x"})
}

func main() {
	panic(rethrow() + "\nand a second line")
}
