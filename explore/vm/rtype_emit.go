package vm

import (
	"encoding/binary"
	"go/token"
	"go/types"
	"sort"
)

// An emitter builds the descriptors of a type and of all types that its
// descriptor points to (locked).
type emitter struct {
	*Program
	*typeTable
	queue []*typeInfo // records that are reserved but not filled
}

// reserve returns the address of n new zero bytes.
func (e *emitter) reserve(n, align uint64) Addr {
	a, _ := e.rodata(n, align)
	return a
}

func (e *emitter) put8(a Addr, v uint8)   { e.robytes(a, 1)[0] = v }
func (e *emitter) put16(a Addr, v uint16) { binary.LittleEndian.PutUint16(e.robytes(a, 2), v) }
func (e *emitter) put32(a Addr, v uint32) { binary.LittleEndian.PutUint32(e.robytes(a, 4), v) }
func (e *emitter) put64(a Addr, v uint64) { binary.LittleEndian.PutUint64(e.robytes(a, 8), v) }

func alignUp(n, align uint64) uint64 { return (n + align - 1) &^ (align - 1) }

// info returns the info of a type. A new type is numbered, laid out and its
// record reserved; drain fills it.
func (e *emitter) info(typ types.Type) *typeInfo {
	if i, ok := e.find(typ); ok {
		return i
	}
	typ = types.Default(types.Unalias(typ))
	if i, ok := e.find(typ); ok {
		return i
	}
	i := &typeInfo{typ: typ, under: typ.Underlying()}
	e.layout(i)
	i.num = uint32(len(e.infos))
	e.infos = append(e.infos, i)
	i.addr = e.reserve(e.recordSize(i), 16)
	e.addrs[typ] = i
	e.canon.Set(typ, i)
	e.byAddr[i.addr] = i
	e.queue = append(e.queue, i)
	return i
}

func (e *emitter) drain() {
	for len(e.queue) > 0 {
		i := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		e.fill(i)
	}
}

// isNamed reports whether gc has a symbol for the type.
func isNamed(t types.Type) bool {
	switch t.(type) {
	case *types.Named, *types.Basic:
		return true
	}
	return false
}

// methodSet returns the methods of a type that is not an interface, in the
// order of descriptors.
func (t *typeTable) methodSet(typ types.Type) []*types.Selection {
	if types.IsInterface(typ) {
		return nil
	}
	switch u := typ.(type) {
	case *types.Named, *types.Struct:
	case *types.Pointer:
		switch types.Unalias(u.Elem()).(type) {
		case *types.Named, *types.Struct:
		default:
			return nil
		}
	default:
		return nil
	}
	set := t.msets.MethodSet(typ)
	if set.Len() == 0 {
		return nil
	}
	ms := make([]*types.Selection, set.Len())
	for n := range ms {
		ms[n] = set.At(n)
	}
	sort.SliceStable(ms, func(a, b int) bool { return methodLess(ms[a].Obj(), ms[b].Obj()) })
	return ms
}

func (e *emitter) extra(i *typeInfo) bool {
	return isNamed(i.typ) || len(e.methodSet(i.typ)) > 0
}

// variableSize is the size of what follows the uncommon part, without the
// methods.
func variableSize(i *typeInfo) uint64 {
	switch t := i.under.(type) {
	case *types.Signature:
		return uint64(t.Params().Len()+t.Results().Len()) * 8
	case *types.Interface:
		return uint64(t.NumMethods()) * imethodSize
	case *types.Struct:
		return uint64(t.NumFields()) * structFieldSize
	}
	return 0
}

func (e *emitter) recordSize(i *typeInfo) uint64 {
	n := fixedSize(i.kind) + variableSize(i)
	if e.extra(i) {
		n += uncommonTypeSize + uint64(len(e.methodSet(i.typ)))*methodSize
	}
	return n
}

// fill writes the record of a type.
func (e *emitter) fill(i *typeInfo) {
	a := i.addr
	rest := a + fixedSize(i.kind)
	extra := e.extra(i)
	if extra {
		e.uncommon(rest, i)
		rest += uncommonTypeSize
	}
	e.common(i, extra)
	switch t := i.under.(type) {
	case *types.Array:
		e.put64(a+offElem, i.elem.addr)
		e.put64(a+offElem+8, e.info(types.NewSlice(t.Elem())).addr)
		e.put64(a+offElem+16, i.length)
	case *types.Slice:
		e.putElem(i, t.Elem())
	case *types.Pointer:
		e.putElem(i, t.Elem())
	case *types.Chan:
		e.putElem(i, t.Elem())
		e.put64(a+offElem+8, [...]uint64{types.SendRecv: 3, types.SendOnly: 2, types.RecvOnly: 1}[t.Dir()])
	case *types.Map:
		e.fillMap(i, t)
	case *types.Signature:
		e.fillFunc(a, rest, t)
	case *types.Interface:
		e.fillInterface(i, rest, t)
	case *types.Struct:
		e.fillStruct(i, rest, t)
	}
}

