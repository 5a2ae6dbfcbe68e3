package compile

// Maps, and ranging over them and over strings.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

func (c *compiler) makeMap(v *ssa.MakeMap) {
	hint := 0
	if v.Reserve != nil {
		hint = c.use(v.Reserve)
	} else {
		hint = c.scratchInt()
		c.emit(OpMovI, hint, 0, 0, 0)
	}
	c.emit(OpMakeMap, c.dst(v), hint, 0, int64(c.link.Type(v.Type())))
}

// mapKey returns the first word of a key.
func (c *compiler) mapKey(v ssa.Value) int {
	if isHuge(v.Type()) {
		panic(Missing("map keys of more than 64 KiB"))
	}
	return c.use(v)
}

func (c *compiler) lookup(v *ssa.Lookup) {
	m, k := c.use(v.X), c.mapKey(v.Index)
	elem := under(v.X.Type()).(*types.Map).Elem()
	ok := NoWord
	w := c.dst(v)
	if v.CommaOk {
		ok = w + Words(elem)
	}
	c.emit(OpMapGet, w, m, k, int64(c.link.Type(v.X.Type())))
	c.emit(OpExt, ok, 0, Words(v.Index.Type()), c.boxImm(elem))
}

// MapIterWords is the number of frame words of a map iterator. Its last word is
// not a pointer.
const MapIterWords = 8

// rangeOver starts an iteration. The iterator over a string is the position
// and the string, that over a map is the machine's.
func (c *compiler) rangeOver(v *ssa.Range) {
	if isString(v.X.Type()) {
		w, known := c.place[v]
		if !known {
			w = c.grow([]bool{false, true, false})
			c.place[v] = w
		}
		c.emit(OpMovI, w, 0, 0, 0)
		c.moveTo(w+1, v.X)
		return
	}
	w, known := c.place[v]
	if !known {
		mask := make([]bool, MapIterWords)
		mask[0], mask[1] = true, true
		w = c.grow(mask)
		c.place[v] = w
	}
	m := c.use(v.X)
	c.emit(OpMapIter, w, m, 0, int64(c.link.Type(v.X.Type())))
}

func (c *compiler) nextElement(v *ssa.Next) {
	it, known := c.place[v.Iter]
	if !known {
		panic("compile: " + c.fn.String() + ": Next before Range")
	}
	w := c.dst(v)
	if v.IsString {
		c.emit(OpStrNext, w, it+1, it, 0)
		tuple := v.Type().(*types.Tuple)
		c.emit(OpExt, Words(tuple.At(1).Type()), Words(tuple.At(2).Type()), 0, 0)
		return
	}
	m := v.Iter.(*ssa.Range).X.Type()
	tuple := v.Type().(*types.Tuple)
	// A blank key or value has no words in the tuple.
	c.emit(OpMapNext, w, it, 0, int64(c.link.Type(m)))
	c.emit(OpExt, Words(tuple.At(1).Type()), Words(tuple.At(2).Type()), 0, 0)
}
