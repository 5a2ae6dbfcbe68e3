// Package bufio.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type slow struct{ r io.Reader }

func (s slow) Read(p []byte) (int, error) { return s.r.Read(p[:min(1, len(p))]) }

func main() {
	sc := bufio.NewScanner(strings.NewReader("one two\nthree\n\nfour"))
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	sc = bufio.NewScanner(slow{strings.NewReader(" a  bb\nccc ")})
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Printf("%q ", sc.Bytes())
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader("héy"))
	sc.Split(bufio.ScanRunes)
	n := 0
	for sc.Scan() {
		n++
	}
	fmt.Println(n)
	sc = bufio.NewScanner(strings.NewReader(strings.Repeat("x", 100)))
	sc.Buffer(make([]byte, 10), 20)
	fmt.Println(sc.Scan(), sc.Err(), errors.Is(sc.Err(), bufio.ErrTooLong))
	sc = bufio.NewScanner(strings.NewReader("1,2,3"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, ','); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, bufio.ErrFinalToken
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	fmt.Println()
	r := bufio.NewReaderSize(slow{strings.NewReader("hello\nworld\nlast")}, 16)
	p, err := r.Peek(3)
	fmt.Println(string(p), err, r.Buffered())
	s, err := r.ReadString('\n')
	fmt.Printf("%q %v\n", s, err)
	line, prefix, err := r.ReadLine()
	fmt.Println(string(line), prefix, err)
	ru, size, err := r.ReadRune()
	fmt.Println(ru, size, err, r.UnreadRune())
	d, err := r.Discard(2)
	fmt.Println(d, err)
	rest, err := io.ReadAll(r)
	fmt.Println(string(rest), err)
	_, err = r.ReadByte()
	fmt.Println(err)
	w := bufio.NewWriterSize(os.Stdout, 32)
	fmt.Fprintf(w, "buffered %d", 1)
	fmt.Fprint(w, " avail ", w.Available(), " ", w.Buffered())
	w.WriteByte('\n')
	w.WriteString(strings.Repeat("long ", 20))
	w.WriteRune('\n')
	w.Flush()
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("in")), bufio.NewWriter(os.Stdout))
	in, _ := rw.ReadString(0)
	rw.WriteString(in + " out\n")
	rw.Flush()
}