func (e *emitter) putElem(i *typeInfo, elem types.Type) {
	i.elem = e.info(elem)
	e.put64(i.addr+offElem, i.elem.addr)
}

func (e *emitter) common(i *typeInfo, extra bool) {
	a := i.addr
	var flags uint8
	if extra {
		flags |= tflagUncommon
	}
	if isNamed(i.typ) {
		flags |= tflagNamed
	}
	if i.ops.memory() {
		flags |= tflagRegularMemory
	}
	if i.direct {
		flags |= tflagDirectIface
	}
	var mask Addr
	if i.ptrBytes/8 > maxInlineMaskWords {
		// Nobody asks for it: the machine has masks of its own.
		flags |= tflagGCMaskOnDemand
		mask = e.reserve(8, 8)
	} else {
		mask = e.mask(i)
	}
	e.put64(a+offSize, i.size)
	e.put64(a+offPtrBytes, i.ptrBytes)
	e.put32(a+offHash, i.num)
	e.put8(a+offTFlag, flags)
	e.put8(a+offAlign, i.align)
	e.put8(a+offAlign+1, i.align)
	e.put8(a+offKind, i.kind)
	if i.ops.comparable() {
		e.put64(a+offEqual, e.closure(e.equalCode, a))
	}
	e.put64(a+offGCData, mask)
	e.put32(a+offStr, uint32(e.typeString(i.typ)))
}

// closure makes a closure object with one captured word.
func (e *emitter) closure(code, captured uint64) Addr {
	c := e.reserve(16, 8)
	e.put64(c, code)
	e.put64(c+8, captured)
	return c
}

func (e *emitter) typeString(t types.Type) Addr {
	base := t
	if p, ok := t.(*types.Pointer); ok {
		base = types.Unalias(p.Elem())
	}
	exported := false
	if n, ok := base.(*types.Named); ok {
		exported = n.Obj().Exported()
	}
	return e.encodedName(e.namer.name(t, shortNames), "", exported, false, nil)
}

// mask emits the pointer mask of a type.
func (e *emitter) mask(i *typeInfo) Addr {
	if i.ptrBytes == 0 {
		return e.blob("\x00mask", make([]byte, 8), 8)
	}
	b := make([]byte, alignUp((i.ptrBytes/8+7)/8, 8))
	for n := range b {
		if w := n / 8; w < len(i.ptrmask) {
			b[n] = byte(i.ptrmask[w] >> (n % 8 * 8))
		}
	}
	return e.blob("\x00mask", b, 8)
}

// blob emits bytes, once for all uses with the same key prefix and content.
func (e *emitter) blob(prefix string, b []byte, align uint64) Addr {
	key := prefix + string(b)
	if a, ok := e.blobs[key]; ok {
		return a
	}
	a := e.reserve(uint64(len(b)), align)
	copy(e.robytes(a, uint64(len(b))), b)
	e.blobs[key] = a
	return a
}

// encodedName emits an abi.Name.
func (e *emitter) encodedName(name, tag string, exported, embedded bool, pkg *types.Package) Addr {
	b := make([]byte, 1, len(name)+len(tag)+16)
	if exported {
		b[0] |= nameExported
	}
	if tag != "" {
		b[0] |= nameTagged
	}
	if pkg != nil {
		b[0] |= nameHasPkg
	}
	if embedded {
		b[0] |= nameEmbedded
	}
	b = binary.AppendUvarint(b, uint64(len(name)))
	b = append(b, name...)
	if tag != "" {
		b = binary.AppendUvarint(b, uint64(len(tag)))
		b = append(b, tag...)
	}
	if pkg != nil {
		b = binary.LittleEndian.AppendUint32(b, uint32(e.pkgName(pkg)))
	}
	return e.blob("", b, 1)
}

// pkgName emits the name that holds an import path; 0 for no package.
func (e *emitter) pkgName(pkg *types.Package) Addr {
	if pkg == nil {
		return 0
	}
	path := pkgPath(pkg)
	if e.pkgs[path] == nil {
		e.pkgs[path] = pkg
	}
	return e.encodedName(path, "", false, false, nil)
}

