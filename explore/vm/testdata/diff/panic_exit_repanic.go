// Re-panicking keeps the history in the message.
package main

import "fmt"

func main() {
	defer func() {
		e := recover()
		fmt.Println("recovered", e)
		panic(fmt.Sprint("again ", e))
	}()
	panic("first")
}
