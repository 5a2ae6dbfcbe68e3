package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	fmt.Println(strings.Fields("  a b  c "), strings.Split("a,b,c", ","), strings.SplitN("a,b,c", ",", 2))
	fmt.Println(strings.Contains("seafood", "foo"), strings.Index("chicken", "ken"), strings.LastIndex("go gopher", "go"))
	fmt.Println(strings.Index(strings.Repeat("ab", 200)+"needle in a very long haystack of more than sixty-four bytes, really", "needle in a very long haystack of more than sixty-four bytes"))
	fmt.Println(strings.Count("cheese", "e"), strings.Count("five", ""), strings.EqualFold("Go", "GO"))
	fmt.Println(strings.Title("hello wOrld"), strings.ToUpper("grüße"), strings.ToLower("ÀÉ"), strings.TrimLeft("xxabc", "x"))
	fmt.Println(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r + 1
	}, "a1b2c3"))
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;", "é", "e")
	fmt.Println(r.Replace("<b>é</b>"))
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "%d...", i)
	}
	b.WriteByte('x')
	b.WriteRune('é')
	fmt.Println(b.String(), b.Len())
	before, after, ok := strings.Cut("key=value", "=")
	fmt.Println(before, after, ok, strings.TrimSuffix("a.go", ".go"), strings.ContainsAny("abc", "xyzc"))
	for line := range strings.Lines("one\ntwo\nthree") {
		fmt.Printf("%q ", line)
	}
	for part := range strings.SplitSeq("a-b-c", "-") {
		fmt.Print(part, ";")
	}
	fmt.Println()
	rd := strings.NewReader("abcdef")
	buf := make([]byte, 4)
	n, err := rd.Read(buf)
	fmt.Println(n, err, string(buf[:n]), rd.Len())
	fmt.Printf("%q %q\n", strings.ToValidUTF8("a\xffb", "?"), strings.Join([]string{"x", "y"}, "+"))
	fmt.Println(strings.Compare("a", "b"), strings.IndexFunc("Hello", unicode.IsLower), strings.IndexAny("golang", "ny"))
}
