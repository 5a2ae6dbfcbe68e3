// Conversions between strings, bytes, runes and integers.
package main

import "fmt"

type myBytes []byte
type myString string
type myByte byte
type myRunes []rune

func main() {
	fmt.Println(string(rune(65)), string(rune(0x4e16)), string(rune(-1)), string(rune(0x110000)), string(rune(0xd800)))
	fmt.Println([]byte("aé"), []rune("aé世"), string([]byte{0xe4, 0xb8, 0x96}), string([]rune{65, 0x4e16, 0xd800}))
	fmt.Println([]rune("\xff\xe4\xb8a\xf0\x9f\x98\x80"))
	m := myBytes("xyz")
	ms := myString(m)
	fmt.Println(m, ms, string(ms), []byte(ms), len(ms))
	mb := []myByte("ab")
	fmt.Println(mb, string(mb))
	mr := myRunes("éa")
	fmt.Println(mr, string(mr), myString(mr))
	var nilb []byte
	fmt.Println(string(nilb) == "", []byte("") == nil, len([]rune("")))
	b := []byte("mutable")
	key := string(b)
	mp := map[string]int{key: 1}
	b[0] = 'M'
	fmt.Println(mp[string(b)], mp["mutable"])
	for i, c := range []byte("héy") {
		fmt.Print(i, c, " ")
	}
	fmt.Println()
	s := append([]byte("ab"), "cd"...)
	n := copy(s[1:], "XYZW")
	fmt.Println(string(s), n)
	arr := [4]byte{'g', 'o', 'n', 'e'}
	fmt.Println(string(arr[:2]))
	x := "abc"
	y := []byte(x)
	y[0]++
	fmt.Println(x, string(y), x+string(y))
}
