// Package strings.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	s := "the quick brown fox"
	fmt.Println(strings.Split(s, " "), strings.SplitN(s, " ", 2), strings.SplitAfter("a,b,c", ","), len(strings.Split("", ",")), strings.Split("abc", ""))
	fmt.Println(strings.Fields("  a  b\tc\n"), strings.FieldsFunc("a1b22c", unicode.IsDigit))
	fmt.Println(strings.Contains(s, "quick"), strings.ContainsAny(s, "xyz"), strings.ContainsRune(s, 'q'), strings.HasPrefix(s, "the"), strings.HasSuffix(s, "dog"))
	fmt.Println(strings.Index(s, "o"), strings.LastIndex(s, "o"), strings.IndexByte(s, 'z'), strings.IndexAny(s, "kq"), strings.IndexFunc(s, unicode.IsSpace), strings.IndexRune("chicken", 'k'), strings.Index(s, ""), strings.Index(strings.Repeat("a", 100)+"b", "aab"))
	fmt.Println(strings.ToUpper("héllo ß"), strings.ToLower("ÀÉ"), strings.Title("hello world"), strings.ToTitle("ǆ"))
	fmt.Printf("%q %q %q %q %q\n", strings.TrimSpace(" \t x \n"), strings.Trim("xxhixx", "x"), strings.TrimLeft("aab", "a"), strings.TrimSuffix("a.go", ".go"), strings.TrimFunc("12ab34", unicode.IsDigit))
	fmt.Println(strings.Replace("aaaa", "a", "b", 2), strings.ReplaceAll("a.b.c", ".", ""), strings.ReplaceAll("abc", "", "-"))
	fmt.Println(strings.Repeat("ab", 3), strings.Join([]string{"x", "y"}, "--"), strings.Count("cheese", "e"), strings.Count("five", ""))
	fmt.Println(strings.EqualFold("Go", "GO"), strings.EqualFold("ß", "SS"), strings.Compare("a", "b"))
	before, after, ok := strings.Cut("key=value=x", "=")
	fmt.Println(before, after, ok)
	fmt.Println(strings.CutPrefix("prefix-x", "prefix-"))
	fmt.Println(strings.CutSuffix("x.txt", ".go"))
	fmt.Println(strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return unicode.ToUpper(r)
	}, "banana"))
	r := strings.NewReplacer("<", "&lt;", ">", "&gt;", "<<", "never")
	fmt.Println(r.Replace("<a><<"), strings.NewReplacer("a", "1", "b", "2", "ab", "3").Replace("abba"), strings.NewReplacer("hello", "HI", "", "X").Replace("ahello"))
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "%d,", i)
	}
	b.WriteByte('x')
	b.WriteRune('é')
	b.WriteString("end")
	fmt.Println(b.String(), b.Len())
	b.Reset()
	b.Grow(10)
	fmt.Println(b.Len(), b.Cap() >= 10)
	rd := strings.NewReader("hello world")
	buf := make([]byte, 5)
	rd.Read(buf)
	rd.ReadByte()
	rest := make([]byte, 20)
	n, err := rd.Read(rest)
	fmt.Println(string(buf), string(rest[:n]), err, rd.Len(), rd.Size())
	for p := range strings.SplitSeq("a-b-c", "-") {
		fmt.Print(p, ";")
	}
	for l := range strings.Lines("one\ntwo\nthree") {
		fmt.Printf("%q ", l)
	}
	for f := range strings.FieldsSeq(" p q ") {
		fmt.Print(f, ".")
	}
	fmt.Println()
	fmt.Println(strings.ToValidUTF8("a\xffb", "?"), strings.LastIndexByte("abcabc", 'b'), strings.Clone("c"))
	func() {
		defer func() { fmt.Println(recover()) }()
		n := -1
		strings.Repeat("x", n)
	}()
}
