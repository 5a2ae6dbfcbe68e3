// Unlock of an unlocked mutex cannot be recovered.
package main

import (
	"fmt"
	"sync"
)

func main() {
	defer func() { fmt.Println("no recovery", recover()) }()
	var mu sync.Mutex
	fmt.Println("unlocking")
	mu.Unlock()
}
