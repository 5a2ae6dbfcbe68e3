// A panicking Error method while the panic is printed.
package main

type bad struct{}

func (bad) Error() string { panic("in Error") }

func main() {
	panic(bad{})
}
