package load

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A patch says what happens to the declarations of real files.
type patch struct {
	remove   map[string]bool // declarations left out
	replaced map[string]bool // declarations that the model has as well
	drop     map[string]bool // functions without body
	keep     map[string]bool // functions that keep it
	bodyless bool
	noInit   bool
}

// newPatch collects what a model does to real files, given its own.
func newPatch(m Model, own []*ast.File) *patch {
	p := &patch{
		remove: nameSet(m.Remove), drop: nameSet(m.Drop), keep: nameSet(m.Keep),
		bodyless: m.Bodyless, noInit: m.NoInit, replaced: make(map[string]bool),
	}
	for _, f := range own {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if name := funcName(d); name != "init" && name != "_" {
					p.replaced[name] = true
				}
			case *ast.GenDecl:
				for _, id := range specNames(d) {
					p.replaced[id.Name] = true
				}
			}
		}
	}
	delete(p.replaced, "_")
	return p
}

// nameSet normalises function names: "(*T).M" is "T.M".
func nameSet(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		n = strings.NewReplacer("(", "", ")", "", "*", "\x00").Replace(n)
		n = strings.TrimPrefix(n, "\x00")
		set[strings.ReplaceAll(n, "\x00", "*")] = true
	}
	return set
}

// funcName returns F or T.M.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	return recvName(d.Recv.List[0].Type) + "." + d.Name.Name
}

// recvName returns the name of a receiver's base type.
func recvName(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func specNames(d *ast.GenDecl) []*ast.Ident {
	var ids []*ast.Ident
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			ids = append(ids, s.Name)
		case *ast.ValueSpec:
			ids = append(ids, s.Names...)
		}
	}
	return ids
}

// gone reports whether the declaration of the name is left out.
func (p *patch) gone(name string) bool {
	if p.remove[name] || p.replaced[name] {
		return true
	}
	t, _, ok := strings.Cut(name, ".")
	return ok && p.remove[t+".*"]
}

// external reports whether the function loses its body.
func (p *patch) external(name string) bool {
	t, _, method := strings.Cut(name, ".")
	kept := p.keep[name] || method && p.keep[t+".*"]
	return p.drop[name] || method && p.drop[t+".*"] && !kept || p.bodyless && !kept
}

// apply changes the file, which must not be shared.
func (p *patch) apply(f *ast.File) {
	decls := f.Decls[:0]
	for _, d := range f.Decls {
		if p.keepDecl(d) {
			decls = append(decls, d)
		}
	}
	f.Decls = decls
}

// keepDecl changes the declaration and reports whether anything is left.
func (p *patch) keepDecl(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := funcName(d)
		if name == "init" {
			return !p.bodyless && !p.noInit && !p.remove[name]
		}
		if p.gone(name) {
			return false
		}
		if p.external(name) {
			d.Body = nil
		}
	case *ast.GenDecl:
		switch d.Tok {
		case token.TYPE:
			return keepSpecs(d, func(s *ast.TypeSpec) bool { return !p.gone(s.Name.Name) })
		case token.CONST:
			// Removing one constant would change iota and repeated
			// expressions of those that follow.
			names := specNames(d)
			if !slices.ContainsFunc(names, func(id *ast.Ident) bool { return !p.gone(id.Name) }) {
				return false
			}
			p.blank(names)
		case token.VAR:
			return keepSpecs(d, p.keepVar)
		}
	}
	return true
}

func keepSpecs[S ast.Spec](d *ast.GenDecl, keep func(S) bool) bool {
	specs := d.Specs[:0]
	for _, s := range d.Specs {
		if keep(s.(S)) {
			specs = append(specs, s)
		}
	}
	d.Specs = specs
	return len(specs) > 0
}

// keepVar changes a variable specification and reports whether any of its
// variables is left.
func (p *patch) keepVar(s *ast.ValueSpec) bool {
	left := 0
	for _, id := range s.Names {
		if !p.gone(id.Name) && !(p.noInit && id.Name == "_") {
			left++
		}
	}
	if left == 0 {
		return false
	}
	p.blank(s.Names)
	if p.noInit && s.Type != nil {
		s.Values = nil
	}
	return true
}

// blank renames the declarations that are left out to the blank identifier.
func (p *patch) blank(ids []*ast.Ident) {
	for _, id := range ids {
		if p.gone(id.Name) {
			id.Name = "_"
		}
	}
}

// dropImports removes the imports that nothing in the file uses any more.
// nameOf gives the name of the package with the import path.
func dropImports(f *ast.File, dropBlank bool, nameOf func(importPath string) string) {
	used := make(map[string]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	keep := func(s *ast.ImportSpec) bool {
		importPath := importPath(s)
		if s.Name == nil {
			return used[nameOf(importPath)]
		}
		switch s.Name.Name {
		case ".":
			return true
		case "_":
			return !dropBlank
		}
		return used[s.Name.Name]
	}
	f.Imports = nil
	decls := f.Decls[:0]
	for _, d := range f.Decls {
		gd, ok := d.(*ast.GenDecl)
		if !ok || gd.Tok != token.IMPORT {
			decls = append(decls, d)
		} else if keepSpecs(gd, keep) {
			decls = append(decls, d)
			for _, s := range gd.Specs {
				f.Imports = append(f.Imports, s.(*ast.ImportSpec))
			}
		}
	}
	f.Decls = decls
}

// importPath returns the path of an import, empty if it is malformed.
func importPath(s *ast.ImportSpec) string {
	p, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

// guessName is the name that a package with the import path has by custom.
func guessName(importPath string) string {
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
	}
	return base
}
