// Goexit on the main goroutine with nothing else running is a deadlock.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	defer fmt.Println("deferred by main")
	runtime.Goexit()
}
