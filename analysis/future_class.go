package analysis

import (
	"go/types"
	"strconv"
)

// A Class stands for memory or synchronisation objects that the static facts
// do not tell apart: a field of a struct type in all its objects, a package
// variable, a captured variable, the elements of all slices and arrays with
// one element type, all maps or channels of one type, what pointers to one
// type that is not a struct may point to.
//
// Structs of the standard library are classes as wholes. Types of package
// sync and sync/atomic have no fields here: their objects are accessed by
// operations.
type Class int32

// NoClass is the class of what only one goroutine can know.
const NoClass Class = 0

// Modes are ways to access the objects of a class, as a set.
type Modes uint16

const (
	Read  Modes = 1 << iota // plain loads
	Write                   // plain stores
	// Observe and Modify are operations of objects of which nobody can be the
	// owner: atomic ones, sync.Map, sync.Once, sync.Cond, sync.Pool, the length
	// of a channel.
	Observe
	Modify
	Lock    // Lock, TryLock
	Unlock  //
	RLock   // RLock, TryRLock
	RUnlock //
	Add     // WaitGroup: Add, Done, Go
	Wait    // WaitGroup: Wait
	Send    // of a channel, be it in a select
	Receive //
	Close   //

	numModes = iota

	// AnyMode is all of them.
	AnyMode Modes = 1<<numModes - 1
)

var modeNames = [numModes]string{"read", "write", "observe", "modify", "lock", "unlock", "rlock", "runlock", "add", "wait", "send", "receive", "close"}

// String lists the modes.
func (m Modes) String() string {
	s := ""
	for i, name := range modeNames {
		if m&(1<<i) != 0 {
			if s != "" {
				s += " "
			}
			s += name
		}
	}
	return s
}

// A cell is a place in memory as finely as functions and interfaces that are
// stored there are traced. Several cells may be of one class.
type cell struct {
	id    int32
	class Class
	// leaf is the type of what is in the cell, of its elements if that is an
	// array.
	leaf types.Type
	node nodeID // what may be stored there: see content; 0 until asked for
	elem *cell  // where an array keeps functions and interfaces: with slices
}

// classInfo is what is known of a Class.
type classInfo struct {
	name string
	// effects are the numbers of the effects on the class, by position of the
	// mode; 0 for none so far.
	effects [numModes]effectID
}

// An effectID numbers a class with a mode.
type effectID int32

// An effect is an access to a class.
type effect struct {
	class Class
	mode  uint8 // position in Modes
}

// effect numbers an access. mode is a single one.
func (u *Effects) effect(c Class, mode int) effectID {
	id := &u.classes[c].effects[mode]
	if *id == 0 {
		*id = effectID(len(u.effects))
		u.effects = append(u.effects, effect{c, uint8(mode)})
	}
	return *id
}

// class returns the class with a name.
func (u *Effects) class(name string) Class {
	c, ok := u.classByName[name]
	if !ok {
		c = Class(len(u.classes))
		u.classes = append(u.classes, classInfo{name: name})
		u.classByName[name] = c
	}
	return c
}

// cell returns the cell with a name.
func (u *Effects) cell(name string, c Class, t types.Type) *cell {
	x, ok := u.cellByName[name]
	if !ok {
		x = &cell{id: int32(len(u.cells)), class: c, leaf: leafOf(t)}
		u.cells = append(u.cells, x)
		u.cellByName[name] = x
		if _, ok := t.Underlying().(*types.Array); ok && x.leaf != nil {
			x.elem = u.elemCell(x.leaf)
		}
	}
	return x
}

// leafOf is the type of the elements of an array, in all dimensions.
func leafOf(t types.Type) types.Type {
	for {
		a, ok := t.Underlying().(*types.Array)
		if !ok {
			return t
		}
		t = a.Elem()
	}
}

type fieldKey struct {
	t types.Type
	i int
}

// fieldCell is the cell of a field of objects of a struct type.
func (u *Effects) fieldCell(t types.Type, i int) *cell {
	key := fieldKey{t, i}
	if x := u.fieldCells[key]; x != nil {
		return x
	}
	f := t.Underlying().(*types.Struct).Field(i)
	owner := u.typeName(t)
	name := owner + "." + f.Name() + "#" + strconv.Itoa(i)
	class := owner + "." + f.Name()
	if pkg := f.Pkg(); pkg != nil && u.cfg.Coarse != nil && u.cfg.Coarse(pkg) {
		class = owner
	}
	x := u.cell(name, u.class(class), f.Type())
	u.fieldCells[key] = x
	return x
}

// elemCell is that of elements of slices and arrays.
func (u *Effects) elemCell(t types.Type) *cell { return u.typeCell("[]", leafOf(t)) }

// derefCell is that of what pointers to a type may point to.
func (u *Effects) derefCell(t types.Type) *cell { return u.typeCell("*", t) }

// mapCell and chanCell are those of maps and channels.
func (u *Effects) mapCell(t types.Type) *cell { return u.typeCell("", t.Underlying()) }

func (u *Effects) chanCell(t types.Type) *cell {
	return u.typeCell("chan ", t.Underlying().(*types.Chan).Elem())
}

type typeKey struct {
	kind string
	t    types.Type
}

// typeCell is the cell of all objects of one kind with a type.
func (u *Effects) typeCell(kind string, t types.Type) *cell {
	key := typeKey{kind, t}
	if x := u.typeCells[key]; x != nil {
		return x
	}
	name := kind + u.typeName(t)
	x := u.cell(name, u.class(name), t)
	u.typeCells[key] = x
	return x
}

// typeName is the same for identical types, which may be written with other
// names of parameters. It may be the same for different types with the same
// name in different functions.
func (u *Effects) typeName(t types.Type) string {
	name, ok := u.typeNames[t]
	if ok {
		return name
	}
	if same, ok := u.identical.At(t).(string); ok {
		name = same
	} else {
		name = types.TypeString(t, nil)
		u.identical.Set(t, name)
	}
	u.typeNames[t] = name
	return name
}

// expand appends the cells of memory of type t, where x is the cell of what
// is no struct.
func (u *Effects) expand(t types.Type, x *cell, buf []*cell) []*cell {
	leaf := leafOf(t)
	s, ok := leaf.Underlying().(*types.Struct)
	switch {
	case !ok || isPrimitiveType(leaf):
		if x != nil {
			buf = append(buf, x)
		}
	default:
		for i := range s.NumFields() {
			f := s.Field(i).Type()
			buf = u.expand(f, u.fieldCell(leaf, i), buf)
		}
	}
	return buf
}
