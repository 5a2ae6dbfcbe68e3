// Loop variables are new in every iteration of for and range.
package main

import "fmt"

func main() {
	var fs []func()
	for i := 0; i < 3; i++ {
		fs = append(fs, func() { fmt.Print(i, " ") })
	}
	for _, f := range fs {
		f()
	}
	fmt.Println()
	fs = nil
	for i := 0; i < 6; i++ {
		fs = append(fs, func() { fmt.Print(i, " ") })
		i++
	}
	for _, f := range fs {
		f()
	}
	fmt.Println()
	var ps []*int
	for i := range 3 {
		ps = append(ps, &i)
	}
	for i, s := range []string{"a", "b"} {
		defer func() { fmt.Println("deferred", i, s) }()
	}
	for _, p := range ps {
		fmt.Print(*p, " ")
	}
	fmt.Println()
	var inc func()
	for i := 0; i < 4; i++ {
		if inc == nil {
			inc = func() { i++ }
		}
		inc()
		fmt.Print(i, " ")
	}
	fmt.Println()
	fs = nil
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fs = append(fs, func() { fmt.Print(i, "/", j, " ") })
		if i == 1 {
			continue
		}
	}
	for _, f := range fs {
		f()
	}
	fmt.Println()
	var k int
	fs = nil
	for k = 0; k < 3; k++ {
		fs = append(fs, func() { fmt.Print(k, " ") })
	}
	for _, f := range fs {
		f()
	}
	fmt.Println()
	m := map[int]func() int{}
	for k, v := range map[int]int{1: 10, 2: 20} {
		m[k] = func() int { return k + v }
	}
	fmt.Println(m[1](), m[2]())
}
