// encoding/json: unmarshalling and its errors.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

type level int

func (l *level) UnmarshalText(b []byte) error {
	switch string(b) {
	case "low":
		*l = 1
	case "high":
		*l = 2
	default:
		return fmt.Errorf("unknown level %q", b)
	}
	return nil
}

type point struct{ x, y int }

func (p *point) UnmarshalJSON(b []byte) error {
	var a [2]int
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	p.x, p.y = a[0], a[1]
	return nil
}

type conf struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Tags  []string
	Level level `json:"level"`
	Pt    point `json:"pt"`
	Ptr   *float64
	Any   any
	M     map[string]int
	IM    map[int]bool
	Arr   [2]int
	B     []byte
	U8    uint8
	S     int `json:",string"`
	Raw   json.RawMessage
	Num   json.Number
	Inner struct{ A, B int }
	hid   int
}

func main() {
	var c conf
	err := json.Unmarshal([]byte(`{"name":"n\u00e9\n","COUNT":3,"tags":["a","b"],"level":"high","pt":[1,2],"Ptr":2.5,"Any":{"x":[1,"y",null,true]},
		"M":{"k":1},"IM":{"5":true},"Arr":[1,2,3],"B":"aGk=","U8":200,"S":"12","Raw":{"r": 1},"Num":1.50,"Inner":{"A":1,"z":9},"hid":3,"unknown":{}}`), &c)
	fmt.Printf("%v %+v %v %v\n", err, c.Name, *c.Ptr, c.Level)
	c.Ptr = nil
	fmt.Printf("%+v\n", c)
	for _, s := range []string{`{"name":5}`, `{"count":"x"}`, `{"count":1.5}`, `{"U8":300}`, `{"level":"mid"}`, `{"pt":[1,"b"]}`, `{"Arr":"no"}`, `{"name":"a"`, `{"name":}`, `{"name" 1}`, ``, `[1,]`,
		`{"IM":{"a":true}}`, `{"S":"x"}`, `{"name":"a"} x`, `nul`, `"\x"`, "\"a\nb\"", `{"B":"!!"}`, `[]`, `{"Inner":{"A":"s"}}`, `01`, `{"Num":"abc"}`, `{"Ptr":null,"name":null}`} {
		var c conf
		err := json.Unmarshal([]byte(s), &c)
		var te *json.UnmarshalTypeError
		var se *json.SyntaxError
		fmt.Println(err, errors.As(err, &te), errors.As(err, &se))
	}
	var a any
	fmt.Println(json.Unmarshal([]byte(` {"n": 1e3, "s": "\ud83d\ude00\ud800", "l": [], "o": {}} `), &a), a)
	var np *conf
	for _, target := range []any{np, conf{}, nil} {
		fmt.Println(json.Unmarshal([]byte(`{}`), target))
	}
	d := json.NewDecoder(strings.NewReader(`{"a":1} {"a":2} [3] "x" tru`))
	for {
		var v any
		if err := d.Decode(&v); err != nil {
			fmt.Println(err, err == io.EOF)
			break
		}
		fmt.Print(v, " ")
	}
	d = json.NewDecoder(strings.NewReader(`{"name":"a","nope":1}`))
	d.DisallowUnknownFields()
	fmt.Println(d.Decode(&c))
	d = json.NewDecoder(strings.NewReader(`[1, {"k": [true, null]}, 12345678901234567890]`))
	d.UseNumber()
	for {
		t, err := d.Token()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%T %v %t; ", t, t, d.More())
	}
	s := []int{9, 9, 9}
	fmt.Println(json.Unmarshal([]byte(`[1,2]`), &s), s)
	m := map[string]int{"old": 1}
	fmt.Println(json.Unmarshal([]byte(`{"new":2}`), &m), m)
	var iface any = &point{}
	fmt.Println(json.Unmarshal([]byte(`[3,4]`), &iface), iface)
	type E struct{ X int }
	type emb struct {
		*E
		Y int
	}
	var e emb
	fmt.Println(json.Unmarshal([]byte(`{"X":1,"Y":2}`), &e), e.Y, e.E != nil && e.X == 1)
}
