package explore

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/mazurka-go/mazurka/analysis/load"
)

// A scopeView tells which of the variables of a function are in scope at a place.
type scopeView struct {
	scope *types.Scope // innermost; nil if nothing is known
	pos   token.Pos
}

type scopeKind uint8

const (
	outOfScope scopeKind = iota
	inScope
	inParams
)

// scopeAt is the scope at a position of the program.
func (p *program) scopeAt(at token.Position) scopeView {
	f := p.file(at.Filename)
	if f == nil || at.Line < 1 || at.Line > f.LineCount() {
		return scopeView{}
	}
	pos := f.LineStart(at.Line) + token.Pos(at.Column-1)
	if pkg, _ := p.syntax(f); pkg != nil && pkg.Types != nil {
		return scopeView{pkg.Types.Scope().Innermost(pos), pos}
	}
	return scopeView{}
}

// syntax is the syntax tree of a file of the program, and its package.
func (p *program) syntax(f *token.File) (*load.Package, *ast.File) {
	for _, pkg := range p.target.Closure() {
		for _, file := range pkg.Syntax {
			if p.fset.File(file.FileStart) == f {
				return pkg, file
			}
		}
	}
	return nil, nil
}

// codeLines are the lines of a file at which a debugger can stop, ascending.
func (d *Debugger) codeLines(name string) (lines []int) {
	f := d.p.file(name)
	if f == nil || !d.p.stopsIn(name) {
		return nil
	}
	pkg, file := d.p.syntax(f)
	if pkg == nil || pkg.Info == nil {
		return nil
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		obj, _ := pkg.Info.Defs[fn.Name].(*types.Func)
		if s := d.p.code.ssa.FuncValue(obj); s != nil && s.TypeParams().Len() == 0 {
			lines = d.s.m.Lines(s, lines)
		} else {
			lines = statements(f, fn.Body, lines) // generic, or of init
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// statements appends the lines at which statements begin.
func statements(f *token.File, body ast.Node, lines []int) []int {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause, *ast.EmptyStmt, *ast.DeclStmt:
		case ast.Stmt:
			lines = append(lines, f.Line(n.Pos()))
		}
		return true
	})
	return lines
}

// kind tells whether the variable of a name that is declared at decl is what the name
// stands for, and if it is a parameter or result.
func (v scopeView) kind(name string, decl token.Pos) scopeKind {
	if v.scope == nil {
		return inScope
	}
	_, obj := v.scope.LookupParent(name, v.pos)
	if obj == nil || obj.Pos() != decl {
		return outOfScope
	}
	if x, ok := obj.(*types.Var); ok {
		switch x.Kind() {
		case types.RecvVar, types.ParamVar, types.ResultVar:
			return inParams
		}
	}
	return inScope
}
