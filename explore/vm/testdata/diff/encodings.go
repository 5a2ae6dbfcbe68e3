// encoding/hex, base64, base32, binary, csv.
package main

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
)

type header struct {
	Magic uint32
	Ver   uint16
	Flags [2]uint8
	Size  int64
	F     float32
}

func main() {
	fmt.Println(hex.EncodeToString([]byte("hi\xff")))
	for _, s := range []string{"6869", "686", "zz", "6G"} {
		b, err := hex.DecodeString(s)
		fmt.Println(string(b), err)
	}
	fmt.Print(hex.Dump([]byte("dump of some bytes\x00\x01")))
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding} {
		s := e.EncodeToString([]byte{0xfb, 0xff, 0xfe, 1})
		b, err := e.DecodeString(s)
		fmt.Println(s, b, err)
	}
	for _, s := range []string{"aGk", "aGk=", "a$==", "aGk=\n"} {
		b, err := base64.StdEncoding.DecodeString(s)
		fmt.Printf("%q %v\n", b, err)
	}
	fmt.Println(base32.StdEncoding.EncodeToString([]byte("foobar")))
	var buf bytes.Buffer
	w := base64.NewEncoder(base64.StdEncoding, &buf)
	fmt.Fprint(w, "streamed data")
	w.Close()
	rd, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, &buf))
	fmt.Println(string(rd), err)
	h := header{0xCAFEBABE, 2, [2]uint8{1, 2}, -5, 1.5}
	for _, o := range []binary.ByteOrder{binary.BigEndian, binary.LittleEndian} {
		buf.Reset()
		fmt.Println(binary.Write(&buf, o, h), buf.Bytes(), binary.Size(h))
		var back header
		fmt.Println(binary.Read(&buf, o, &back), back == h)
		b := make([]byte, 8)
		o.PutUint32(b, 1)
		o.PutUint16(b[4:], 2)
		fmt.Println(b, o.Uint64(b), o)
	}
	fmt.Println(binary.Read(bytes.NewReader([]byte{1}), binary.BigEndian, new(uint32)))
	vb := binary.AppendVarint(binary.AppendUvarint(nil, 300), -300)
	u, n := binary.Uvarint(vb)
	i, m := binary.Varint(vb[n:])
	fmt.Println(vb, u, n, i, m)
	r := csv.NewReader(strings.NewReader("a,\"b,c\",d\n1,\"x \"\"q\"\"\",3\n"))
	recs, err := r.ReadAll()
	fmt.Printf("%q %v\n", recs, err)
	_, err = csv.NewReader(strings.NewReader("a,b\n1\n")).ReadAll()
	fmt.Println(err)
	_, err = csv.NewReader(strings.NewReader("a\"b\n")).ReadAll()
	fmt.Println(err)
	cw := csv.NewWriter(os.Stdout)
	cw.Write([]string{"plain", "with,comma", "with \"quote\"", ""})
	cw.Flush()
}
