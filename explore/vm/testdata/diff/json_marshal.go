// encoding/json: marshalling.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"time"
)

type status int

func (s status) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("status-%d", int(s))), nil }

type money struct{ cents int }

func (m money) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{"usd":%d.%02d}`, m.cents/100, m.cents%100), nil
}

type ptrM struct{ n int }

func (p *ptrM) MarshalJSON() ([]byte, error) { return []byte(`"ptr"`), nil }

type badM struct{}

func (badM) MarshalJSON() ([]byte, error) { return []byte(`{bad`), nil }

type base struct {
	ID   int    `json:"id"`
	Kind string `json:"kind,omitempty"`
}

type rec struct {
	base
	*extra
	Name    string          `json:"name"`
	Omit    string          `json:"-"`
	Dash    int             `json:"-,"`
	Empty   []int           `json:"empty,omitempty"`
	Nil     []int           `json:"nil"`
	Str     int             `json:"str,string"`
	Map     map[string]any  `json:"map"`
	IntMap  map[int]string  `json:"int_map,omitempty"`
	StatMap map[status]bool `json:"stat_map,omitempty"`
	P       *int            `json:"p"`
	PO      *int            `json:"po,omitempty"`
	B       []byte          `json:"b"`
	Arr     [2]bool         `json:"arr"`
	F       float64         `json:"f"`
	St      status          `json:"st"`
	M       money           `json:"m"`
	PM      *ptrM           `json:"pm"`
	VM      ptrM            `json:"vm"`
	Raw     json.RawMessage `json:"raw"`
	Any     any             `json:"any"`
	Num     json.Number     `json:"num"`
	Zero    time.Time       `json:"zero,omitzero"`
	Dur     time.Duration   `json:"dur"`
	priv    int
	Sub     struct{ X, Y int } `json:"sub"`
}

type extra struct {
	Note string `json:"note"`
}

func main() {
	n := 5
	r := rec{base: base{ID: 1}, extra: &extra{"n"}, Name: "a<b>&\u2028é\"\\\n\x01", Omit: "x", Dash: 3, Str: 7, Map: map[string]any{"z": 1, "a": []any{nil, true, "s", 1.5}},
		IntMap: map[int]string{2: "b", -1: "a", 10: "c"}, StatMap: map[status]bool{1: true}, P: &n, B: []byte("bytes"), F: 1e21, St: 3, M: money{1234}, PM: &ptrM{1},
		Raw: json.RawMessage(`{"raw": [1, 2]}`), Any: map[string]int{"k": 1}, Num: "12.50", priv: 1}
	b, err := json.Marshal(r)
	fmt.Println(string(b), err)
	b, err = json.MarshalIndent(map[string]any{"b": []int{1, 2}, "a": map[string]any{}, "c": []int{}, "d": nil}, ">", "  ")
	fmt.Println(string(b), err)
	for _, v := range []any{nil, 1, -1.5, "s", true, []int(nil), []int{}, map[string]int(nil), 1e-7, 1e20, 123456789.0, float32(0.1), [3]int{}, "\xff", 'x', struct{}{}, &n, []byte(nil), uint8(3),
		math.NaN(), math.Inf(1), make(chan int), func() {}, complex(1, 2), map[bool]int{}, badM{}, []any{func() {}}, map[string]any{"x": make(chan int)}} {
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
	}
	type cyc struct{ Self *cyc }
	c := &cyc{}
	c.Self = c
	_, err = json.Marshal(c)
	fmt.Println(err != nil && strings.Contains(err.Error(), "cycle"))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	fmt.Println(enc.Encode(map[string]string{"html": "<&>"}))
	fmt.Println(json.Valid([]byte(`{"a":1}`)), json.Valid([]byte(`{a:1}`)))
}
