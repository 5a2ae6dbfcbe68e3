// Labelled break, continue and goto.
package main

import "fmt"

func find(m [][]int, x int) (int, int) {
	var i, j int
rows:
	for i = range m {
		for j = range m[i] {
			if m[i][j] == x {
				break rows
			}
			if m[i][j] < 0 {
				continue rows
			}
		}
	}
	return i, j
}

func gotos(n int) (s string) {
	i := 0
loop:
	if i < n {
		s += fmt.Sprint(i)
		i++
		goto loop
	}
	if s == "" {
		goto empty
	}
	return s
empty:
	return "empty"
}

func switches(x int) string {
outer:
	switch {
	case x > 0:
		for {
			switch x {
			case 1:
				break outer
			case 2:
				break
			default:
				return "default"
			}
			return "two"
		}
	case x < 0:
		return "negative"
	}
	return "left"
}

func selects() int {
	c := make(chan int, 5)
	for i := range 5 {
		c <- i
	}
	close(c)
	sum := 0
loop:
	for {
		select {
		case v, ok := <-c:
			if !ok {
				break loop
			}
			if v%2 == 1 {
				continue loop
			}
			sum += v
		}
	}
	return sum
}

func main() {
	m := [][]int{{1, 2, 3}, {-1, 5, 6}, {7, 8, 9}}
	fmt.Println(find(m, 2))
	fmt.Println(find(m, 8))
	fmt.Println(find(m, 5))
	fmt.Println(gotos(4), gotos(0))
	fmt.Println(switches(1), switches(2), switches(3), switches(-1), switches(0))
	fmt.Println(selects())
block:
	switch {
	default:
		if len(m) == 3 {
			break block
		}
		fmt.Println("unreachable")
	}
	n := 0
a:
	for i := 0; i < 3; i++ {
	b:
		for j := 0; j < 3; j++ {
			for k := 0; k < 3; k++ {
				n++
				if k == 1 && j == 1 {
					continue a
				}
				if k == 2 {
					continue b
				}
				if i == 2 {
					break a
				}
			}
		}
	}
	fmt.Println(n)
}
