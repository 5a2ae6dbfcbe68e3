package model

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A universe type-checks packages from source, with or without the models.
// It is a small reference for what the loader does, and shares nothing with it.
type universe struct {
	t      *testing.T
	models bool
	bodies bool // check the function bodies of real packages too
	fset   *token.FileSet
	ctx    build.Context
	pkgs   map[string]*types.Package
	errs   map[string][]error
}

func newUniverse(t *testing.T, models bool) *universe {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "linux", "amd64", false
	ctx.BuildTags = []string{"purego", "math_big_pure_go"}
	return &universe{t: t, models: models, fset: token.NewFileSet(), ctx: ctx,
		pkgs: map[string]*types.Package{"unsafe": types.Unsafe}, errs: map[string][]error{}}
}

// Import implements types.Importer.
func (u *universe) Import(path string) (*types.Package, error) {
	if p := u.pkgs[path]; p != nil {
		return p, nil
	}
	var m Model
	if u.models {
		m, _ = Lookup(path)
	}
	files, name, err := u.parse(path, m)
	if err != nil {
		return nil, err
	}
	conf := types.Config{
		Importer:         u,
		Sizes:            types.SizesFor("gc", "amd64"),
		IgnoreFuncBodies: len(m.Files) == 0 && !u.bodies,
		FakeImportC:      true,
		Error: func(err error) {
			// The imports that only dropped bodies needed are unused.
			if !strings.Contains(err.Error(), " imported ") || !strings.Contains(err.Error(), "not used") {
				u.errs[path] = append(u.errs[path], err)
			}
		},
	}
	pkg, _ := conf.Check(path, u.fset, files, nil)
	if pkg == nil {
		return nil, fmt.Errorf("no package %s", name)
	}
	u.pkgs[path] = pkg
	return pkg, nil
}

func (u *universe) parse(path string, m Model) (files []*ast.File, name string, err error) {
	own := map[string]bool{}
	for _, f := range m.Files {
		file, err := parser.ParseFile(u.fset, f.Name, f.Content, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, "", err
		}
		files = append(files, file)
		for _, d := range file.Decls {
			declNames(d, func(n string) bool { own[n] = true; return true })
		}
	}
	if m.Replace {
		return files, path, nil
	}
	dir := filepath.Join(u.ctx.GOROOT, "src", path)
	bp, err := u.ctx.ImportDir(dir, 0)
	if err != nil {
		dir = filepath.Join(u.ctx.GOROOT, "src/vendor", path)
		if bp, err = u.ctx.ImportDir(dir, 0); err != nil {
			return nil, "", err
		}
	}
	for _, f := range bp.GoFiles {
		file, err := parser.ParseFile(u.fset, filepath.Join(dir, f), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, "", err
		}
		cut(file, own, m)
		files = append(files, file)
	}
	return files, bp.Name, nil
}

// cut takes the declarations in own out of a real file, and the bodies that
// the model drops.
func cut(file *ast.File, own map[string]bool, m Model) {
	var decls []ast.Decl
	for _, d := range file.Decls {
		keep := declNames(d, func(n string) bool { return !own[n] && !named(m.Remove, n) })
		if f, ok := d.(*ast.FuncDecl); ok {
			n := funcName(f)
			switch {
			case n == "init" && (m.Bodyless || m.NoInit || named(m.Remove, n)):
				keep = false
			case m.Bodyless && !named(m.Keep, n) || named(m.Drop, n):
				f.Body = nil
			}
		}
		if keep {
			decls = append(decls, d)
		}
	}
	file.Decls = decls
}

func named(list []string, n string) bool {
	if recv, _, ok := strings.Cut(n, "."); ok && slices.Contains(list, recv+".*") {
		return true
	}
	return slices.Contains(list, n)
}

func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if x, ok := t.(*ast.IndexExpr); ok {
		t = x.X
	}
	if x, ok := t.(*ast.IndexListExpr); ok {
		t = x.X
	}
	return t.(*ast.Ident).Name + "." + f.Name.Name
}

// declNames calls keep for every name that d declares and takes out the
// specs for which it is false. It reports whether something is left.
func declNames(d ast.Decl, keep func(string) bool) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		n := funcName(d)
		return n == "init" || n == "_" || keep(n)
	case *ast.GenDecl:
		var specs []ast.Spec
		for _, s := range d.Specs {
			ok := true
			switch s := s.(type) {
			case *ast.TypeSpec:
				ok = keep(s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.Name != "_" && !keep(n.Name) {
						if len(s.Names) > 1 {
							n.Name = "_"
						} else {
							ok = false
						}
					}
				}
			}
			if ok {
				specs = append(specs, s)
			}
		}
		left := len(specs) > 0 || len(d.Specs) == 0
		if d.Tok != token.CONST { // taking a line out would change iota
			d.Specs = specs
		}
		return left
	}
	return true
}
