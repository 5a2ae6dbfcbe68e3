// Package text/template.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type item struct {
	Name  string
	Price float64
	Tags  []string
}

func (i item) Discount(p float64) float64 { return i.Price * (1 - p) }
func (i *item) Ptr() string               { return "ptr " + i.Name }
func (i item) Fail() (string, error)      { return "", errors.New("method failed") }

const text = `{{define "row"}}- {{.Name | printf "%-8s"}}|{{printf "%.2f" .Price}}{{range $i, $t := .Tags}}{{if $i}},{{end}} {{$t}}{{else}} no tags{{end}}
{{end -}}
{{$n := len .Items}}Title: {{.Title | upper}} ({{$n}} items)
{{range .Items}}{{template "row" .}}{{end -}}
{{with .Owner}}Owner: {{.}}{{else}}No owner{{end}}
{{if and .Flag (gt $n 1)}}many{{else if eq $n 1 2 3}}few{{else}}none{{end}}
{{index .M "k"}} {{index .Items 0 | print}} {{(index .Items 1).Discount 0.5}} {{.M.k}} {{len "abc"}} {{slice "hello" 1 3}}
{{/* comment */}}{{"quoted \"str\"" | html}} {{js "it's"}} {{urlquery "a b&c"}} {{not true}} {{or 0 "x"}} {{print 1 2 "a"}} {{le 1 2}} {{ne "a" "b"}}
{{range $k, $v := .M}}{{$k}}={{$v}};{{end}} {{range 3}}{{.}}{{end}} {{block "blk" .Title}}[{{.}}]{{end}} {{call .Fn 4}}
{{range .Items}}{{if eq .Name "pear"}}{{continue}}{{end}}{{.Name}}{{break}}{{end}}
`

func main() {
	t := template.Must(template.New("t").Funcs(template.FuncMap{"upper": strings.ToUpper}).Parse(text))
	data := map[string]any{
		"Title": "shop", "Items": []item{{"pear", 1.5, []string{"fruit", "green"}}, {"nail", 0.1, nil}}, "Flag": true,
		"M": map[string]int{"k": 1, "a": 2}, "Owner": "", "Fn": func(n int) int { return n * n },
	}
	fmt.Println(t.Execute(os.Stdout, data))
	for _, s := range []string{"{{.Nope}}", "{{.Title.X}}", "{{index .Items 9}}", "{{(index .Items 0).Fail}}", "{{template \"none\"}}", "{{nofunc 1}}", "{{if}}", "{{.A", "{{end}}", "{{range .Title}}{{.}}{{end}}", "{{len 3}}", "{{call .Title}}", "{{1 | lt}}"} {
		t, err := template.New("x").Option("missingkey=error").Parse(s)
		if err != nil {
			fmt.Println("parse:", err)
			continue
		}
		var sb strings.Builder
		fmt.Println("exec:", t.Execute(&sb, data), sb.String())
	}
	fmt.Println(template.Must(template.New("p").Parse(`{{.Ptr}} {{.Discount 0.1}}`+"\n")).Execute(os.Stdout, &item{Name: "n", Price: 10}))
	fmt.Println(t.Lookup("row") != nil, t.DefinedTemplates() != "", t.Name())
}
