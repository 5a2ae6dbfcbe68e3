// An empty select blocks forever.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stdout, "selecting")
	select {}
}
