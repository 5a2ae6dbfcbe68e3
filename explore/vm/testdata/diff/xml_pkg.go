// encoding/xml.
package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type address struct {
	City  string `xml:"city"`
	State string `xml:"state,attr"`
}

type person struct {
	XMLName xml.Name `xml:"person"`
	ID      int      `xml:"id,attr"`
	Name    string   `xml:"name"`
	Email   []string `xml:"contact>email"`
	Note    string   `xml:",comment"`
	Addr    *address `xml:"addr,omitempty"`
	Text    string   `xml:",chardata"`
	Skip    int      `xml:"-"`
	Flag    bool     `xml:"flag"`
}

func main() {
	p := person{ID: 7, Name: "A <B>", Email: []string{"x@y", "z@w"}, Note: " note ", Addr: &address{"Town", "TX"}, Text: "free & text", Skip: 3, Flag: true}
	b, err := xml.MarshalIndent(p, "", "  ")
	fmt.Println(string(b), err)
	var back person
	fmt.Println(xml.Unmarshal(b, &back))
	fmt.Println(back.ID, back.Name, back.Email, back.Addr.State, back.Flag, strings.TrimSpace(back.Text))
	d := xml.NewDecoder(strings.NewReader(`<?xml version="1.0"?><a x="1"><!-- c --><b/>t&amp;<![CDATA[<raw>]]></a>`))
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		switch t := t.(type) {
		case xml.StartElement:
			fmt.Print("start ", t.Name.Local, t.Attr, "; ")
		case xml.EndElement:
			fmt.Print("end ", t.Name.Local, "; ")
		case xml.CharData:
			fmt.Printf("text %q; ", string(t))
		case xml.Comment:
			fmt.Printf("comment %q; ", string(t))
		case xml.ProcInst:
			fmt.Print("inst ", t.Target, "; ")
		}
	}
	fmt.Println()
	for _, s := range []string{"<person id='x'/>", "<person>", "<a></b>", "<other/>", ""} {
		var p person
		fmt.Println(xml.Unmarshal([]byte(s), &p))
	}
	var sb strings.Builder
	fmt.Println(xml.EscapeText(&sb, []byte("<\"'&\n>")), sb.String())
}
