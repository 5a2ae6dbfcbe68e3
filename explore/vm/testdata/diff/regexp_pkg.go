// Package regexp.
package main

import (
	"fmt"
	"regexp"
	"strings"
)

func main() {
	for _, p := range []string{`a(b+)c`, `^\d{3}-\d{4}$`, `(?i)hello`, `[^aeiou\s]+`, `(\w+)@(\w+)\.com`, `x*`, `(a|ab)(c|bcd)`, `(?P<year>\d{4})-(?P<m>\d\d)`, `\bfoo\b`, `(?s).+`, `世+`, `[[:alpha:]]+`, `\p{Greek}`, `a{2,3}?`, `(?m)^l\w+$`} {
		re := regexp.MustCompile(p)
		for _, s := range []string{"abbbc", "555-1234", "say HELLO foo", "bob@example.com", "abcd", "2024-05", "世世α", "aaaa", "line\nlast", ""} {
			if re.MatchString(s) {
				fmt.Printf("%s: %q %v; ", p, re.FindStringSubmatch(s), re.FindStringIndex(s))
			}
		}
		fmt.Println(re.NumSubexp(), re.SubexpNames())
	}
	re := regexp.MustCompile(`(\w)(\w*)`)
	fmt.Println(re.ReplaceAllString("hello big world", "$2$1"), re.ReplaceAllString("ab", "${1}x"), re.ReplaceAllLiteralString("ab cd", "$1"))
	fmt.Println(re.ReplaceAllStringFunc("go is fun", strings.ToUpper))
	fmt.Println(re.FindAllString("a bb ccc", -1), re.FindAllStringSubmatchIndex("a bb", 1), re.FindAllString("a bb ccc", 2))
	fmt.Printf("%q %q\n", regexp.MustCompile(`[,;]\s*`).Split("a, b;c,,d", -1), regexp.MustCompile(`a`).Split("banana", 2))
	for _, bad := range []string{`(`, `a**`, `[z-a]`, `\8`, `(?P<n>`, `a{1001}`, `)`, `[[:nope:]]`} {
		_, err := regexp.Compile(bad)
		fmt.Println(err)
	}
	fmt.Println(regexp.QuoteMeta("a.b*c[d]"))
	long := regexp.MustCompilePOSIX(`a+(b|bc)`)
	fmt.Println(long.FindString("aabcd"), regexp.MustCompile(`a+(b|bc)`).FindString("aabcd"))
	tmpl := regexp.MustCompile(`(?P<k>\w+)=(?P<v>\w+)`)
	var dst []byte
	for _, m := range tmpl.FindAllStringSubmatchIndex("a=1 b=2", -1) {
		dst = tmpl.ExpandString(dst, "$v:$k ", "a=1 b=2", m)
	}
	fmt.Println(string(dst), tmpl.SubexpIndex("v"), tmpl)
	func() {
		defer func() { fmt.Println(recover()) }()
		regexp.MustCompile(`*`)
	}()
	fmt.Println(regexp.MatchString(strings.Repeat("a?", 20)+strings.Repeat("a", 20), strings.Repeat("a", 20)))
}
