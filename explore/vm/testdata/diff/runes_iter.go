// Runes, byte loops, invalid UTF-8, classification without tables.
package main

import "fmt"

func classify(s string) (letters, digits, spaces, other int) {
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			letters++
		case '0' <= r && r <= '9':
			digits++
		case r == ' ', r == '\t', r == '\n':
			spaces++
		default:
			other++
		}
	}
	return
}

func reverse(s string) string {
	rs := []rune(s)
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		rs[i], rs[j] = rs[j], rs[i]
	}
	return string(rs)
}

func main() {
	fmt.Println(classify("Hello World 123\t!?é"))
	fmt.Println(reverse("héllo, 世界"), reverse(""), reverse("a\u0301"))
	for _, s := range []string{"\xff", "a\xc3", "\xe4\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "ok\x80\x81z", "\xf0\x9f\x98\x80"} {
		for i, r := range s {
			fmt.Printf("%d:%x ", i, r)
		}
		fmt.Printf("%v %q %d\n", []rune(s), s, len([]rune(s)))
	}
	s := "日本語"
	for i := 0; i < len(s); i++ {
		fmt.Printf("%x ", s[i])
	}
	fmt.Println(s[3:6], string([]rune(s)[1]), len(s))
	var counts [128]int
	for _, b := range []byte("mississippi") {
		counts[b]++
	}
	for c, n := range counts {
		if n > 0 {
			fmt.Printf("%c=%d ", c, n)
		}
	}
	fmt.Println()
	m := map[rune][]int{}
	for i, r := range "abcab" {
		m[r] = append(m[r], i)
	}
	fmt.Println(m['a'], m['b'], m['c'], len(m))
	x := 'a'
	x += 2
	y := x - 'a' + 'A'
	fmt.Println(x, string(x), string(y), 'a' < 'b', "\u00e9" == "é", "e\u0301" == "é")
	fmt.Println(string([]rune{0x10FFFF, 0x110000, -5, 0xDFFF}) == "\U0010FFFF\uFFFD\uFFFD\uFFFD")
	for i, c := range []rune("añb") {
		fmt.Print(i, string(c), " ")
	}
	fmt.Println()
}
