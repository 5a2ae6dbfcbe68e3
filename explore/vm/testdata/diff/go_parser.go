// go/parser, go/ast, go/format, go/scanner and go/constant.
package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

const src = `package p

import "fmt"

type T struct { A int; B []string }

// Doc of F.
func (t *T) F(x int) (err error) {
if x>0 { fmt.Println( x,t.A ) }
	for i:=range 3 { go func(){ _=i }() }
	return nil
}
`

func main() {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	fmt.Println(err, f.Name)
	counts := map[string]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		if n != nil {
			counts[strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")]++
		}
		return true
	})
	fmt.Println(counts)
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			fmt.Println(fd.Name, fset.Position(fd.Pos()), strings.TrimSpace(fd.Doc.Text()), len(fd.Body.List))
		}
	}
	out, err := format.Source([]byte(src))
	fmt.Println(string(out), err)
	for _, bad := range []string{"package", "package p; func", "package p\nvar x = (1 +\n", "x := 1"} {
		_, err := parser.ParseFile(token.NewFileSet(), "bad.go", bad, 0)
		fmt.Println(err)
	}
	e, err := parser.ParseExpr("a.b[1:2](c...) + <-d && !e")
	fmt.Printf("%T %v\n", e, err)
	var s scanner.Scanner
	in := []byte("x := 'a' + 0x1F // c\n\"s\" ... <<=")
	s.Init(token.NewFileSet().AddFile("", -1, len(in)), in, nil, scanner.ScanComments)
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		fmt.Printf("%s %q; ", tok, lit)
	}
	fmt.Println()
	x := constant.BinaryOp(constant.MakeFromLiteral("1e50", token.FLOAT, 0), token.QUO, constant.MakeInt64(3))
	fmt.Println(x, constant.Compare(x, token.GTR, constant.MakeInt64(5)), constant.Shift(constant.MakeInt64(1), token.SHL, 100))
}
