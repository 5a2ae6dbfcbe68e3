// An unrecovered panic with an error prints its message.
package main

import (
	"errors"
	"fmt"
)

func main() {
	defer func() {
		fmt.Println("not recovering")
	}()
	panic(fmt.Errorf("outer: %w", errors.New("inner")))
}
