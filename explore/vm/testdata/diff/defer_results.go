// Deferred functions and named results.
package main

import (
	"errors"
	"fmt"
)

func named() (n int) {
	defer func() { n *= 2 }()
	return 21
}

func unnamed() int {
	n := 21
	defer func() { n *= 2 }()
	return n
}

func bare() (a int, b string) {
	a, b = 1, "x"
	defer func() { a++; b += "y" }()
	a = 10
	return
}

func shadow() (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("wrapped: %w", err)
		}
	}()
	if err := errors.New("inner"); err != nil {
		return err
	}
	return nil
}

func recovered() (n int, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("caught %v", e)
		}
	}()
	n = 5
	panic("oops")
}

func plainRecovered() int {
	defer func() { recover() }()
	panic("gone")
}

func pointer() (p *int, n int) {
	p = &n
	defer func() { *p += 100 }()
	return p, 5
}

func swapped() (a, b int) {
	defer func() { a, b = b, a }()
	return 1, 2
}

func order() (s string) {
	defer func() { s += "c" }()
	defer func(t string) { s += t }("b" + s)
	s = "a"
	return s + "-"
}

type res struct{ v [3]int }

func big() (r res) {
	defer func() { r.v[1] = 7 }()
	return res{[3]int{1, 2, 3}}
}

func multi() (int, error) {
	f := func() (n int, err error) {
		defer func() { n, err = n+1, errors.New("set late") }()
		return 1, nil
	}
	return f()
}

func main() {
	fmt.Println(named(), unnamed())
	fmt.Println(bare())
	fmt.Println(shadow())
	fmt.Println(recovered())
	fmt.Println(plainRecovered())
	p, n := pointer()
	fmt.Println(*p, n)
	fmt.Println(swapped())
	fmt.Println(order())
	fmt.Println(big())
	fmt.Println(multi())
}
