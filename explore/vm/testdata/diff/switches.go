// Expression switches: order, fallthrough, duplicates by value, init, types.
package main

import "fmt"

func say(s string, n int) int {
	fmt.Print(s, " ")
	return n
}

func grade(n int) string {
	switch {
	case n >= 90:
		return "A"
	case n >= 80:
		return "B"
	}
	return "C"
}

func fall(n int) (s string) {
	switch n {
	case 0:
		s += "0"
		fallthrough
	case 1:
		s += "1"
		fallthrough
	default:
		s += "d"
		if n == 5 {
			break
		}
		fallthrough
	case 2, 3:
		s += "23"
	}
	return
}

func strs(s string) int {
	switch s {
	case "alpha", "beta":
		return 1
	case "gamma":
		return 2
	case "":
		return 0
	case "delta", "epsilon", "zeta", "eta", "theta":
		return 3
	}
	return -1
}

func ifaces(x any) string {
	switch x {
	case nil:
		return "nil"
	case 1:
		return "int one"
	case "1":
		return "string one"
	case 1.0:
		return "float one"
	case [2]int{1, 2}:
		return "array"
	}
	return "none"
}

func main() {
	fmt.Println(grade(95), grade(85), grade(10))
	for i := range 6 {
		fmt.Print(fall(i), " ")
	}
	fmt.Println()
	for _, s := range []string{"alpha", "beta", "gamma", "", "eta", "omega", "thet"} {
		fmt.Print(strs(s), " ")
	}
	fmt.Println()
	for _, x := range []any{nil, 1, "1", 1.0, int8(1), [2]int{1, 2}, []any{}[:0:0] == nil} {
		fmt.Print(ifaces(x), "; ")
	}
	fmt.Println()
	switch say("tag", 3) {
	case say("a", 1), say("b", 3), say("c", 3):
		fmt.Println("matched")
	case say("d", 3):
		fmt.Println("too late")
	}
	switch x := 5; {
	case x > 3:
		fmt.Println("init", x)
	}
	switch x := say("init", 2); x * 2 {
	case 4:
		fmt.Println("four")
	}
	switch {
	default:
		fmt.Println("only default")
	}
	switch f := func() bool { return true }; f() {
	case false:
		fmt.Println("false")
	case true:
		fmt.Println("true")
	}
	var i8 int8 = -1
	switch i8 {
	case 127:
	case -1:
		fmt.Println("minus one")
	}
	for i := range 40 {
		switch i {
		case 1, 3, 5, 7, 9, 11, 13, 15:
			fmt.Print("o")
		case 20, 21, 22, 23, 24, 25:
			fmt.Print("t")
		case 39:
			fmt.Println()
		default:
			fmt.Print(".")
		}
	}
}
