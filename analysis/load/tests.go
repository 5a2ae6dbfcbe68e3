package load

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// testList is what testsOf finds.
type testList struct {
	list   []Test
	errors []Error
}

// testsOf finds the functions of _test.go files that `go test` knows, by the
// rules of the go command: names decide, and a test or TestMain of the wrong
// form is an error.
func testsOf(fset *token.FileSet, files []*ast.File) testList {
	var l testList
	for _, f := range files {
		if !isTestFile(fset.PositionFor(f.Package, false).Filename) {
			continue
		}
		first := len(l.list)
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil {
				l.add(fset, fd)
			}
		}
		readOutputs(l.list[first:], f)
	}
	return l
}

func (l *testList) add(fset *token.FileSet, d *ast.FuncDecl) {
	name := d.Name.Name
	var kind TestKind
	arg := ""
	switch {
	case name == "TestMain" && !hasForm(d, "T"):
		kind, arg = IsTestMain, "M"
	case isTestName(name, "Test"):
		kind, arg = IsTest, "T"
	case isTestName(name, "Benchmark"):
		kind, arg = IsBenchmark, "B"
	case isTestName(name, "Fuzz"):
		kind, arg = IsFuzz, "F"
	case isTestName(name, "Example"):
		kind = IsExample
	default:
		return
	}
	pos := fset.PositionFor(d.Name.Pos(), false)
	if arg != "" && d.Type.TypeParams != nil {
		l.errors = append(l.errors, Error{Kind: TestError, Pos: pos, Msg: fmt.Sprintf("%s cannot have type parameters", name)})
		return
	}
	if arg != "" && !hasForm(d, arg) {
		l.errors = append(l.errors, Error{Kind: TestError, Pos: pos,
			Msg: fmt.Sprintf("wrong signature for %s, must be: func %s(%s *testing.%s)", name, name, strings.ToLower(arg), arg)})
		return
	}
	if kind == IsExample && d.Type.Params.NumFields() > 0 {
		return
	}
	l.list = append(l.list, Test{Name: name, Kind: kind, Pos: pos, Decl: d})
}

// readOutputs reads what the examples among the tests of a file are expected to print.
func readOutputs(tests []Test, f *ast.File) {
	if !slices.ContainsFunc(tests, func(t Test) bool { return t.Kind == IsExample }) {
		return
	}
	for _, e := range doc.Examples(f) {
		i := slices.IndexFunc(tests, func(t Test) bool { return t.Kind == IsExample && t.Name == "Example"+e.Name })
		if i >= 0 && (e.Output != "" || e.EmptyOutput) {
			tests[i].Example = &Example{Output: e.Output, Unordered: e.Unordered}
		}
	}
}

// isTestName reports whether the name is the prefix, or the prefix followed
// by something that does not begin with a lower-case letter.
func isTestName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// hasForm reports whether the function has one parameter of a type written
// *X.arg or *arg and no result.
func hasForm(d *ast.FuncDecl, arg string) bool {
	if d.Type.Results.NumFields() > 0 || d.Type.Params.NumFields() != 1 {
		return false
	}
	star, ok := d.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	switch t := star.X.(type) {
	case *ast.Ident:
		return t.Name == arg
	case *ast.SelectorExpr:
		return t.Sel.Name == arg
	}
	return false
}
