// os.Exit(0) in a deferred function while panicking.
package main

import (
	"fmt"
	"os"
)

func main() {
	defer os.Exit(4)
	defer fmt.Println("runs")
	panic("hidden by exit")
}
