package main

import (
	"archive/tar"
	"bytes"
	"database/sql"
	"embed"
	"encoding/asn1"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"index/suffixarray"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"os/user"
	"reflect"
	"strings"
	"syscall"
	"testing/fstest"
	"testing/iotest"
	"testing/quick"
	"unique"
	"weak"
)

var _ embed.FS

func main() {
	img := image.NewRGBA(image.Rect(0, 0, 4, 4))
	img.Set(1, 2, color.RGBA{255, 0, 0, 255})
	var b bytes.Buffer
	fmt.Println(png.Encode(&b, img), b.Len() > 0)
	dec, err := png.Decode(&b)
	fmt.Println(dec.At(1, 2), dec.Bounds(), err)
	ix := suffixarray.New([]byte("banana"))
	off := ix.Lookup([]byte("ana"), -1)
	fmt.Println(len(off))
	der, err := asn1.Marshal(struct {
		A int
		B string
	}{5, "x"})
	fmt.Printf("%x %v\n", der, err)
	_, err = sql.Open("nodriver", "")
	fmt.Println(err, sql.NullString{String: "a", Valid: true})
	mfs := fstest.MapFS{"a/b.txt": {Data: []byte("hi")}, "c": {Data: []byte("x")}}
	fmt.Println(fstest.TestFS(mfs, "a/b.txt", "c"))
	m, err := fs.Glob(mfs, "*/*.txt")
	fmt.Println(m, err)
	_, err = io.ReadAll(iotest.TimeoutReader(strings.NewReader("abc")))
	fmt.Println(err)
	fmt.Println(quick.Check(func(a, b int) bool { return a+b == b+a }, &quick.Config{MaxCount: 5}))
	h1, h2 := unique.Make("x"), unique.Make("x")
	fmt.Println(h1 == h2, h1.Value())
	p := new(int)
	fmt.Println(weak.Make(p).Value() == p)
	var tb bytes.Buffer
	tw := tar.NewWriter(&tb)
	tw.WriteHeader(&tar.Header{Name: "f", Size: 2, Mode: 0o600})
	tw.Write([]byte("ok"))
	tw.Close()
	hdr, err := tar.NewReader(&tb).Next()
	fmt.Println(hdr.Name, hdr.Size, err)
	_, err = user.Lookup("no-such-user-here")
	fmt.Println(err)
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	fmt.Println(syscall.Kill(os.Getpid(), syscall.SIGUSR1), <-c)
	v := reflect.MakeFunc(reflect.TypeOf(func(int, int) int { return 0 }), func(a []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(int(a[0].Int() * a[1].Int()))}
	})
	fmt.Println(v.Call([]reflect.Value{reflect.ValueOf(6), reflect.ValueOf(7)})[0])
	fmt.Println(syscall.ENOENT, syscall.SIGINT, syscall.Errno(9999), syscall.EAGAIN.Temporary())
}
