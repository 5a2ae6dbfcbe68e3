// panic(nil) as it was before Go 1.21.

//go:debug panicnil=1
package main

import "fmt"

func try(f func()) (returned bool, value any) {
	defer func() { value = recover() }()
	f()
	return true, nil
}

func main() {
	fmt.Println(try(func() { panic(nil) }))
	fmt.Println(try(func() { panic(1) }))
	fmt.Println(try(func() {}))
	defer func() {
		fmt.Println("deferred", recover())
		var err error
		panic(err)
	}()
	panic(nil)
}
