// encoding/json, text/template and other packages that live on reflection.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"text/template"
	"time"
)

type (
	Address struct {
		Street string `json:"street"`
		Zip    *int   `json:"zip,omitempty"`
	}
	Person struct {
		Name   string          `json:"name"`
		Age    int             `json:"age,string"`
		Emails []string        `json:"emails"`
		Addr   *Address        `json:"addr"`
		Attrs  map[string]any  `json:"attrs"`
		Scores map[int]float64 `json:"scores,omitempty"`
		When   time.Time       `json:"when"`
		Raw    json.RawMessage `json:"raw"`
		Skip   string          `json:"-"`
		Iface  any             `json:"iface"`
		Color  Color           `json:"color"`
		Embedded
		private int
		Bytes   []byte      `json:"bytes"`
		Arr     [3]bool     `json:"arr"`
		Num     json.Number `json:"num"`
		F       float32
		Zero    Color `json:",omitzero"`
	}
	Embedded struct{ E1, E2 uint8 }
	Color    int
)

func (c Color) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("color-%d", int(c))), nil }
func (c *Color) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "color-%d", (*int)(c))
	return err
}

type Temp float64

func (t Temp) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`{"celsius":%.1f}`, float64(t))), nil
}
func (t *Temp) UnmarshalJSON(b []byte) error {
	var m map[string]float64
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	*t = Temp(m["celsius"])
	return nil
}

