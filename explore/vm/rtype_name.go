package vm

// The names of types as gc writes them into type descriptors
// (cmd/compile/internal/types/fmt.go): what reflect.Type.String returns, what
// %T prints and what run-time panics quote.

import (
	"go/token"
	"go/types"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A nameMode says how packages are written.
type nameMode uint8

const (
	// shortNames qualifies by package name: "json.Decoder".
	shortNames nameMode = iota
	// linkNames qualifies by import path and numbers the types declared in
	// functions: "encoding/json.Decoder", "main.T·1". Type arguments are
	// always written so.
	linkNames
)

// A typeNamer writes types. It remembers what it found out about types
// declared in functions.
type typeNamer struct {
	// local has the numbers of the types declared in functions, among those of
	// their package in source order, by the position of their names.
	local map[token.Pos]int
	seen  map[*types.Package]bool
	// instances has the type arguments of the enclosing function for the
	// copies of a local type that instantiation makes.
	instances map[*types.TypeName][]types.Type
	// inside is the function being compiled.
	inside *ssa.Function
}

func (n *typeNamer) name(t types.Type, mode nameMode) string {
	w := typeWriter{typeNamer: n, mode: mode}
	w.typ(t)
	return w.String()
}

type typeWriter struct {
	*typeNamer
	strings.Builder
	mode nameMode
}

func (w *typeWriter) typ(t types.Type) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		w.WriteString(basicName(t))
	case *types.Named:
		w.named(t)
	case *types.Pointer:
		w.WriteByte('*')
		w.typ(t.Elem())
	case *types.Array:
		w.WriteByte('[')
		w.WriteString(strconv.FormatInt(t.Len(), 10))
		w.WriteByte(']')
		w.typ(t.Elem())
	case *types.Slice:
		w.WriteString("[]")
		w.typ(t.Elem())
	case *types.Chan:
		w.channel(t)
	case *types.Map:
		w.WriteString("map[")
		w.typ(t.Key())
		w.WriteByte(']')
		w.typ(t.Elem())
	case *types.Interface:
		w.iface(t)
	case *types.Signature:
		w.WriteString("func")
		w.signature(t)
	case *types.Struct:
		w.structure(t)
	default:
		// Types of go/ssa's own (iterators) are never seen by a program.
		w.WriteString(t.String())
	}
}

func basicName(t *types.Basic) string {
	switch t.Kind() {
	case types.UnsafePointer:
		return "unsafe.Pointer"
	case types.Uint8:
		return "uint8"
	case types.Int32:
		return "int32"
	}
	return t.Name()
}

func (w *typeWriter) qualify(pkg *types.Package) {
	if pkg == nil {
		return
	}
	if w.mode == shortNames {
		w.WriteString(pkg.Name())
	} else {
		w.WriteString(pathToPrefix(pkgPath(pkg)))
	}
	w.WriteByte('.')
}

func (w *typeWriter) named(t *types.Named) {
	obj := t.Obj()
	w.qualify(obj.Pkg())
	w.WriteString(obj.Name())
	implicit := w.implicit(obj)
	explicit := t.TypeArgs()
	if len(implicit)+explicit.Len() > 0 {
		w.WriteByte('[')
		for i, a := range implicit {
			if i > 0 {
				w.WriteByte(',')
			}
			w.WriteString(w.name(a, linkNames))
		}
		for i := range explicit.Len() {
			switch {
			case i == 0 && len(implicit) > 0:
				w.WriteByte(';')
			case i > 0:
				w.WriteByte(',')
			}
			w.WriteString(w.name(explicit.At(i), linkNames))
		}
		w.WriteByte(']')
	}
	if w.mode == linkNames {
		if i := w.number(obj); i > 0 {
			w.WriteString("·")
			w.WriteString(strconv.Itoa(i))
		}
	}
}

// implicit returns the type arguments of the function that declares obj, if
// that is generic. Each instance of the function has a copy of the type, first
// seen when the instance is compiled.
func (n *typeNamer) implicit(obj *types.TypeName) []types.Type {
	if args, ok := n.instances[obj]; ok {
		return args
	}
	if obj.Pkg() == nil || obj.Parent() != nil || n.number(obj) == 0 {
		return nil
	}
	f := n.inside
	for f != nil && f.Parent() != nil {
		f = f.Parent()
	}
	if f == nil {
		return nil
	}
	if n.instances == nil {
		n.instances = map[*types.TypeName][]types.Type{}
	}
	n.instances[obj] = f.TypeArgs()
	return f.TypeArgs()
}

