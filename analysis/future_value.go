package analysis

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A nodeID numbers a place through which functions and interfaces flow.
type nodeID int32

// A node is a parameter, a result, the content of a cell, or something that
// can be called.
type node struct {
	owner *facts        // whose parameter this is
	fn    *ssa.Function // that this is
	boxed types.Type    // this is an interface with such a value in it,
	inner []nodeID      // which may be, if it is a function, one of these
	// methods are those of boxed, by number, once they have been asked for.
	methods []uint64
}

func (u *Effects) newNode(n node) nodeID {
	u.nodes = append(u.nodes, n)
	return nodeID(len(u.nodes) - 1)
}

// A methodID numbers what is called of a node.
type methodID int32

const (
	callMethod methodID = iota // the function that it is
	anyMethod                  // that, or any exported method
	// exposeMethod is no call: it asks for what reflection may find there.
	exposeMethod
	firstMethod
)

// methodName is the name of a method, with its package if it is not exported.
type methodName struct {
	pkg  *types.Package
	name string
}

// hasMethod reports whether there may be a method to call of the node.
func (u *Effects) hasMethod(n nodeID, m methodID) bool {
	x := &u.nodes[n]
	switch {
	case x.fn != nil:
		return m < firstMethod
	case x.boxed == nil || m < firstMethod:
		return true
	}
	if x.methods == nil {
		set := u.methodSets.MethodSet(x.boxed)
		methods := make([]uint64, 1)
		for i := range set.Len() {
			id := u.method(set.At(i).Obj().(*types.Func))
			methods = grow(methods, int(id>>6))
			methods[id>>6] |= 1 << (id & 63)
		}
		x.methods = methods
	}
	return int(m>>6) < len(x.methods) && x.methods[m>>6]&(1<<(m&63)) != 0
}

// method numbers a method.
func (u *Effects) method(m *types.Func) methodID {
	key := methodName{name: m.Name()}
	if !m.Exported() {
		key.pkg = m.Pkg()
	}
	return u.methodNamed(key)
}

func (u *Effects) methodNamed(key methodName) methodID {
	id, ok := u.methodIDs[key]
	if !ok {
		id = firstMethod + methodID(len(u.methodIDs))
		u.methodIDs[key] = id
		u.methods = append(u.methods, key)
	}
	return id
}

// content is the node of what is stored in a cell.
func (u *Effects) content(c *cell) nodeID {
	if c.elem != nil {
		return u.content(c.elem)
	}
	if c.node == 0 {
		c.node = u.newNode(node{})
	}
	return c.node
}

// passed is the node of values of one type that are passed to functions which
// are not known where they are called.
func (u *Effects) passed(t types.Type) nodeID { return u.content(u.typeCell("passed ", t)) }

// returned is that of values that they return.
func (u *Effects) returned(t types.Type) nodeID { return u.content(u.typeCell("returned ", t)) }

// function is the node that is a function.
func (u *Effects) function(fn *ssa.Function) nodeID {
	fn = u.one(fn)
	n, ok := u.functions[fn]
	if !ok {
		n = u.newNode(node{fn: fn})
		u.functions[fn] = n
	}
	return n
}

// box is the node that is an interface with a value of the type.
func (u *Effects) box(t types.Type) nodeID {
	n, ok := u.boxes[t]
	if !ok {
		n = u.newNode(node{boxed: t})
		u.boxes[t] = n
	}
	return n
}

// freeVar is the node of what a function captures by value.
func (u *Effects) freeVar(v *ssa.FreeVar) nodeID {
	n, ok := u.freeVars[v]
	if !ok {
		n = u.newNode(node{})
		u.freeVars[v] = n
	}
	return n
}

// binding is the variable that a function literal captures as v, nil if it
// is not known.
func (u *Effects) binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	if fn.Parent() == nil {
		return nil
	}
	m := u.makers[fn]
	if m == nil {
		for _, b := range fn.Parent().Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.MakeClosure); ok {
					u.makers[c.Fn.(*ssa.Function)] = c
				}
			}
		}
		if m = u.makers[fn]; m == nil {
			return nil
		}
	}
	for i, w := range fn.FreeVars {
		if w == v {
			return m.Bindings[i]
		}
	}
	return nil
}

// varCell is the cell of a variable of a function.
func (u *Effects) varCell(a *ssa.Alloc) *cell {
	c := u.varCells[a]
	if c == nil {
		t := pointee(a)
		name := a.Parent().String() + "." + a.Comment + "@" + strconv.Itoa(int(a.Pos()-a.Parent().Pos()))
		c = u.cell(name, u.class(name), t)
		if dispatches(t) {
			c.node = u.variable(a)
		}
		u.varCells[a] = c
	}
	return c
}

// globalCell is the cell of a package variable.
func (u *Effects) globalCell(g *ssa.Global) *cell {
	c := u.globalCells[g]
	if c == nil {
		name := g.String()
		c = u.cell(name, u.class(name), pointee(g))
		u.globalCells[g] = c
	}
	return c
}

