package main

import (
	"fmt"
	"html"
	htmpl "html/template"
	"os"
	"regexp"
	"strings"
	"text/scanner"
	"text/tabwriter"
	"text/template"
)

type user struct {
	Name string
	Age  int
	Tags []string
}

func (u user) Greet(s string) string { return s + ", " + u.Name }

func main() {
	t := template.Must(template.New("t").Funcs(template.FuncMap{"up": strings.ToUpper}).Parse(
		`{{define "x"}}<{{.}}>{{end}}{{.Name | up}} {{.Age}} {{range $i, $t := .Tags}}{{$i}}={{template "x" $t}} {{else}}none{{end}}{{if gt .Age 17}}adult{{end}} {{.Greet "hi"}} {{printf "%05d" .Age}} {{len .Tags}}
`))
	fmt.Println(t.Execute(os.Stdout, user{"ann", 18, []string{"a", "b"}}))
	_, err := template.New("bad").Parse("{{.X")
	fmt.Println(err)
	fmt.Println(t.Execute(os.Stdout, 5))
	h := htmpl.Must(htmpl.New("h").Parse(`<a href="{{.}}" onclick="f({{.}})">{{.}}</a>` + "\n"))
	fmt.Println(h.Execute(os.Stdout, `"><script>alert(1)</script>`))
	fmt.Println(html.EscapeString("<&'\">"), html.UnescapeString("&lt;&eacute;&#65;"))
	re := regexp.MustCompile(`(?P<user>\w+)@(\w+)\.com`)
	s := "bob@example.com, alice@test.com"
	fmt.Println(re.FindAllString(s, -1), re.FindStringSubmatchIndex(s), re.ReplaceAllString(s, "${2}:$user"), re.SubexpNames())
	fmt.Println(regexp.MustCompile(`a+?b*|[^x-z]{2,3}$`).FindAllStringIndex("aaabbb xyzabc", -1))
	_, err = regexp.Compile(`a(b`)
	fmt.Println(err, regexp.QuoteMeta("a.b*c"))
	fmt.Println(regexp.MustCompile(`^[\p{L}\d]+$`).MatchString("héllo1"))
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(w, "a\tbbb\tc")
	fmt.Fprintln(w, "aaaa\tb\tccccc")
	w.Flush()
	var sc scanner.Scanner
	sc.Init(strings.NewReader("x := 3.14 + foo(\"s\") // c"))
	for tok := sc.Scan(); tok != scanner.EOF; tok = sc.Scan() {
		fmt.Print(sc.TokenText(), "|")
	}
	fmt.Println()
}
