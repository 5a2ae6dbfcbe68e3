// Package io: readers, writers, pipes, copies.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

func main() {
	n, err := io.Copy(os.Stdout, rot13{strings.NewReader("Uryyb, Jbeyq!\n")})
	fmt.Println(n, err)
	b, err := io.ReadAll(io.LimitReader(strings.NewReader("limited text"), 7))
	fmt.Println(string(b), err)
	var buf bytes.Buffer
	mw := io.MultiWriter(&buf, &failing{5})
	fmt.Fprint(mw, "12345")
	_, err = fmt.Fprint(mw, "6")
	fmt.Println(buf.String(), err)
	mr := io.MultiReader(strings.NewReader("a"), strings.NewReader(""), strings.NewReader("bc"))
	tee := io.TeeReader(mr, &buf)
	all, _ := io.ReadAll(tee)
	fmt.Println(string(all), buf.String())
	p := make([]byte, 4)
	k, err := io.ReadFull(strings.NewReader("abc"), p)
	fmt.Println(k, err, err == io.ErrUnexpectedEOF)
	k, err = io.ReadAtLeast(strings.NewReader("abcdef"), p, 2)
	fmt.Println(k, err)
	_, err = io.ReadFull(strings.NewReader(""), p)
	fmt.Println(err)
	sr := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	sec, _ := io.ReadAll(sr)
	off, err := sr.Seek(-2, io.SeekEnd)
	fmt.Println(string(sec), off, err, sr.Size())
	pr, pw := io.Pipe()
	go func() {
		for i := range 3 {
			fmt.Fprintf(pw, "msg %d;", i)
		}
		pw.CloseWithError(errors.New("writer gone"))
	}()
	piped, err := io.ReadAll(pr)
	fmt.Println(string(piped), err)
	pr, pw = io.Pipe()
	pr.Close()
	_, err = pw.Write([]byte("x"))
	fmt.Println(err)
	cn, err := io.CopyN(io.Discard, strings.NewReader("abc"), 5)
	fmt.Println(cn, err)
	cb, err := io.CopyBuffer(&buf, strings.NewReader("xyz"), make([]byte, 1))
	fmt.Println(cb, err)
	io.WriteString(os.Stdout, "done\n")
	var w io.Writer = io.Discard
	_, ok := w.(io.StringWriter)
	fmt.Println(ok, io.NopCloser(strings.NewReader("")).Close())
	ow := io.NewOffsetWriter(nil, 3)
	fmt.Println(ow != nil, io.EOF)
}