// opaqueCell is what functions without a body in a package may do besides.
func (u *Effects) opaqueCell(pkg string) *cell {
	name := "functions without a body of " + pkg
	return u.cell(name, u.class(name), types.Typ[types.Invalid])
}

// variable is the node of what a variable of a function may be. One that
// never changes is the parameter that it is made for.
func (u *Effects) variable(a *ssa.Alloc) nodeID {
	n, ok := u.variables[a]
	if !ok {
		if p, ok := onlyStored(a).(*ssa.Parameter); ok {
			for i, q := range p.Parent().Params {
				if p == q {
					n = u.of(p.Parent()).params[i]
				}
			}
		} else {
			n = u.newNode(node{})
		}
		u.variables[a] = n
	}
	return n
}

// onlyStored is the value that is stored in a variable by the only
// instruction that does; nil if there are others, or may be.
func onlyStored(a *ssa.Alloc) ssa.Value {
	var only ssa.Value
	var look func(v ssa.Value) bool
	look = func(v ssa.Value) bool {
		for _, ref := range *v.Referrers() {
			switch r := ref.(type) {
			case *ssa.Store:
				if r.Addr != v || only != nil {
					return false
				}
				only = r.Val
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for i, b := range r.Bindings {
					if b == v && (fn.Parent() == nil || !look(fn.FreeVars[i])) {
						return false
					}
				}
			default:
				return false
			}
		}
		return true
	}
	if !look(a) {
		return nil
	}
	return only
}

// content is the node of what may be stored at an address.
func (x *extractor) content(addr ssa.Value) nodeID {
	switch v := addr.(type) {
	case *ssa.Alloc:
		return x.u.variable(v)
	case *ssa.FreeVar:
		if b := x.u.binding(v); b != nil {
			return x.content(b)
		}
	}
	return x.u.content(x.u.place(addr))
}

// sources appends the nodes of what a function or interface may be.
func (x *extractor) sources(v ssa.Value, buf []nodeID) []nodeID {
	u := x.u
	switch v := v.(type) {
	case *ssa.Const:
		return buf
	case *ssa.Function:
		return append(buf, u.function(v))
	case *ssa.MakeClosure:
		return append(buf, u.function(v.Fn.(*ssa.Function)))
	case *ssa.Parameter:
		for i, p := range x.in.fn.Params {
			if p == v {
				return append(buf, x.in.params[i])
			}
		}
	case *ssa.FreeVar:
		return append(buf, u.freeVar(v))
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return append(buf, u.content(u.chanCell(v.X.Type())))
		}
		return append(buf, x.content(v.X))
	case *ssa.ChangeInterface:
		return x.sources(v.X, buf)
	case *ssa.ChangeType:
		return x.sources(v.X, buf)
	case *ssa.TypeAssert:
		return x.sources(v.X, buf)
	case *ssa.MakeInterface:
		if !dispatches(v.X.Type()) {
			return append(buf, u.box(v.X.Type()))
		}
		return append(buf, u.newNode(node{boxed: v.X.Type(), inner: x.sources(v.X, nil)}))
	case *ssa.Call:
		return x.results(v, 0, buf)
	case *ssa.Extract:
		return x.extracted(v, buf)
	case *ssa.Field:
		return append(buf, u.content(u.fieldCell(v.X.Type(), v.Field)))
	case *ssa.Index:
		return append(buf, u.content(u.elemCell(v.Type())))
	case *ssa.Lookup:
		return append(buf, u.content(u.mapCell(v.X.Type())))
	}
	return append(buf, u.reflected)
}

// results appends the nodes of a result of a call.
func (x *extractor) results(v *ssa.Call, i int, buf []nodeID) []nodeID {
	if b, ok := v.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "recover" {
			return append(buf, x.u.panics)
		}
		return append(buf, x.u.reflected)
	}
	if callee := v.Call.StaticCallee(); callee != nil {
		return append(buf, x.u.of(callee).results[i])
	}
	return append(buf, x.u.returned(v.Call.Signature().Results().At(i).Type()))
}

// extracted appends the nodes of one of several values.
func (x *extractor) extracted(v *ssa.Extract, buf []nodeID) []nodeID {
	u := x.u
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return x.results(t, v.Index, buf)
	case *ssa.TypeAssert:
		return x.sources(t.X, buf)
	case *ssa.Lookup:
		return append(buf, u.content(u.mapCell(t.X.Type())))
	case *ssa.UnOp:
		return append(buf, u.content(u.chanCell(t.X.Type())))
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok {
			return append(buf, u.content(u.mapCell(r.X.Type())))
		}
	case *ssa.Select:
		at := 2
		for _, s := range t.States {
			if s.Dir == types.RecvOnly {
				if at == v.Index {
					return append(buf, u.content(u.chanCell(s.Chan.Type())))
				}
				at++
			}
		}
	}
	return append(buf, u.reflected)
}