func main() {
	zip := 12345
	p := Person{Name: "Ann \"A\" <b>", Age: 42, Emails: []string{"a@b", "c@d"}, Addr: &Address{"Main", &zip},
		Attrs:  map[string]any{"k": 1, "list": []int{1, 2}, "nil": nil, "m": map[string]int{"z": 1, "a": 2}},
		Scores: map[int]float64{3: 1.5, 1: 2}, When: time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC),
		Raw: json.RawMessage(`{"x": [1, 2]}`), Skip: "s", Iface: Temp(36.6), Color: 7, Embedded: Embedded{1, 2},
		Bytes: []byte("binary\x00"), Arr: [3]bool{true, false, true}, Num: "12.50", F: 1.1}
	b, err := json.Marshal(p)
	fmt.Println(string(b), err)
	ind, _ := json.MarshalIndent(p, "> ", "  ")
	fmt.Println(string(ind))
	var q Person
	fmt.Println(json.Unmarshal(b, &q))
	fmt.Printf("%+v %v %v\n", q.Embedded, *q.Addr.Zip, q.Attrs)
	fmt.Println(q.Name, q.Age, q.Emails, q.When.Equal(p.When), q.Color, string(q.Raw), q.Iface, q.Bytes, q.Arr, q.Num, q.F, q.Scores)
	b2, _ := json.Marshal(q)
	fmt.Println(len(b2) == len(b))
	for _, s := range []string{`{"name": 5}`, `{"name": "x"`, `[1,2`, `{"age": "x"}`, `nul`, `{"addr": []}`, `"\ud800"`, `{"color": "red"}`, `1e400`, `{"arr":[true,true,true,true]}`, ``} {
		var p Person
		err := json.Unmarshal([]byte(s), &p)
		var se *json.SyntaxError
		var te *json.UnmarshalTypeError
		fmt.Println(s, err, errors.As(err, &se), errors.As(err, &te))
	}
	var anyv any
	fmt.Println(json.Unmarshal([]byte(`{"a":[1,2.5,"s",null,true,{"b":{}}]}`), &anyv), anyv)
	dec := json.NewDecoder(strings.NewReader(`{"street":"a","bogus":1} {"street":"b"} 3`))
	dec.DisallowUnknownFields()
	for range 3 {
		var a Address
		fmt.Println(dec.Decode(&a), a)
	}
	dec = json.NewDecoder(strings.NewReader(`[1, {"a": null}, "x"]`))
	for {
		tok, err := dec.Token()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%T %v\n", tok, tok)
	}
	_, err = json.Marshal(map[string]any{"c": make(chan int)})
	fmt.Println(err)
	type cyclic struct{ Next *cyclic }
	c := &cyclic{}
	c.Next = c
	_, err = json.Marshal(c)
	fmt.Println(err != nil)
	_, err = json.Marshal(struct{ F float64 }{F: func() float64 { z := 0.0; return 1 / z }()})
	fmt.Println(err)
	var buf bytes.Buffer
	fmt.Println(json.Compact(&buf, []byte(`{ "a" : [ 1 , 2 ] }`)), buf.String(), json.Valid([]byte("{}x")))

	funcs := template.FuncMap{"upper": strings.ToUpper, "add": func(a, b int) int { return a + b }, "fail": func() (string, error) { return "", errors.New("failed") }}
	tm := template.Must(template.New("t").Funcs(funcs).Parse(`{{define "item"}}<{{.}}>{{end -}}
{{.Name | upper | printf "%q"}} {{len .Emails}} {{range $i, $e := .Emails}}{{if $i}}, {{end}}{{template "item" $e}}{{else}}none{{end}}
{{with .Addr}}{{.Street}} {{.Zip}}{{end}} {{index .Attrs "k"}} {{index .Scores 1}} {{add .Age 1}} {{.Color}} {{.E1}}
{{range $k, $v := .Attrs}}{{$k}}={{$v}};{{end}} {{if and (gt .Age 18) (not .Skip)}}yes{{else if eq .Name "x"}}no{{else}}maybe{{end}} {{.When.Year}} {{print 1 2 "x"}} {{slice .Name 0 3}} {{html "<a>"}} {{js "it's"}}
{{- range 3}} {{.}}{{end}} {{block "b" .Embedded}}{{.E2}}{{end}}{{/* comment */}} {{.Iface | printf "%.1f"}}
`))
	p.Addr.Zip = nil
	fmt.Println(tm.Execute(os.Stdout, p))
	for _, s := range []string{"{{.Nope}}", "{{fail}}", "{{index .Emails 9}}", "{{.Name.X}}", "{{add 1}}", "{{"} {
		t2, err := template.New("e").Funcs(funcs).Parse(s)
		if err == nil {
			err = t2.Execute(&buf, p)
		}
		fmt.Println(err)
	}

	re := regexp.MustCompile(`(?i)(\w+)@(\w+)\.(?P<tld>com|org)`)
	text := "Mail bob@example.com, Alice@Wonder.ORG; not@this.net"
	fmt.Println(re.FindAllStringSubmatch(text, -1), re.SubexpNames(), re.ReplaceAllString(text, "$2-${tld}"), re.FindStringIndex(text))
	fmt.Println(re.ReplaceAllStringFunc(text, strings.ToUpper), regexp.MustCompile(`\s*[,;]\s*`).Split(text, -1), regexp.QuoteMeta("a.b"))
	_, err = regexp.Compile("a(b")
	fmt.Println(err)

	var net bytes.Buffer
	type rec struct {
		A int
		B []string
		C map[string]float64
		D *rec
	}
	fmt.Println(gob.NewEncoder(&net).Encode(rec{1, []string{"x"}, map[string]float64{"p": 3.14}, &rec{A: 2}}))
	var r rec
	fmt.Println(gob.NewDecoder(&net).Decode(&r), r.A, r.B, r.C, r.D.A)
	type X struct {
		XMLName xml.Name `xml:"person"`
		ID      int      `xml:"id,attr"`
		Names   []string `xml:"names>name"`
	}
	xb, err := xml.MarshalIndent(X{ID: 3, Names: []string{"a", "b<"}}, "", " ")
	fmt.Println(string(xb), err)
	var x X
	fmt.Println(xml.Unmarshal(xb, &x), x.ID, x.Names)
	var bin bytes.Buffer
	binary.Write(&bin, binary.BigEndian, struct {
		A uint16
		B [2]int32
		C bool
	}{1, [2]int32{2, -3}, true})
	fmt.Println(bin.Bytes(), base64.StdEncoding.EncodeToString(bin.Bytes()))
	people := []Person{{Name: "b", Age: 2}, {Name: "a", Age: 3}, {Name: "c", Age: 1}}
	sort.Slice(people, func(i, j int) bool { return people[i].Age < people[j].Age })
	fmt.Println(people[0].Name, people[1].Name, people[2].Name)
}
