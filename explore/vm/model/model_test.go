package model

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestModelsCompile type-checks every model against the packages it imports,
// in the world of models.
func TestModelsCompile(t *testing.T) {
	u := newUniverse(t, true)
	for _, path := range Paths() {
		if _, err := u.Import(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, errs := range u.errs {
		for _, err := range errs {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestSameAPI compares what a replaced package exports with what the real
// one exports: any program must compile against the model.
func TestSameAPI(t *testing.T) {
	real, ours := newUniverse(t, false), newUniverse(t, true)
	for _, path := range Paths() {
		// Internal packages owe nothing to programs, and what the standard
		// library wants of them TestStandardLibrary shows.
		if m, _ := Lookup(path); !m.Replace || strings.HasPrefix(path, "internal/") || strings.Contains(path, "/internal/") {
			continue
		}
		r, err := real.Import(path)
		if err != nil {
			t.Errorf("%s: no real package: %v", path, err)
			continue
		}
		o, err := ours.Import(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		want, got := api(r), api(o)
		for name, w := range want {
			if g := got[name]; g != w {
				t.Errorf("%s.%s:\n have %s\n want %s", path, name, g, w)
			}
		}
		for name := range got {
			if _, ok := want[name]; !ok {
				t.Errorf("%s.%s: not in the real package", path, name)
			}
		}
	}
}

// TestDirectives checks that a file without a directive or with an unknown
// one is an error.
func TestDirectives(t *testing.T) {
	for _, text := range []string{
		"package p", "//mazurka:drop f\npackage p", "//mazurka:patch\n//mazurka:nonsense\npackage p",
		"package p\n//mazurka:patch\n", "//mazurka:\npackage p",
	} {
		var m Model
		if err := m.directives(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	var m Model
	if err := m.directives("//mazurka:bodyless\n//mazurka:keep A B.C\n//mazurka:noinit\npackage p"); err != nil {
		t.Fatal(err)
	}
	if !m.Bodyless || !m.NoInit || !slices.Equal(m.Keep, []string{"A", "B.C"}) {
		t.Errorf("wrong model %+v", m)
	}
}

// api describes what a package exports: a text for each name.
func api(pkg *types.Package) map[string]string {
	out := map[string]string{}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			val := obj.Val()
			if val.Kind() == constant.Int {
				val = constant.ToInt(val)
			}
			out[name] = "const " + typeText(obj.Type()) + " = " + val.ExactString()
		case *types.Var:
			out[name] = "var " + typeText(obj.Type())
		case *types.Func:
			out[name] = typeText(obj.Type())
		case *types.TypeName:
			describeType(out, obj)
		}
	}
	return out
}

func describeType(out map[string]string, obj *types.TypeName) {
	if obj.IsAlias() {
		out[obj.Name()] = "alias " + typeText(types.Unalias(obj.Type()))
		return
	}
	out[obj.Name()] = "type" + shape(obj.Type().Underlying())
	for i, set := range []*types.MethodSet{types.NewMethodSet(obj.Type()), types.NewMethodSet(types.NewPointer(obj.Type()))} {
		for m := range set.Methods() {
			if m.Obj().Exported() {
				out[obj.Name()+[]string{".", ".*"}[i]+m.Obj().Name()] = typeText(m.Obj().Type())
			}
		}
	}
}

// shape describes the exported part of a type's structure.
func shape(t types.Type) string {
	s, ok := t.(*types.Struct)
	if !ok {
		return " " + typeText(t)
	}
	var b strings.Builder
	b.WriteString(" struct")
	for i := range s.NumFields() {
		f := s.Field(i)
		if !ast.IsExported(f.Name()) {
			continue
		}
		b.WriteString("; " + f.Name() + " " + typeText(f.Type()) + " " + s.Tag(i))
		if f.Embedded() {
			b.WriteString(" embedded")
		}
	}
	if !types.Comparable(s) {
		b.WriteString(" (not comparable)")
	}
	return b.String()
}

// typeText is the text of a type without parameter names.
func typeText(t types.Type) string {
	if sig, ok := t.(*types.Signature); ok {
		t = types.NewSignatureType(nil, nil, tparams(sig), unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic())
	}
	return types.TypeString(t, func(p *types.Package) string { return p.Path() })
}

// tparams are fresh copies of the type parameters, for the text only.
func tparams(sig *types.Signature) []*types.TypeParam {
	var out []*types.TypeParam
	for p := range sig.TypeParams().TypeParams() {
		out = append(out, types.NewTypeParam(types.NewTypeName(0, nil, p.Obj().Name(), nil), p.Constraint()))
	}
	return out
}

func unnamed(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(0, nil, "", v.Type()))
	}
	return types.NewTuple(vars...)
}

// TestStandardLibrary type-checks the rest of the standard library in the
// world of models, with function bodies.
func TestStandardLibrary(t *testing.T) {
	u := newUniverse(t, true)
	u.bodies = true
	for _, path := range []string{
		"bufio", "compress/gzip", "context", "crypto/rand", "crypto/sha256", "database/sql", "encoding/gob",
		"encoding/json", "encoding/xml", "expvar", "fmt", "go/ast", "html/template", "image", "io/ioutil", "log",
		"log/slog", "math/big", "math/rand", "math/rand/v2", "net", "net/http", "net/http/httptest", "net/rpc",
		"os/exec", "os/user", "path/filepath", "plugin", "regexp", "runtime/metrics", "sort", "strings", "sync",
		"testing/fstest", "testing/iotest", "testing/quick", "testing/synctest", "text/template", "time",
	} {
		if _, err := u.Import(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, errs := range u.errs {
		for _, err := range errs {
			t.Errorf("%s: %v", path, err)
		}
	}
}
