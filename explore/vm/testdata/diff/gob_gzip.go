// encoding/gob and compress/gzip round trips.
package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"io"
	"strings"
)

type shape interface{ area() float64 }
type square struct{ S float64 }
type rect struct{ W, H float64 }

func (s square) area() float64 { return s.S * s.S }
func (r *rect) area() float64  { return r.W * r.H }

type doc struct {
	Name   string
	Tags   map[string][]int
	Next   *doc
	Shapes []shape
	hidden int
}

func main() {
	gob.Register(square{})
	gob.Register(&rect{})
	var buf bytes.Buffer
	in := doc{"first", map[string][]int{"a": {1, 2}}, &doc{Name: "second"}, []shape{square{2}, &rect{2, 3}}, 9}
	fmt.Println(gob.NewEncoder(&buf).Encode(in))
	var out doc
	fmt.Println(gob.NewDecoder(&buf).Decode(&out))
	fmt.Println(out.Name, out.Tags, out.Next.Name, out.Shapes[0].area(), out.Shapes[1].area(), out.hidden)
	fmt.Println(gob.NewDecoder(&buf).Decode(&out) == io.EOF)
	fmt.Println(gob.NewEncoder(&buf).Encode(func() {}))
	text := strings.Repeat("compress me, please. ", 50)
	var z bytes.Buffer
	zw := gzip.NewWriter(&z)
	zw.Name = "name.txt"
	n, err := io.WriteString(zw, text)
	fmt.Println(n, err, zw.Close(), z.Len() < len(text)/2)
	zr, err := gzip.NewReader(&z)
	fmt.Println(zr.Name, err)
	back, err := io.ReadAll(zr)
	fmt.Println(string(back) == text, err)
	_, err = gzip.NewReader(strings.NewReader("not gzip data"))
	fmt.Println(err)
	var f bytes.Buffer
	fw, _ := flate.NewWriter(&f, flate.BestSpeed)
	fw.Write([]byte(text))
	fw.Close()
	back, err = io.ReadAll(flate.NewReader(&f))
	fmt.Println(len(back), err)
}
