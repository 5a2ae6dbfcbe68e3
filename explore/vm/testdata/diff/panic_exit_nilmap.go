// Assignment to a nil map.
package main

import "fmt"

type cache struct{ m map[string]int }

func (c *cache) set(k string, v int) { c.m[k] = v }

func main() {
	c := &cache{}
	fmt.Println(len(c.m), c.m["x"])
	c.set("a", 1)
}
