package vm

// What reflect and its relatives have no body for: types made at run time,
// and what is asked of them. Typed memory, maps and calls are in reflect_memory.go,
// reflect_maps.go and reflect_call.go. The Go side is model/_src/reflect.

import (
	"go/token"
	"go/types"
	"path"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// A typeCache holds what a machine has found out about types. It is never
// rewound.
type typeCache struct {
	itabs map[itabKey]Addr
	made  map[madeKey]Addr
	stubs map[stubKey]Addr
}

// A madeKey is a question for a type made from others.
type madeKey struct {
	kind uint8
	a, b Addr
}

func init() {
	register(map[string]Intrinsic{
		"(*reflect.rtype).ptrTo": func(m *Machine, _ *G, w []uint64) trap {
			return m.makeType(w, madeKey{kindPointer, w[0], 0}, func(t types.Type) types.Type {
				return types.NewPointer(t)
			})
		},
		"reflect.sliceOf": func(m *Machine, _ *G, w []uint64) trap {
			return m.makeType(w, madeKey{kindSlice, w[0], 0}, func(t types.Type) types.Type {
				return types.NewSlice(t)
			})
		},
		"reflect.arrayOf": func(m *Machine, _ *G, w []uint64) trap {
			n := int64(w[0])
			return m.makeType(w, madeKey{kindArray, w[1], w[0]}, func(t types.Type) types.Type {
				return types.NewArray(t, n)
			})
		},
		"reflect.chanOf": func(m *Machine, _ *G, w []uint64) trap {
			dir := [...]types.ChanDir{1: types.RecvOnly, 2: types.SendOnly, 3: types.SendRecv}[w[0]&3]
			return m.makeType(w, madeKey{kindChan, w[1], w[0]}, func(t types.Type) types.Type {
				return types.NewChan(dir, t)
			})
		},
		"reflect.mapOf": func(m *Machine, _ *G, w []uint64) trap {
			elem := m.typeInfo(w[1])
			return m.makeType(w, madeKey{kindMap, w[0], w[1]}, func(t types.Type) types.Type {
				return types.NewMap(t, elem.typ)
			})
		},
		"reflect.funcOf":   reflectFuncOf,
		"reflect.structOf": reflectStructOf,

		"reflect.implements":              reflectImplements,
		"internal/reflectlite.implements": reflectImplements,

		"reflect.resolveNameOff":              reflectOffset,
		"internal/reflectlite.resolveNameOff": reflectOffset,
		"reflect.resolveTypeOff":              reflectTypeOff,
		"internal/reflectlite.resolveTypeOff": reflectTypeOff,
		"reflect.resolveTextOff": func(m *Machine, _ *G, w []uint64) trap {
			return m.static(w, func(p *Program) uint64 { return p.resolveText(uint32(w[1])) })
		},
		"reflect.addReflectOff": func(*Machine, *G, []uint64) trap { return trapNone },
		"reflect.typelinks":     func(_ *Machine, _ *G, w []uint64) trap { clear(w[:6]); return trapNone },
		"reflect.getStaticuint64s": func(m *Machine, _ *G, w []uint64) trap {
			return m.static(w, (*Program).smallInts)
		},
		"reflect.verifyNotInHeapPtr": func(_ *Machine, _ *G, w []uint64) trap { w[0] = 1; return trapNone },

		"internal/abi.FuncPCABI0":        funcPCOf,
		"internal/abi.FuncPCABIInternal": funcPCOf,
	})
}

// static puts the answer to a question about static data into w[0].
func (m *Machine) static(w []uint64, f func(p *Program) uint64) trap {
	m.prog.mu.Lock()
	a := f(m.prog)
	m.prog.mu.Unlock()
	m.syncStatic()
	w[0] = a
	return trapNone
}

// makeType puts the descriptor of a type made from that at key.a into w[0].
func (m *Machine) makeType(w []uint64, key madeKey, f func(types.Type) types.Type) trap {
	if a, ok := m.types.made[key]; ok {
		w[0] = a
		return trapNone
	}
	t := m.static(w, func(p *Program) uint64 { return p.typeAddr(f(p.typeInfo(key.a).typ)) })
	if m.types.made == nil {
		m.types.made = map[madeKey]Addr{}
	}
	m.types.made[key] = w[0]
	return t
}

// typeList reads a []*abi.Type.
func (m *Machine) typeList(w []uint64) []*types.Var {
	list := make([]*types.Var, w[1])
	for i := range list {
		t := m.typeInfo(m.load64(w[0] + uint64(i)*8))
		list[i] = types.NewParam(token.NoPos, nil, "", t.typ)
	}
	return list
}

// funcOf(in, out []*abi.Type, variadic bool)
func reflectFuncOf(m *Machine, _ *G, w []uint64) trap {
	in, out := types.NewTuple(m.typeList(w)...), types.NewTuple(m.typeList(w[3:])...)
	sig := types.NewSignatureType(nil, nil, nil, in, out, w[6] != 0)
	return m.static(w, func(p *Program) uint64 { return p.typeAddr(sig) })
}

// The layout of a reflect.newField.
const (
	newFieldName     = 0
	newFieldPkg      = 16
	newFieldTag      = 32
	newFieldType     = 48
	newFieldEmbedded = 56
	newFieldSize     = 64
)

// structOf(fields []newField)
func reflectStructOf(m *Machine, _ *G, w []uint64) trap {
	str := func(a Addr) string { return string(m.bytes(m.load64(a), m.load64(a+8))) }
	n := w[1]
	fields, tags := make([]*types.Var, n), make([]string, n)
	return m.static(w, func(p *Program) uint64 {
		for i := range n {
			a := w[0] + i*newFieldSize
			var pkg *types.Package
			if path := str(a + newFieldPkg); path != "" {
				pkg = p.types.pkg(path)
			}
			t := p.typeInfo(m.load64(a + newFieldType)).typ
			fields[i] = types.NewField(token.NoPos, pkg, str(a+newFieldName), t, m.load8(a+newFieldEmbedded) != 0)
			tags[i] = str(a + newFieldTag)
		}
		t := types.NewStruct(fields, tags)
		_, known := p.types.find(t)
		made := p.typeInfoOf(t)
		for _, f := range fields {
			if !known && f.Embedded() && types.IsInterface(f.Type()) {
				made.stubs = true
			}
		}
		return made.addr
	})
}

// pkg returns the package that descriptors name by this path. Types are
// identical if the paths of their packages are.
func (t *typeTable) pkg(p string) *types.Package {
	pkg := t.pkgs[p]
	if pkg == nil {
		pkg = types.NewPackage(p, path.Base(p))
		t.pkgs[p] = pkg
	}
	return pkg
}

// implements(T, V *abi.Type) bool: does V implement the interface type T?
func reflectImplements(m *Machine, _ *G, w []uint64) trap {
	t, v := m.typeInfo(w[0]), m.typeInfo(w[1])
	ok := false
	if inter, is := t.under.(*types.Interface); is {
		if v.kind == kindInterface {
			// go/types remembers what it computes about interfaces.
			m.prog.mu.Lock()
			ok = types.Implements(v.typ, inter)
			m.prog.mu.Unlock()
		} else {
			_, ok = m.itabFor(t.addr, v.addr)
		}
	}
	w[0] = bit(ok)
	return trapNone
}

// (base unsafe.Pointer, off int32) unsafe.Pointer; offsets of names are
// addresses.
func reflectOffset(_ *Machine, _ *G, w []uint64) trap {
	w[0] = uint64(uint32(w[1]))
	return trapNone
}

func reflectTypeOff(m *Machine, _ *G, w []uint64) trap {
	off := uint32(w[1])
	return m.static(w, func(p *Program) uint64 { return p.resolveType(off) })
}

// smallInts is the address of the words 0 to 255 (locked).
func (p *Program) smallInts() Addr {
	if p.types.ints == 0 {
		a, b := p.rodata(256*8, 8)
		for i := range 256 {
			b[8*i] = byte(i)
		}
		p.types.ints = a
	}
	return p.types.ints
}

// funcPCOf(f any): the code pointer of a function value.
func funcPCOf(m *Machine, _ *G, w []uint64) trap {
	if w[0] = w[1]; m.valid(w[1], 8) {
		w[0] = m.load64(w[1])
	}
	return trapNone
}

// initStubs makes the code of the functions in descriptors (locked).
func (p *Program) initStubs() {
	stub := func(name string) uint64 {
		f := &compile.Func{
			Name: name, Words: 3, Params: 2, Clear: 2, Results: 1, Closure: true, Hidden: true, Recover: -1,
			Pointers: []uint64{7},
			Code: []compile.Instr{
				{Op: compile.OpIntrinsic, Imm: intrinsicID(name)},
				{Op: compile.OpRet, C: 1},
			},
		}
		linker{p}.AddFunc(f)
		return funcPC(f.ID, 0)
	}
	p.types.equalCode = stub("internal/abi.equal")
	p.types.hashCode = stub("internal/abi.hash")
}

func (m *Machine) typeHash(g *G, w []uint64, typ, p Addr, seed uint64) trap {
	var h uint64
	if t := m.typeInfo(typ); t.size > 0 {
		var bad Addr
		if h, bad = m.hashAt(t, m.ptr(p), seed); bad != 0 {
			return m.callRuntime(g, "panicunhashable", bad)
		}
	}
	w[0] = mix(h, seed)
	return trapNone
}

func init() {
	register(map[string]Intrinsic{
		"reflect.makechan": func(m *Machine, g *G, w []uint64) (t trap) {
			w[0], t = m.makeChan(g, m.typeInfo(w[0]).elem.addr, w[1])
			return t
		},
		"reflect.chancap": func(m *Machine, _ *G, w []uint64) trap {
			if w[0] != 0 {
				w[0] = m.load64(w[0] + chanCap)
			}
			return trapNone
		},
		"reflect.makemap": func(m *Machine, g *G, w []uint64) (t trap) {
			w[0], t = m.mapMake(g, w[0], w[1])
			return t
		},
		"reflect.maplen":              reflectMapLen,
		"internal/reflectlite.maplen": reflectMapLen,
		"reflect.mapclear": func(m *Machine, g *G, w []uint64) trap {
			if w[1] != 0 && m.hookWrite(g, w[1], 8) {
				return trapPark
			}
			m.mapClear(w[1])
			return trapNone
		},
		// (t *abi.Type, m, key unsafe.Pointer) unsafe.Pointer; with _faststr the key
		// is a string.
		"reflect.mapaccess":         func(m *Machine, g *G, w []uint64) trap { return reflectGet(m, g, w, m.ptr(w[2])) },
		"reflect.mapaccess_faststr": func(m *Machine, g *G, w []uint64) trap { return reflectGet(m, g, w, unsafe.Pointer(&w[2])) },
		// (t *abi.Type, m, key, val unsafe.Pointer)
		"reflect.mapassign0":         func(m *Machine, g *G, w []uint64) trap { return reflectSet(m, g, w, m.ptr(w[2]), w[3]) },
		"reflect.mapassign_faststr0": func(m *Machine, g *G, w []uint64) trap { return reflectSet(m, g, w, unsafe.Pointer(&w[2]), w[4]) },
		"reflect.mapdelete":          func(m *Machine, g *G, w []uint64) trap { return reflectDelete(m, g, w, m.ptr(w[2])) },
		"reflect.mapdelete_faststr":  func(m *Machine, g *G, w []uint64) trap { return reflectDelete(m, g, w, unsafe.Pointer(&w[2])) },

		"(*internal/runtime/maps.Iter).init": func(m *Machine, g *G, w []uint64) trap {
			var it [mapIterWords]uint64
			if m.hookRead(g, w[1], 8) {
				return trapPark
			}
			m.mapIterInit(it[:], w[1])
			m.storeIter(w[0], &it)
			return trapNone
		},
		"(*internal/runtime/maps.Iter).Next": reflectNext,
		// maps.clone(m any) any
		"maps.clone": func(m *Machine, g *G, w []uint64) (t trap) {
			if w[1] != 0 && m.hookRead(g, w[1], 8) {
				return trapPark
			}
			w[1], t = m.mapClone(g, w[0], w[1])
			return t
		},
	})
}

func init() {
	register(map[string]Intrinsic{
		// missingMethod(inter, t *_type) string
		"runtime.missingMethod": func(m *Machine, _ *G, w []uint64) trap {
			m.constString(w, m.missingMethod(w[0], w[1]))
			return trapNone
		},
		"internal/runtime/maps.typeString": func(m *Machine, _ *G, w []uint64) trap {
			m.constString(w, m.typeName(w[0]))
			return trapNone
		},
	})
}
