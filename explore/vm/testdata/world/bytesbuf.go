package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

func main() {
	var b bytes.Buffer
	b.WriteString("hello ")
	b.Write([]byte("world\nline two\nlast"))
	line, err := b.ReadString('\n')
	fmt.Printf("%q %v %d\n", line, err, b.Len())
	sc := bufio.NewScanner(&b)
	for sc.Scan() {
		fmt.Println(sc.Text())
	}
	sc = bufio.NewScanner(strings.NewReader("a bb  ccc"))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), "|")
	}
	fmt.Println()
	fmt.Println(bytes.Equal([]byte("a"), []byte("a")), bytes.Compare([]byte("a"), []byte("b")), bytes.Index([]byte("abc"), []byte("c")))
	fmt.Printf("%s %q\n", bytes.ToUpper([]byte("abc")), bytes.Split([]byte("a,b"), []byte(",")))
	var out strings.Builder
	w := bufio.NewWriterSize(&out, 16)
	fmt.Fprintf(w, "%s-%d", strings.Repeat("x", 20), 5)
	fmt.Println(w.Buffered(), out.Len())
	w.Flush()
	fmt.Println(out.String())
	r := bufio.NewReader(strings.NewReader("peek me"))
	p, _ := r.Peek(4)
	fmt.Println(string(p), r.Buffered())
	r.ReadRune()
	r.UnreadRune()
	all, _ := io.ReadAll(r)
	fmt.Println(string(all))
	pr, pw := io.Pipe()
	go func() {
		fmt.Fprint(pw, "through the pipe")
		pw.CloseWithError(io.ErrUnexpectedEOF)
	}()
	data, err := io.ReadAll(pr)
	fmt.Println(string(data), err)
	fmt.Println(io.Copy(io.Discard, io.LimitReader(strings.NewReader("0123456789"), 4)))
	mr := io.MultiReader(strings.NewReader("ab"), strings.NewReader("cd"))
	tee := io.TeeReader(mr, &out)
	io.ReadAll(tee)
	fmt.Println(out.String()[out.Len()-4:])
	sr := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	sec, _ := io.ReadAll(sr)
	fmt.Println(string(sec), sr.Size())
}
