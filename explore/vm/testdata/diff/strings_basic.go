// Strings: indexing, slicing, comparison, concatenation, iteration.
package main

import "fmt"

func main() {
	s := "héllo, 世界\xff!"
	fmt.Println(len(s), s[1], s[1:3], s[:0] == "", s[len(s):] == "")
	for i, r := range s {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println()
	for i := range s {
		fmt.Print(i, " ")
	}
	fmt.Println()
	n := 0
	for range s {
		n++
	}
	fmt.Println(n, len([]rune(s)), len([]byte(s)))
	a, b := "abc", "abd"
	fmt.Println(a < b, a > b, a <= a, a == "ab"+"c", a != b, "" < a, "Z" < "a", "ab" < "abc")
	t := ""
	for _, c := range []string{"x", "y", "z"} {
		t += c + "-"
	}
	fmt.Println(t)
	bs := []byte("hello")
	u := string(bs)
	bs[0] = 'j'
	fmt.Println(u, string(bs))
	fmt.Printf("%q %+q %x %X % x %v\n", s, s, s, "hi", "hi", []byte("hi"))
	raw := `a\n"b"
c`
	fmt.Println(len(raw), raw)
	fmt.Println("\a\b\f\v\\\"\x41\101\u00e9\U0001F600" == "\007\010\014\013\x5c\x22A\x41é😀")
	switch s[0:1] {
	case "h":
		fmt.Println("starts with h")
	default:
		fmt.Println("other")
	}
	sub := s[7:]
	fmt.Println(sub, sub[0], len(sub))
}
