package main

import (
	"fmt"
	"math"
	"strconv"
)

func main() {
	for _, s := range []string{"0", "-17", "9223372036854775808", "abc", "0x1f", "1_000", ""} {
		n, err := strconv.Atoi(s)
		fmt.Println(n, err)
		m, err := strconv.ParseInt(s, 0, 64)
		fmt.Println(m, err)
	}
	for _, s := range []string{"1.5", "1e400", "-0", "NaN", "inf", "0x1p-2", "1e", "3.141592653589793238", "5e-324"} {
		f, err := strconv.ParseFloat(s, 64)
		fmt.Println(f, err)
	}
	for _, f := range []float64{0, 1, 1.0 / 3, 1e21, 1e20, 123456789, math.MaxFloat64, math.SmallestNonzeroFloat64, -2.5e-7} {
		fmt.Println(strconv.FormatFloat(f, 'g', -1, 64), strconv.FormatFloat(f, 'e', 3, 64), strconv.FormatFloat(f, 'f', 2, 32), strconv.FormatFloat(f, 'x', -1, 64), strconv.FormatFloat(f, 'b', -1, 64))
	}
	fmt.Println(strconv.Quote("hi\n\x00é\U0001F600\xff"), strconv.QuoteToASCII("é☺"), strconv.QuoteRune('☺'))
	fmt.Println(strconv.Unquote(`"a\tb\u00e9"`))
	fmt.Println(strconv.Unquote("`raw`"))
	fmt.Println(strconv.Unquote(`'x`))
	fmt.Println(strconv.FormatInt(-255, 16), strconv.FormatUint(math.MaxUint64, 36), strconv.Itoa(math.MinInt64))
	fmt.Println(strconv.ParseBool("T"))
	fmt.Println(strconv.ParseBool("maybe"))
	fmt.Println(strconv.ParseComplex("1+2i", 128))
	fmt.Println(string(strconv.AppendBool(nil, true)), strconv.IsPrint('\u00ad'), strconv.CanBackquote("a`b"))
	fmt.Println(strconv.ParseUint("300", 10, 8))
}
