package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"encoding/xml"
	"fmt"
	"os"
	"strings"
)

type item struct {
	Name  string         `json:"name" xml:"name,attr"`
	Price float64        `json:"price,omitempty" xml:"price"`
	Tags  []string       `json:"tags" xml:"tag"`
	Meta  map[string]any `json:"meta,omitempty" xml:"-"`
	Next  *item          `json:"next,omitempty" xml:"next"`
	priv  int
	Raw   json.RawMessage   `json:"raw,omitempty" xml:"-"`
	M     map[string]string `json:",omitempty" xml:"-"`
}

type shape interface{ Area() float64 }
type sq struct{ S float64 }

func (s sq) Area() float64 { return s.S * s.S }

func main() {
	it := item{Name: "tea <&>", Price: 2.5, Tags: []string{"a", "b"}, Meta: map[string]any{"z": 1, "a": []int{1}}, Next: &item{Name: "n"}}
	b, err := json.Marshal(it)
	fmt.Println(string(b), err)
	b, _ = json.MarshalIndent(it, "", "  ")
	fmt.Println(string(b))
	var back item
	fmt.Println(json.Unmarshal(b, &back), back.Next.Name, back.Meta["z"], back.Tags)
	var anyv any
	fmt.Println(json.Unmarshal([]byte(`{"a":[1,2.5,"x",null,true],"b":{"c":"\u00e9"}}`), &anyv), anyv)
	for _, bad := range []string{`{"name": 5}`, `{`, `[1,]`, `{"name":"x"} y`, `{"price":"x"}`} {
		fmt.Println(json.Unmarshal([]byte(bad), &back))
	}
	_, err = json.Marshal(map[string]any{"f": func() {}})
	fmt.Println(err)
	dec := json.NewDecoder(strings.NewReader(`{"name":"a","x":1}{"name":"b"}`))
	dec.DisallowUnknownFields()
	fmt.Println(dec.Decode(&back))
	xb, err := xml.MarshalIndent(item{Name: "x", Price: 1, Tags: []string{"t"}}, "", " ")
	fmt.Println(string(xb), err)
	var xi item
	fmt.Println(xml.Unmarshal(xb, &xi), xi.Name, xi.Tags)
	var buf bytes.Buffer
	gob.Register(sq{})
	enc := gob.NewEncoder(&buf)
	var s shape = sq{3}
	fmt.Println(enc.Encode(&s), enc.Encode(map[string]int{"k": 7}))
	gd := gob.NewDecoder(&buf)
	var s2 shape
	var m map[string]int
	fmt.Println(gd.Decode(&s2), gd.Decode(&m), s2.Area(), m)
	r := csv.NewReader(strings.NewReader("a,\"b,c\"\nd,e\n"))
	recs, err := r.ReadAll()
	fmt.Println(recs, err)
	cw := csv.NewWriter(os.Stdout)
	cw.Write([]string{"x y", "q\"q", "1,2"})
	cw.Flush()
	e64 := base64.StdEncoding.EncodeToString([]byte("hello?>"))
	d64, err := base64.URLEncoding.DecodeString("aGVsbG8_Pg==")
	fmt.Println(e64, string(d64), err, hex.EncodeToString([]byte{1, 255}))
	_, err = hex.DecodeString("zz")
	fmt.Println(err)
	fmt.Print(hex.Dump([]byte("0123456789abcdefXYZ")))
	hdr := struct {
		A uint16
		B int32
		C [2]byte
	}{1, -2, [2]byte{3, 4}}
	buf.Reset()
	fmt.Println(binary.Write(&buf, binary.BigEndian, hdr), buf.Bytes(), binary.Size(hdr))
	fmt.Println(binary.LittleEndian.Uint32([]byte{1, 2, 3, 4}), binary.PutUvarint(make([]byte, 10), 300))
	fmt.Print(string(pem.EncodeToMemory(&pem.Block{Type: "T", Bytes: []byte("data")})))
}
