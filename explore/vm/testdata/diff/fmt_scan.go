// Scanning.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

type hex int

func (h *hex) Scan(s fmt.ScanState, verb rune) error {
	tok, err := s.Token(true, func(r rune) bool { return r == 'x' || r >= '0' && r <= '9' })
	if err != nil {
		return err
	}
	*h = hex(len(tok))
	return nil
}

func main() {
	var i, j int
	var s, t string
	var f float64
	var b bool
	var r rune
	var u uint8
	n, err := fmt.Sscan("12 abc 3.5 true", &i, &s, &f, &b)
	fmt.Println(n, err, i, s, f, b)
	n, err = fmt.Sscanf("7-xyz:0x1f", "%d-%3s:%v", &i, &s, &j)
	fmt.Println(n, err, i, s, j)
	n, err = fmt.Sscanf("A 65 3 ff", "%c %d %b %x", &r, &i, &j, &u)
	fmt.Println(n, err, r, i, j, u)
	n, err = fmt.Sscanf("10 20", "%d %s %d", &i, &s, &j)
	fmt.Println(n, err)
	n, err = fmt.Sscan("x", &i)
	fmt.Println(n, err)
	n, err = fmt.Sscan("300", &u)
	fmt.Println(n, err)
	n, err = fmt.Sscanln("a b\nc", &s, &t)
	fmt.Println(n, err, s, t)
	n, err = fmt.Sscanln("a\nb", &s, &t)
	fmt.Println(n, err)
	n, err = fmt.Sscanf(`"quoted str" rest`, "%q %s", &s, &t)
	fmt.Println(n, err, s, t)
	n, err = fmt.Sscanf("12345", "%2d%3d", &i, &j)
	fmt.Println(n, err, i, j)
	var h hex
	n, err = fmt.Sscan("0x99 1", &h, &i)
	fmt.Println(n, err, h, i)
	rd := strings.NewReader("1 2 3\n4 five")
	sum := 0
	for {
		var v int
		_, err := fmt.Fscan(rd, &v)
		if err != nil {
			fmt.Println(err, errors.Is(err, io.EOF))
			break
		}
		sum += v
	}
	fmt.Println(sum)
	var bs []byte
	var c complex128
	n, err = fmt.Sscan("bytes (1+2i)", &bs, &c)
	fmt.Println(n, err, string(bs), c)
	n, err = fmt.Sscanf("50%", "%d%%", &i)
	fmt.Println(n, err, i)
	n, err = fmt.Sscan("", &i)
	fmt.Println(n, err)
	n, err = fmt.Sscan("0b101 0o17 1_000", &i, &j, &u)
	fmt.Println(n, err, i, j)
}