// typePkg is the package of a type in its uncommon part.
func typePkg(t types.Type) *types.Package {
	switch u := t.(type) {
	case *types.Array:
		t = u.Elem()
	case *types.Slice:
		t = u.Elem()
	case *types.Pointer:
		t = u.Elem()
	case *types.Chan:
		t = u.Elem()
	}
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		return u.Obj().Pkg()
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return types.Unsafe
		}
	}
	return nil
}

// uncommon writes the UncommonType at a and the methods behind the
// variable part.
func (e *emitter) uncommon(a Addr, i *typeInfo) {
	pkg := typePkg(i.typ)
	ms := e.methodSet(i.typ)
	exported := sort.Search(len(ms), func(n int) bool { return !ms[n].Obj().Exported() })
	moff := uncommonTypeSize + variableSize(i)
	e.put32(a, uint32(e.pkgName(pkg)))
	e.put16(a+4, uint16(len(ms)))
	e.put16(a+6, uint16(exported))
	e.put32(a+8, uint32(moff))
	for n, sel := range ms {
		m := a + moff + uint64(n)*methodSize
		e.put32(m, uint32(e.methodName(sel.Obj(), pkg)))
		token := e.lazy.method(i, sel)
		e.put32(m+4, token.typ())
		e.put32(m+8, token.text(true))
		e.put32(m+12, token.text(false))
	}
}

// methodName emits the name of a method of a type of package pkg.
func (e *emitter) methodName(m types.Object, pkg *types.Package) Addr {
	exported := token.IsExported(m.Name())
	if exported || m.Pkg() == pkg {
		return e.encodedName(m.Name(), "", exported, false, nil)
	}
	return e.encodedName(m.Name(), "", false, false, m.Pkg())
}

func (e *emitter) fillFunc(a, rest Addr, t *types.Signature) {
	in, out := t.Params(), t.Results()
	e.put16(a+48, uint16(in.Len()))
	n := uint16(out.Len())
	if t.Variadic() {
		n |= funcVariadic
	}
	e.put16(a+50, n)
	for _, tuple := range []*types.Tuple{in, out} {
		for k := range tuple.Len() {
			e.put64(rest, e.info(tuple.At(k).Type()).addr)
			rest += 8
		}
	}
}

func (e *emitter) fillInterface(i *typeInfo, rest Addr, t *types.Interface) {
	var pkg *types.Package
	if n, ok := i.typ.(*types.Named); ok {
		pkg = n.Obj().Pkg()
	}
	a := i.addr
	if pkg != nil {
		e.put64(a+48, e.pkgName(pkg))
	}
	ms := interfaceMethods(t)
	e.put64(a+56, rest)
	e.put64(a+64, uint64(len(ms)))
	e.put64(a+72, uint64(len(ms)))
	for n, m := range ms {
		at := rest + uint64(n)*imethodSize
		e.put32(at, uint32(e.methodName(m, pkg)))
		e.put32(at+4, e.lazy.signature(m.Type()).typ())
	}
}

func (e *emitter) fillStruct(i *typeInfo, rest Addr, t *types.Struct) {
	a := i.addr
	for n := range t.NumFields() {
		if f := t.Field(n); !f.Exported() {
			e.put64(a+48, e.pkgName(f.Pkg()))
			break
		}
	}
	e.put64(a+56, rest)
	e.put64(a+64, uint64(t.NumFields()))
	e.put64(a+72, uint64(t.NumFields()))
	for n := range t.NumFields() {
		f := t.Field(n)
		at := rest + uint64(n)*structFieldSize
		e.put64(at, e.encodedName(f.Name(), t.Tag(n), f.Exported(), f.Embedded(), nil))
		e.put64(at+8, e.info(f.Type()).addr)
		e.put64(at+16, i.offsets[n])
	}
}

// Offsets and flags of abi.MapType.
const (
	offMapElem   = 56
	offMapHasher = 72
	offMapFlags  = 104

	mapNeedKeyUpdate  = 1
	mapHashMightPanic = 2
)

// fillMap leaves out the group type: the tables of maps are the machine's
// own.
func (e *emitter) fillMap(i *typeInfo, t *types.Map) {
	a := i.addr
	i.key, i.elem = e.info(t.Key()), e.info(t.Elem())
	e.layoutMap(i, t)
	e.put64(a+offElem, i.key.addr)
	e.put64(a+offMapElem, i.elem.addr)
	e.put64(a+offMapHasher, e.closure(e.hashCode, i.key.addr))
	flags := uint32(0)
	if !i.key.ops.memory() {
		flags |= mapNeedKeyUpdate
	}
	if i.key.ops.mayPanic() {
		flags |= mapHashMightPanic
	}
	e.put32(a+offMapFlags, flags)
}
