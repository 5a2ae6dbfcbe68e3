// Index out of range in a called function.
package main

import "fmt"

func get(s []int, i int) int { return s[i] }

func main() {
	s := []int{1, 2, 3}
	for i := range 5 {
		fmt.Println(get(s, i))
	}
}
