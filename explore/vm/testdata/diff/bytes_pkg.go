// Package bytes.
package main

import (
	"bytes"
	"fmt"
	"io"
)

func main() {
	b := []byte("hello, world")
	fmt.Println(bytes.Contains(b, []byte("wor")), bytes.Index(b, []byte("o")), bytes.LastIndex(b, []byte("o")), bytes.IndexByte(b, 'w'), bytes.Count(b, []byte("l")))
	fmt.Printf("%s %s %q\n", bytes.ToUpper(b), bytes.Title([]byte("ab cd")), bytes.Split(b, []byte(", ")))
	fmt.Println(bytes.Equal(b, []byte("hello")), bytes.Compare([]byte("a"), []byte("b")), bytes.Equal(nil, []byte{}), bytes.HasPrefix(b, []byte("he")))
	fmt.Printf("%s|%s|%s|%s\n", bytes.TrimSpace([]byte("  x ")), bytes.Trim([]byte("--a--"), "-"), bytes.ReplaceAll(b, []byte("l"), []byte("L")), bytes.Repeat([]byte("ab"), 2))
	fmt.Printf("%q %s\n", bytes.Fields([]byte(" a b ")), bytes.Join([][]byte{[]byte("x"), []byte("y")}, []byte("+")))
	var buf bytes.Buffer
	buf.WriteString("line one\nline two\nend")
	buf.WriteByte('!')
	buf.WriteRune('é')
	fmt.Println(buf.Len(), buf.String())
	l, err := buf.ReadString('\n')
	fmt.Printf("%q %v\n", l, err)
	lb, err := buf.ReadBytes('\n')
	fmt.Printf("%q %v\n", lb, err)
	c, err := buf.ReadByte()
	fmt.Println(c, err, buf.UnreadByte(), string(buf.Next(2)))
	rest, err := buf.ReadString('\n')
	fmt.Printf("%q %v\n", rest, err)
	_, err = buf.ReadByte()
	fmt.Println(err)
	fmt.Fprintf(&buf, "%d-%d", 1, 2)
	buf.Truncate(2)
	fmt.Println(buf.String(), buf.Cap() >= 2)
	buf.Reset()
	n, err := buf.ReadFrom(bytes.NewReader(bytes.Repeat([]byte("x"), 1000)))
	fmt.Println(n, err, buf.Len())
	var out bytes.Buffer
	m, err := buf.WriteTo(&out)
	fmt.Println(m, err, out.Len(), buf.Len())
	r := bytes.NewReader([]byte("0123456789"))
	r.Seek(3, io.SeekStart)
	p := make([]byte, 3)
	r.Read(p)
	fmt.Println(string(p), r.Len(), r.Size())
	at, err := r.ReadAt(p, 8)
	fmt.Println(at, err)
	pre, suf, ok := bytes.Cut([]byte("k:v"), []byte(":"))
	fmt.Println(string(pre), string(suf), ok)
	fmt.Printf("%s %s\n", bytes.Map(func(r rune) rune { return r + 1 }, []byte("HAL")), bytes.ToValidUTF8([]byte("a\xff"), []byte("?")))
	fmt.Println(bytes.Runes([]byte("é")), bytes.ContainsAny(b, "xyz,"), bytes.IndexAny(b, "ow"), bytes.EqualFold([]byte("A"), []byte("a")))
	nb := bytes.NewBufferString("abc")
	nb.Write([]byte("def"))
	fmt.Println(nb)
	func() {
		defer func() { fmt.Println(recover()) }()
		nb.Truncate(100)
	}()
	fmt.Println(bytes.MinRead > 0 && nb.Available() >= 0)
}
