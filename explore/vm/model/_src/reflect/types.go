// Package reflect is the real one, except for what leans on the code of gc's
// functions (calls), on its runtime (channels, maps), or makes types at run
// time: the machine makes a type descriptor itself, so that the same type never has
// two.
//
//mazurka:patch
package reflect

import (
	"internal/abi"
	"unsafe"
)

func (t *rtype) ptrTo() *abi.Type

func implements(T, V *abi.Type) bool

// typesByString is not needed: nothing here looks for a type by its name.
func typesByString(s string) []*abi.Type { return nil }

func sliceOf(elem *abi.Type) *abi.Type
func arrayOf(length int, elem *abi.Type) *abi.Type
func chanOf(dir int, elem *abi.Type) *abi.Type
func mapOf(key, elem *abi.Type) *abi.Type
func funcOf(in, out []*abi.Type, variadic bool) *abi.Type
func structOf(fields []newField) *abi.Type

// A newField is a field of a struct type to be made.
type newField struct {
	name, pkgPath, tag string
	typ                *abi.Type
	embedded           bool
}

func SliceOf(t Type) Type { return toType(sliceOf(t.common())) }

func ArrayOf(length int, elem Type) Type {
	if length < 0 {
		panic("reflect: negative length passed to ArrayOf")
	}
	typ := elem.common()
	if typ.Size_ > 0 && uintptr(length) > ^uintptr(0)/typ.Size_ {
		panic("reflect.ArrayOf: array size would exceed virtual address space")
	}
	return toType(arrayOf(length, typ))
}

func ChanOf(dir ChanDir, t Type) Type {
	typ := t.common()
	if typ.Size_ >= 1<<16 {
		panic("reflect.ChanOf: element size too large")
	}
	if dir&^BothDir != 0 || dir == 0 {
		panic("reflect.ChanOf: invalid dir")
	}
	return toType(chanOf(int(dir), typ))
}

func MapOf(key, elem Type) Type {
	ktyp := key.common()
	if ktyp.Equal == nil {
		panic("reflect.MapOf: invalid key type " + stringFor(ktyp))
	}
	return toType(mapOf(ktyp, elem.common()))
}

func FuncOf(in, out []Type, variadic bool) Type {
	if variadic && (len(in) == 0 || in[len(in)-1].Kind() != Slice) {
		panic("reflect.FuncOf: last arg of variadic func must be slice")
	}
	if len(in)+len(out) > 128 {
		panic("reflect.FuncOf: too many arguments")
	}
	return toType(funcOf(commons(in), commons(out), variadic))
}

func commons(ts []Type) []*abi.Type {
	list := make([]*abi.Type, len(ts))
	for i, t := range ts {
		list[i] = t.common()
	}
	return list
}

// StructOf makes what the real one makes. Methods of embedded fields are
// promoted where the real one can; where it gives up, so does this one.
func StructOf(fields []StructField) Type {
	fs := make([]newField, len(fields))
	seen := make(map[string]bool, len(fields))
	path := ""
	var size uintptr
	maxAlign, empty := uintptr(1), false
	for i, field := range fields {
		switch {
		case field.Name == "":
			panic("reflect.StructOf: field " + itoa(i) + " has no name")
		case !isValidFieldName(field.Name):
			panic("reflect.StructOf: field " + itoa(i) + " has invalid name")
		case field.Type == nil:
			panic("reflect.StructOf: field " + itoa(i) + " has no type")
		}
		_, fieldPath := runtimeStructField(field)
		if fieldPath != "" {
			if path != "" && path != fieldPath {
				panic("reflect.Struct: fields with different PkgPath " + path + " and " + fieldPath)
			}
			path = fieldPath
		}
		typ := field.Type.common()
		if field.Anonymous {
			checkEmbedded(typ, i, len(fields))
		}
		if seen[field.Name] && field.Name != "_" {
			panic("reflect.StructOf: duplicate field " + field.Name)
		}
		seen[field.Name] = true
		size = grow(size, uintptr(typ.Align_), typ.Size_)
		maxAlign = max(maxAlign, uintptr(typ.Align_))
		empty = typ.Size_ == 0
		fs[i] = newField{field.Name, fieldPath, string(field.Tag), typ, field.Anonymous}
	}
	if empty && size > 0 {
		size = grow(size, 1, 1)
	}
	grow(size, maxAlign, 0)
	return toType(structOf(fs))
}

// grow returns the size of a struct with another field.
func grow(size, fieldAlign, fieldSize uintptr) uintptr {
	offset := align(size, fieldAlign)
	if offset < size || offset+fieldSize < offset {
		panic("reflect.StructOf: struct size would exceed virtual address space")
	}
	return offset + fieldSize
}

// checkEmbedded panics if the real StructOf cannot embed typ as field i of n.
func checkEmbedded(typ *abi.Type, i, n int) {
	// An unexported method names its package if that is not its type's.
	const unexported = "reflect: embedded interface with unexported method(s) not implemented"
	hidden := func(ms []abi.Method) {
		for _, m := range ms {
			if pkgPath(nameOffFor(typ, m.Name)) != "" {
				panic(unexported)
			}
		}
	}
	switch Kind(typ.Kind()) {
	case Interface:
		for _, m := range (*interfaceType)(unsafe.Pointer(typ)).Methods {
			if pkgPath(nameOffFor(typ, m.Name)) != "" {
				panic(unexported)
			}
		}
	case Pointer:
		elem := typ.Elem()
		if k := elem.Kind(); k == abi.Pointer || k == abi.Interface {
			panic("reflect.StructOf: illegal embedded field type " + stringFor(typ))
		}
		if u := typ.Uncommon(); u != nil {
			if i > 0 && u.Mcount > 0 {
				panic("reflect: embedded type with methods not implemented if type is not first field")
			}
			if n > 1 {
				panic("reflect: embedded type with methods not implemented if there is more than one field")
			}
			hidden(u.Methods())
		}
		if u := elem.Uncommon(); u != nil {
			hidden(u.Methods())
		}
	default:
		if u := typ.Uncommon(); u != nil {
			if i > 0 && u.Mcount > 0 {
				panic("reflect: embedded type with methods not implemented if type is not first field")
			}
			if n > 1 && typ.IsDirectIface() {
				panic("reflect: embedded type with methods not implemented for non-pointer type")
			}
			hidden(u.Methods())
		}
	}
}

func itoa(i int) string {
	if i < 10 {
		return string(rune('0' + i))
	}
	return itoa(i/10) + string(rune('0'+i%10))
}
