// Building strings and bytes in loops; run-length coding, caesar, palindromes, base conversion.
package main

import (
	"fmt"
	"strings"
)

func rle(s string) string {
	var sb strings.Builder
	rs := []rune(s)
	for i := 0; i < len(rs); {
		j := i
		for j < len(rs) && rs[j] == rs[i] {
			j++
		}
		if j-i > 1 {
			fmt.Fprint(&sb, j-i)
		}
		sb.WriteRune(rs[i])
		i = j
	}
	return sb.String()
}

func caesar(s string, k int) string {
	b := []byte(s)
	for i, c := range b {
		switch {
		case 'a' <= c && c <= 'z':
			b[i] = 'a' + byte((int(c-'a')+k+26)%26)
		case 'A' <= c && c <= 'Z':
			b[i] = 'A' + byte((int(c-'A')+k+26)%26)
		}
	}
	return string(b)
}

func palindrome(s string) bool {
	rs := []rune(strings.ToLower(s))
	for i, j := 0, len(rs)-1; i < j; i, j = i+1, j-1 {
		if rs[i] != rs[j] {
			return false
		}
	}
	return true
}

func base(n uint64, b int) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	if n == 0 {
		return "0"
	}
	var buf [64]byte
	i := len(buf)
	for ; n > 0; n /= uint64(b) {
		i--
		buf[i] = digits[n%uint64(b)]
	}
	return string(buf[i:])
}

func roman(n int) (s string) {
	vals := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}
	syms := []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	for i, v := range vals {
		for n >= v {
			s += syms[i]
			n -= v
		}
	}
	return
}

func wrap(text string, width int) (lines []string) {
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

func kmp(s, p string) (hits []int) {
	fail := make([]int, len(p))
	for i, k := 1, 0; i < len(p); i++ {
		for k > 0 && p[k] != p[i] {
			k = fail[k-1]
		}
		if p[k] == p[i] {
			k++
		}
		fail[i] = k
	}
	for i, k := 0, 0; i < len(s); i++ {
		for k > 0 && p[k] != s[i] {
			k = fail[k-1]
		}
		if p[k] == s[i] {
			k++
		}
		if k == len(p) {
			hits = append(hits, i-k+1)
			k = fail[k-1]
		}
	}
	return
}

func main() {
	fmt.Println(rle("aaabccééé"), rle(""), rle("x"))
	c := caesar("Hello, World!", 3)
	fmt.Println(c, caesar(c, -3))
	fmt.Println(palindrome("Never odd or even"), palindrome("Été"), palindrome(""))
	fmt.Println(base(255, 2), base(1<<63, 36), base(0, 7))
	fmt.Println(roman(1994), roman(3888))
	fmt.Printf("%q\n", wrap("the quick brown fox jumps over the lazy dog", 12))
	fmt.Println(kmp("abababcabab", "abab"))
	s := ""
	for i := range 50 {
		s += string(rune('a' + i%26))
	}
	fmt.Println(s, len(s))
	b := make([]byte, 0, 4)
	for i := range 10 {
		b = append(b, s[i*3%26:i*3%26+2]...)
	}
	fmt.Println(string(b))
	x := []string{}
	for i := 3; i > 0; i-- {
		x = append(x, strings.Repeat("*", i))
	}
	fmt.Println(strings.Join(x, "/"))
}
