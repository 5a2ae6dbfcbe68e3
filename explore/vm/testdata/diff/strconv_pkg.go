// Package strconv.
package main

import (
	"fmt"
	"strconv"
)

func main() {
	for _, s := range []string{"0", "42", "-7", "+5", "007", "abc", "", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1_000", "0x10"} {
		n, err := strconv.Atoi(s)
		m, err2 := strconv.ParseInt(s, 0, 64)
		fmt.Println(n, err, m, err2)
	}
	for _, c := range []struct {
		s          string
		base, bits int
	}{{"ff", 16, 64}, {"101", 2, 8}, {"128", 10, 8}, {"-128", 10, 8}, {"zz", 36, 64}, {"12", 37, 64}, {"12", 10, 65}, {"8", 8, 64}} {
		n, err := strconv.ParseInt(c.s, c.base, c.bits)
		u, err2 := strconv.ParseUint(c.s, c.base, c.bits)
		fmt.Println(n, err, u, err2)
	}
	fmt.Println(strconv.FormatInt(-255, 16), strconv.FormatInt(35, 36), strconv.FormatUint(1<<64-1, 2), strconv.Itoa(-99))
	for _, s := range []string{"true", "T", "0", "FALSE", "yes"} {
		fmt.Println(strconv.ParseBool(s))
	}
	fmt.Println(strconv.FormatBool(true), strconv.Quote("a\t\"é\u200b\xff\U0001F600"), strconv.QuoteToASCII("é世"), strconv.QuoteRune('☺'), strconv.QuoteToGraphic("\u00a0x"))
	for _, s := range []string{`"a\nb"`, "`raw`", `'x'`, `"unclosed`, `"\x41\u00e9"`, `plain`, `"\z"`} {
		fmt.Println(strconv.Unquote(s))
	}
	fmt.Println(string(strconv.AppendInt([]byte("n="), 5, 10)), string(strconv.AppendQuote(nil, "q")), string(strconv.AppendFloat(nil, 1.5, 'f', 2, 64)), string(strconv.AppendBool(nil, false)))
	r, mb, tail, err := strconv.UnquoteChar(`\u4e16x`, '"')
	fmt.Println(r, mb, tail, err)
	fmt.Println(strconv.IsPrint('a'), strconv.IsPrint('\u00ad'), strconv.CanBackquote("a`"))
	fmt.Println(strconv.ParseComplex("1+2i", 128))
	fmt.Println(strconv.QuotedPrefix(`"abc" rest`))
	for _, x := range []float64{1, 0.1, 1e23, 123456789, 5e-324, 0.000001, 100, 8.41e21} {
		fmt.Print(strconv.FormatFloat(x, 'g', -1, 64), " ", strconv.FormatFloat(x, 'f', -1, 32), " ", strconv.FormatFloat(x, 'e', 5, 64), " ")
	}
	fmt.Println()
}
