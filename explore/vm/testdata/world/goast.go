package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const src = `package p
import "fmt"
type T[P any] struct { x P }
func (t T[P]) M(a int,b string)(int,error){ if a>1{return a,nil}; fmt.Println(b); return 0,nil }
`

func main() {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	fmt.Println(err)
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			fmt.Print(id.Name, " ")
		}
		return true
	})
	fmt.Println()
	format.Node(os.Stdout, fset, f)
	_, err = parser.ParseFile(fset, "q.go", "package q\nfunc {", 0)
	fmt.Println(err)
	tv, err := types.Eval(fset, nil, token.NoPos, `len("abc") * 2 + 1<<70>>68`)
	fmt.Println(tv.Value, tv.Type, err)
	fmt.Println(constant.BinaryOp(constant.MakeInt64(7), token.QUO, constant.MakeInt64(2)))
	fmt.Println(unicode.IsUpper('É'), unicode.ToLower('Ω'), unicode.Is(unicode.Han, '世'), unicode.IsSpace('\u2003'))
	fmt.Println(utf8.RuneLen('世'), utf8.ValidString("a\xc3"), utf8.RuneCountInString("héllo"), utf16.Encode([]rune("a😀")))
	r, n := utf8.DecodeRuneInString("\xe4\xb8")
	fmt.Println(r, n)
	r, n = utf8.DecodeLastRuneInString("x世")
	fmt.Println(string(r), n)
}
