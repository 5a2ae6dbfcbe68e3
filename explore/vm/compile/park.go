package compile

// Visible operations: the goroutine is parked in front of them.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// park compiles a visible operation. Its operands stand in words of their
// own, for they are looked at while the goroutine is parked.
func (c *compiler) park(kind Kind, aux int64, res ssa.Value, operands ...ssa.Value) {
	args := c.useAll(operands...)
	n := 0
	for _, v := range operands {
		n += Words(v.Type())
	}
	w, nres := 0, 0
	if res != nil {
		w, nres = c.dst(res), Words(res.Type())
	}
	c.emitPark(kind, args, n, w, nres, aux)
}

// emitPark emits a visible operation with its operands and results.
func (c *compiler) emitPark(kind Kind, args, n, res, nres int, aux int64) {
	at := c.emit(OpPark, int(kind), args, res, aux)
	c.out.Spans = append(c.out.Spans, Span{int32(at), uint16(n), uint16(nres)})
}

// selectCase compiles a select. The result is the tuple (index, recvOk,
// received values...).
func (c *compiler) selectCase(v *ssa.Select) {
	tuple := v.Type().(*types.Tuple)
	table := SelectTable{Blocking: v.Blocking}
	w := c.dst(v)
	recv := 2
	for _, s := range v.States {
		sc := SelectCase{Send: s.Dir == types.SendOnly, Chan: uint16(c.use(s.Chan))}
		if sc.Send {
			sc.Value, sc.Words = uint16(c.use(s.Send)), uint16(Words(s.Send.Type()))
		} else {
			sc.Value, sc.Words = uint16(w+tupleWord(tuple, recv)), uint16(Words(tuple.At(recv).Type()))
			recv++
		}
		table.Cases = append(table.Cases, sc)
	}
	c.out.Selects = append(c.out.Selects, table)
	c.emitPark(KindSelect, 0, 0, w, Words(tuple), int64(len(c.out.Selects)-1))
}
