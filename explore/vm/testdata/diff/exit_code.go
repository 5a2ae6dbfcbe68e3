// os.Exit skips deferred calls.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer fmt.Println("never")
	fmt.Println("args", len(os.Args))
	fmt.Fprintln(os.Stderr, "to stderr")
	os.Exit(3)
}
