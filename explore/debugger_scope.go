package explore

import (
	"go/token"
	"go/types"
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
	for _, pkg := range p.target.Closure() {
		for _, file := range pkg.Syntax {
			if file.FileStart <= pos && pos < file.FileEnd && pkg.Types != nil {
				return scopeView{pkg.Types.Scope().Innermost(pos), pos}
			}
		}
	}
	return scopeView{}
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
