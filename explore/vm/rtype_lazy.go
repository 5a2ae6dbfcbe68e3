package vm

// What a descriptor names by a 32-bit offset (types.NameOff apart) is a token:
// the type or code behind it is made when the guest asks for it through
// reflect's resolveTypeOff and resolveTextOff. Otherwise the descriptor of one
// type would drag in all types in the signatures of its methods, and so most
// of a program.

import "go/types"

// tokenBit distinguishes tokens from addresses.
const tokenBit = 1 << 30

// A lazyToken is an index into lazyTable.refs.
type lazyToken uint32

func (t lazyToken) typ() uint32 { return tokenBit | uint32(t) }

// text is the token of the code of a method: the version that takes one word
// as its receiver, for calls through interfaces, or the plain one.
func (t lazyToken) text(boxed bool) uint32 {
	if boxed {
		return tokenBit | uint32(t)<<1 | 1
	}
	return tokenBit | uint32(t)<<1
}

type lazyRef struct {
	sig types.Type
	// For methods of concrete types:
	recv *typeInfo
	sel  *types.Selection
}

type lazyTable struct {
	refs []lazyRef
	sigs map[types.Type]lazyToken
}

func newLazyTable() lazyTable {
	// Token 0 would be a null offset.
	return lazyTable{refs: make([]lazyRef, 1), sigs: map[types.Type]lazyToken{}}
}

func (l *lazyTable) method(recv *typeInfo, sel *types.Selection) lazyToken {
	return l.add(lazyRef{sig: sel.Obj().Type(), recv: recv, sel: sel})
}

func (l *lazyTable) signature(sig types.Type) lazyToken {
	if t, ok := l.sigs[sig]; ok {
		return t
	}
	t := l.add(lazyRef{sig: sig})
	l.sigs[sig] = t
	return t
}

func (l *lazyTable) add(r lazyRef) lazyToken {
	l.refs = append(l.refs, r)
	return lazyToken(len(l.refs) - 1)
}

// resolveType returns the descriptor that a TypeOff stands for, 0 for none
// (locked).
func (p *Program) resolveType(off uint32) Addr {
	if off&tokenBit == 0 {
		return Addr(off)
	}
	if t := int(off &^ tokenBit); t < len(p.types.lazy.refs) {
		return p.typeAddr(p.types.lazy.refs[t].sig)
	}
	return 0
}

// resolveText returns the code pointer that a TextOff stands for, 0 for none
// (locked).
func (p *Program) resolveText(off uint32) uint64 {
	t := int(off &^ tokenBit >> 1)
	if off&tokenBit == 0 || t >= len(p.types.lazy.refs) || p.types.lazy.refs[t].sel == nil {
		return 0
	}
	r := p.types.lazy.refs[t]
	return p.methodCode(r.recv, r.sel, off&1 != 0)
}

// methodCode returns the code pointer of a method of the type recv. If boxed,
// it is the version for calls through interfaces: its receiver is one word,
// the address of the value unless the value itself is stored there (locked).
func (p *Program) methodCode(recv *typeInfo, sel *types.Selection, boxed bool) uint64 {
	if recv.stubs && types.IsInterface(recv.under.(*types.Struct).Field(sel.Index()[0]).Type()) {
		if stub := p.member("reflect", "embeddedIfaceMethStub"); stub != nil {
			return funcPC(p.funcNumber(stub), 0)
		}
	}
	if boxed && !recv.direct {
		m := sel.Obj()
		sel = p.types.msets.MethodSet(types.NewPointer(recv.typ)).Lookup(m.Pkg(), m.Name())
	}
	return funcPC(p.funcNumber(p.cfg.MethodValue(sel)), 0)
}
