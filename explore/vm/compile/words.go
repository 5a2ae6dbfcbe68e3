package compile

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Frame words. Words never change their kind: one that may hold a pointer
// never holds anything else, so one bitmap describes the frame at all times.

// outBase stands for the first word of the outgoing area, which lies behind
// the frame's own words; their number is known only at the end.
const outBase = 0x8000

type frame struct {
	words    int
	isPtr    []bool
	outWords int
	free     map[string][]int // temporaries by the kinds of their words
	scratch  []temp           // given back after the present SSA instruction
	expiring [][]temp         // given back after the instruction with this position in its block
}

// maxFrame is more words than any frame has.
const maxFrame = outBase

// A temp is a run of temporary words.
type temp struct {
	word int
	kind string
}

// grow adds dedicated words and returns the first.
func (f *frame) grow(mask []bool) int {
	w := f.words
	if len(mask) > maxFrame-w {
		panic(frameTooBig)
	}
	f.words += len(mask)
	f.isPtr = append(f.isPtr, mask...)
	return w
}

func kindOf(mask []bool) string {
	b := make([]byte, len(mask))
	for i, p := range mask {
		b[i] = 'n'
		if p {
			b[i] = 'p'
		}
	}
	return string(b)
}

// take returns temporary words.
func (f *frame) take(mask []bool) temp {
	if len(mask) == 0 {
		return temp{0, ""}
	}
	kind := kindOf(mask)
	if l := f.free[kind]; len(l) > 0 {
		w := l[len(l)-1]
		f.free[kind] = l[:len(l)-1]
		return temp{w, kind}
	}
	return temp{f.grow(mask), kind}
}

func (f *frame) give(t temp) {
	if t.kind != "" {
		f.free[t.kind] = append(f.free[t.kind], t.word)
	}
}

// scratchMask returns words to be used within the present SSA instruction.
func (f *frame) scratchMask(mask ...bool) int {
	t := f.take(mask)
	f.scratch = append(f.scratch, t)
	return t.word
}

// scratchOf returns such words for a value of type t.
func (f *frame) scratchOf(t types.Type) int { return f.scratchMask(pointerWords(t)...) }

// scratchInt returns one such word that holds no pointer.
func (f *frame) scratchInt() int { return f.scratchMask(false) }

// outgoing returns the i-th word of the outgoing area.
func (f *frame) outgoing(i, n int) int {
	f.outWords = max(f.outWords, i+n)
	return outBase + i
}

// release ends the SSA instruction at position pos of its block.
func (c *compiler) release(pos int) {
	for _, t := range c.scratch {
		c.give(t)
	}
	c.scratch = c.scratch[:0]
	if pos < len(c.expiring) {
		for _, t := range c.expiring[pos] {
			c.give(t)
		}
		c.expiring[pos] = nil
	}
}

// dst returns the words into which v is to be computed.
func (c *compiler) dst(v ssa.Value) int {
	if w, ok := c.target[v]; ok {
		c.place[v] = w
		return w
	}
	last := c.last(v)
	if a, ok := v.(*ssa.Alloc); ok && sourceVariable(a) {
		last = elsewhere // so that a debugger finds it
	}
	if last == elsewhere {
		if w, ok := c.place[v]; ok {
			return w // dedicated
		}
		w := c.grow(c.maskOf(v))
		c.place[v] = w
		return w
	}
	t := c.take(c.maskOf(v))
	c.place[v] = t.word
	c.expiring[last] = append(c.expiring[last], t)
	return t.word
}
