package analysis

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// pointTable has what may follow in one function.
type pointTable struct {
	// after[b][i] is what may follow from the i-th instruction of block b on,
	// that included.
	after [][]*setData
}

// After is what may follow in fn from the instruction with an index in a
// block on, that included, to the return of fn, whether or not it panics
// before: the effects of fn, of what it calls and of what these may start. Of
// a caller, the instruction to ask about is that of the call, or the next one
// if the callee is asked about too.
func (f *Future) After(fn *ssa.Function, block, index int) Set {
	f.mu.RLock()
	t := f.points[fn]
	f.mu.RUnlock()
	if t == nil {
		t = f.table(fn)
	}
	if block >= len(t.after) || index >= len(t.after[block]) {
		return Set{f, f.all}
	}
	return Set{f, t.after[block][index]}
}

// Call is what a call of fn may do.
func (f *Future) Call(fn *ssa.Function) Set {
	s := f.stateOf(fn)
	if s == nil {
		return Set{f, f.all}
	}
	b := newBits(f.numEffects)
	b.or(f.sets[s.whole])
	for _, o := range s.opens {
		b.or(f.demanded(o.node, o.method))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return Set{f, f.intern(b, true)}
}

// Nothing is the empty set, Everything that of all effects.
func (f *Future) Nothing() Set    { return Set{f: f} }
func (f *Future) Everything() Set { return Set{f, f.all} }

// stateOf is nil for functions that the roots do not lead to.
func (f *Future) stateOf(fn *ssa.Function) *funcState {
	f.u.mu.Lock()
	defer f.u.mu.Unlock()
	return f.state(fn)
}

// state is stateOf while the Effects are locked.
func (f *Future) state(fn *ssa.Function) *funcState {
	if k := f.u.facts[f.u.one(fn)]; k != nil && int(k.id) < len(f.reached) {
		return f.reached[k.id]
	}
	return nil
}

// table makes the table of a function.
func (f *Future) table(fn *ssa.Function) *pointTable {
	t := &pointTable{}
	if s := f.stateOf(fn); s != nil {
		fn := s.facts.fn
		w := pointWalk{f: f, s: s, fn: fn, n: len(fn.Blocks)}
		t = w.table()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.points[fn] = t
	return t
}

// A pointWalk computes a table.
type pointWalk struct {
	f     *Future
	s     *funcState
	fn    *ssa.Function
	n     int      // of blocks
	items [][]item // by block
	enter []bits   // by block: what follows from its start on
	// pushed are the deferred calls that may have been pushed before the start
	// of a block.
	pushed []bits
}

func (w *pointWalk) table() *pointTable {
	w.items = make([][]item, w.n)
	for _, it := range w.s.facts.items {
		if w.n > 0 {
			w.items[it.block] = append(w.items[it.block], it)
		}
	}
	w.backward()
	w.forward()
	t := &pointTable{after: make([][]*setData, w.n)}
	w.f.mu.Lock()
	defer w.f.mu.Unlock()
	for b := range w.n {
		t.after[b] = w.block(b)
	}
	return t
}

// add adds the effects of an item.
func (w *pointWalk) add(b bits, it *item) (changed bool) {
	f := w.f
	switch it.kind {
	case itemEffect, itemSelf:
		if !b.has(it.effect) {
			b.add(it.effect)
			return true
		}
		return false
	case itemDynamic:
		return b.or(f.demanded(it.node, it.method))
	}
	callee := f.reached[it.call.callee.id]
	from := callee.whole
	if it.call.inner {
		from = callee.body
	}
	changed = b.or(f.sets[from])
	for _, o := range callee.opens {
		given := false
		for _, a := range it.call.args {
			if a.param != o.node {
				continue
			}
			given = true
			for _, src := range a.sources {
				changed = b.or(f.demanded(src, o.method)) || changed
			}
		}
		if !given {
			changed = b.or(f.demanded(o.node, o.method)) || changed
		}
	}
	return changed
}

// demanded is what a call of what is in a node does.
func (f *Future) demanded(n nodeID, m methodID) bits {
	for int(n) < len(f.same) && f.same[n] != 0 {
		n = f.same[n]
	}
	d, _ := callIn(f.calls[n], m)
	return f.sets[d]
}

// backward finds what follows from the start of each block on.
func (w *pointWalk) backward() {
	w.enter = make([]bits, w.n)
	for b := range w.n {
		w.enter[b] = newBits(w.f.numEffects)
		for i := range w.items[b] {
			w.add(w.enter[b], &w.items[b][i])
		}
	}
	for changed := true; changed; {
		changed = false
		for b := w.n - 1; b >= 0; b-- {
			for _, succ := range w.fn.Blocks[b].Succs {
				changed = w.enter[b].or(w.enter[succ.Index]) || changed
			}
		}
	}
}

// forward finds the deferred calls that are pushed before the start of each
// block.
func (w *pointWalk) forward() {
	w.pushed = make([]bits, w.n)
	out := make([]bits, w.n)
	for b := range w.n {
		w.pushed[b], out[b] = newBits(w.f.numEffects), newBits(w.f.numEffects)
		for i := range w.items[b] {
			if w.items[b][i].deferred {
				w.add(out[b], &w.items[b][i])
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for b := range w.n {
			for _, pred := range w.fn.Blocks[b].Preds {
				w.pushed[b].or(out[pred.Index])
			}
			changed = out[b].or(w.pushed[b]) || changed
		}
	}
}

// block returns the sets of the instructions of a block.
func (w *pointWalk) block(b int) []*setData {
	block := w.fn.Blocks[b]
	list := make([]*setData, len(block.Instrs)+1)
	base := newBits(w.f.numEffects)
	for _, succ := range block.Succs {
		base.or(w.enter[succ.Index])
	}
	if r := w.fn.Recover; r != nil {
		base.or(w.enter[r.Index])
	}
	base.or(w.pushed[b])
	// Deferred calls pushed in this block may be made at its end too.
	items := w.items[b]
	for i := range items {
		if items[i].deferred {
			w.add(base, &items[i])
		}
	}
	set := w.f.intern(base, false)
	at := len(items)
	for i := len(list) - 1; i >= 0; i-- {
		changed := false
		for at > 0 && int(items[at-1].index) >= i {
			at--
			changed = w.add(base, &items[at]) || changed
		}
		if changed {
			set = w.f.intern(base, false)
		}
		list[i] = set
	}
	return list
}

// ClassOf is the class that an instruction accesses: a load or store, an
// operation on a channel or a map, or a call of a synchronisation primitive
// by name. It is NoClass if the instruction accesses nothing that more than
// one goroutine can know; ok is false if it may access several classes.
func (f *Future) ClassOf(instr ssa.Instruction) (c Class, ok bool) {
	list := f.ClassesOf(instr)
	switch len(list) {
	case 0:
		return NoClass, true
	case 1:
		return list[0], true
	}
	return NoClass, false
}

// ClassesOf lists the classes that an instruction accesses by itself.
func (f *Future) ClassesOf(instr ssa.Instruction) (list []Class) {
	for it := range f.accesses(instr) {
		c := f.effects[it.effect].class
		if len(list) == 0 || list[len(list)-1] != c {
			list = append(list, c)
		}
	}
	return list
}

// Modes are the ways in which an instruction accesses classes by itself.
func (f *Future) Modes(instr ssa.Instruction) (m Modes) {
	for it := range f.accesses(instr) {
		m |= 1 << f.effects[it.effect].mode
	}
	return m
}

// accesses are those that an instruction makes by itself.
func (f *Future) accesses(instr ssa.Instruction) iter.Seq[*item] {
	return func(yield func(*item) bool) {
		s := f.stateOf(instr.Parent())
		if s == nil {
			return
		}
		b := instr.Block()
		index := slices.Index(b.Instrs, instr)
		for i := range s.facts.items {
			it := &s.facts.items[i]
			if int(it.block) == b.Index && int(it.index) == index && it.kind == itemEffect && !it.deferred && !yield(it) {
				return
			}
		}
	}
}

// Objects lists the classes of all objects for which a primitive may be
// called.
func (f *Future) Objects(primitive *ssa.Function) []Class {
	t := objectType(primitive)
	f.u.mu.Lock()
	defer f.u.mu.Unlock()
	name := f.u.typeName(t)
	f.mu.RLock()
	list, ok := f.objects[name]
	f.mu.RUnlock()
	if ok {
		return list
	}
	for _, c := range f.u.cells {
		if c.leaf != nil && f.u.typeName(c.leaf) == name && !slices.Contains(list, c.class) {
			list = append(list, c.class)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.objects[name] = list
	return list
}