// number returns the number of a type declared in a function, 0 for one
// declared in a package.
func (n *typeNamer) number(obj *types.TypeName) int {
	pkg := obj.Pkg()
	if pkg == nil || obj.Parent() == pkg.Scope() {
		return 0
	}
	if !n.seen[pkg] {
		if n.seen == nil {
			n.seen = map[*types.Package]bool{}
			n.local = map[token.Pos]int{}
		}
		n.seen[pkg] = true
		var found []*types.TypeName
		for i := range pkg.Scope().NumChildren() {
			found = localTypes(found, pkg.Scope().Child(i))
		}
		sort.Slice(found, func(i, j int) bool { return found[i].Pos() < found[j].Pos() })
		for i, o := range found {
			n.local[o.Pos()] = i + 1
		}
	}
	return n.local[obj.Pos()]
}

// localTypes appends the types declared in s and its inner scopes.
func localTypes(to []*types.TypeName, s *types.Scope) []*types.TypeName {
	for _, name := range s.Names() {
		if obj, ok := s.Lookup(name).(*types.TypeName); ok && !obj.IsAlias() {
			if _, param := obj.Type().(*types.TypeParam); !param {
				to = append(to, obj)
			}
		}
	}
	for i := range s.NumChildren() {
		to = localTypes(to, s.Child(i))
	}
	return to
}

func (w *typeWriter) channel(t *types.Chan) {
	switch t.Dir() {
	case types.RecvOnly:
		w.WriteString("<-chan ")
	case types.SendOnly:
		w.WriteString("chan<- ")
	default:
		w.WriteString("chan ")
		if e, ok := types.Unalias(t.Elem()).(*types.Chan); ok && e.Dir() == types.RecvOnly {
			w.WriteByte('(')
			w.typ(e)
			w.WriteByte(')')
			return
		}
	}
	w.typ(t.Elem())
}

func (w *typeWriter) iface(t *types.Interface) {
	ms := interfaceMethods(t)
	if len(ms) == 0 {
		w.WriteString("interface {}")
		return
	}
	w.WriteString("interface {")
	for i, m := range ms {
		if i > 0 {
			w.WriteByte(';')
		}
		w.WriteByte(' ')
		if !m.Exported() {
			w.qualify(m.Pkg())
		}
		w.WriteString(m.Name())
		w.signature(m.Type().(*types.Signature))
	}
	w.WriteString(" }")
}

func (w *typeWriter) signature(t *types.Signature) {
	w.tuple(t.Params(), t.Variadic())
	switch r := t.Results(); r.Len() {
	case 0:
	case 1:
		w.WriteByte(' ')
		w.typ(r.At(0).Type())
	default:
		w.WriteByte(' ')
		w.tuple(r, false)
	}
}

func (w *typeWriter) tuple(t *types.Tuple, variadic bool) {
	w.WriteByte('(')
	for i := range t.Len() {
		if i > 0 {
			w.WriteString(", ")
		}
		typ := t.At(i).Type()
		if s, ok := types.Unalias(typ).(*types.Slice); ok && variadic && i == t.Len()-1 {
			w.WriteString("...")
			typ = s.Elem()
		}
		w.typ(typ)
	}
	w.WriteByte(')')
}

func (w *typeWriter) structure(t *types.Struct) {
	w.WriteString("struct {")
	for i := range t.NumFields() {
		if i > 0 {
			w.WriteByte(';')
		}
		w.WriteByte(' ')
		f := t.Field(i)
		if !f.Embedded() {
			if w.mode == linkNames && !f.Exported() {
				w.qualify(f.Pkg())
			}
			w.WriteString(f.Name())
			w.WriteByte(' ')
		}
		w.typ(f.Type())
		if tag := t.Tag(i); tag != "" {
			w.WriteByte(' ')
			w.WriteString(strconv.Quote(tag))
		}
	}
	if t.NumFields() > 0 {
		w.WriteByte(' ')
	}
	w.WriteByte('}')
}

// interfaceMethods returns the methods of t in gc's order.
func interfaceMethods(t *types.Interface) []*types.Func {
	ms := make([]*types.Func, t.NumMethods())
	for i := range ms {
		ms[i] = t.Method(i)
	}
	sort.Slice(ms, func(i, j int) bool { return methodLess(ms[i], ms[j]) })
	return ms
}

// methodLess is the order of methods in descriptors: exported ones first,
// then by name, then by package (cmd/compile/internal/types.CompareSyms).
func methodLess(a, b types.Object) bool {
	if ea, eb := a.Exported(), b.Exported(); ea != eb {
		return ea
	}
	if a.Name() != b.Name() {
		return a.Name() < b.Name()
	}
	return !token.IsExported(a.Name()) && pkgPath(a.Pkg()) < pkgPath(b.Pkg())
}

// pkgPath is the import path as the linker knows it.
func pkgPath(pkg *types.Package) string {
	if pkg == nil {
		return ""
	}
	if pkg.Name() == "main" {
		return "main"
	}
	return pkg.Path()
}

// pathToPrefix escapes an import path as in linker symbols
// (cmd/internal/objabi.PathToPrefix).
func pathToPrefix(s string) string {
	slash := strings.LastIndexByte(s, '/')
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7f {
			const hex = "0123456789abcdef"
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
