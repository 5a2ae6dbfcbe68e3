// Packages unicode, utf8 and utf16.
package main

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func main() {
	for _, r := range "aZ5 \t!éß世Ωд😀\u00a0\u0301ǅ" {
		fmt.Print(string(r), unicode.IsLetter(r), unicode.IsUpper(r), unicode.IsLower(r), unicode.IsDigit(r), unicode.IsSpace(r), unicode.IsPunct(r),
			unicode.IsSymbol(r), unicode.IsMark(r), unicode.IsPrint(r), unicode.IsControl(r), unicode.IsNumber(r), unicode.IsTitle(r), " ",
			string(unicode.ToUpper(r)), string(unicode.ToLower(r)), string(unicode.ToTitle(r)), unicode.SimpleFold(r), "\n")
	}
	fmt.Println(unicode.Is(unicode.Han, '世'), unicode.In('д', unicode.Latin, unicode.Cyrillic), unicode.Is(unicode.Greek, 'a'))
	s := "aé世😀\xff"
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		fmt.Print(r, ":", n, " ")
		i += n
	}
	fmt.Println(utf8.RuneCountInString(s), utf8.ValidString(s), utf8.ValidString("é"), utf8.RuneLen('世'), utf8.RuneLen(-1))
	r, n := utf8.DecodeLastRuneInString("x世")
	fmt.Println(r, n, utf8.FullRuneInString("\xe4\xb8"), utf8.RuneStart(0x80), utf8.ValidRune(0xd800))
	b := utf8.AppendRune(nil, '😀')
	buf := make([]byte, 4)
	fmt.Println(b, utf8.EncodeRune(buf, 'é'), buf[:2])
	u := utf16.Encode([]rune("a😀"))
	fmt.Println(u, string(utf16.Decode(u)), utf16.IsSurrogate(0xd83d))
	r1, r2 := utf16.EncodeRune('😀')
	fmt.Println(r1, r2, utf16.DecodeRune(r1, r2))
	fmt.Println(len(unicode.Scripts) > 100, unicode.MaxRune, unicode.Version != "")
	fmt.Println(unicode.TurkishCase.ToUpper('i'), string(unicode.TurkishCase.ToUpper('i')))
}
