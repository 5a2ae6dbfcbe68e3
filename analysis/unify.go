package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A class is a set of values that may point to the same objects.
type class struct {
	parent   *class // union-find; nil at the root
	contents *class // nil if nothing was loaded or stored yet
	escaped  bool   // other goroutines may know the objects
	outer    bool   // callers may know the objects before the call
	returned bool   // callers may know the objects after the call
}

func (c *class) find() *class {
	for c.parent != nil {
		if c.parent.parent != nil {
			c.parent = c.parent.parent
		}
		c = c.parent
	}
	return c
}

// inside returns the class of the contents of the objects of c.
func (c *class) inside() *class {
	c = c.find()
	if c.contents == nil {
		c.contents = new(class)
	}
	return c.contents.find()
}

// unify makes one class of two, and of their contents.
func unify(a, b *class) {
	for {
		a, b = a.find(), b.find()
		if a == b {
			return
		}
		b.parent = a
		switch {
		case b.contents == nil:
			return
		case a.contents == nil:
			a.contents = b.contents
			return
		}
		a, b = a.contents, b.contents
	}
}

// spread sets a mark of the class and of everything that its objects lead to.
func (c *class) spread(mark func(*class) *bool) {
	for c = c.find(); !*mark(c); c = c.contents.find() {
		*mark(c) = true
		if c.contents == nil {
			return
		}
	}
}

func escapedMark(c *class) *bool  { return &c.escaped }
func outerMark(c *class) *bool    { return &c.outer }
func returnedMark(c *class) *bool { return &c.returned }

// A solver solves one family.
type solver struct {
	l       *Locality
	root    *ssa.Function
	classes map[ssa.Value]*class
	results map[*ssa.Call][]*class
	returns map[*ssa.Function][]*class // of the root and of direct literals
	direct  map[*ssa.Function]bool     // see isDirect
	members map[*ssa.Function]bool     // the family
	globals *class
	escapes []*class // to be marked in the end
}

// solve solves the family of a declared function.
func (l *Locality) solve(root *ssa.Function) *family {
	s := &solver{
		l: l, root: root, classes: make(map[ssa.Value]*class), results: make(map[*ssa.Call][]*class),
		returns: make(map[*ssa.Function][]*class), direct: make(map[*ssa.Function]bool),
		members: make(map[*ssa.Function]bool), globals: new(class),
	}
	s.escape(s.globals)
	s.enter(root)
	eachInstr(root, s.instr)
	s.mark()
	return &family{private: s.private(), summary: s.summarize()}
}

// enter prepares the functions of the family.
func (s *solver) enter(fn *ssa.Function) {
	s.members[fn] = true
	s.direct[fn] = fn != s.root && isDirect(fn)
	if fn == s.root || s.direct[fn] {
		s.returns[fn] = fresh(fn.Signature.Results().Len())
	} else {
		for _, p := range fn.Params {
			s.escape(s.class(p))
		}
	}
	for _, anon := range fn.AnonFuncs {
		s.enter(anon)
	}
}

// isDirect reports whether a function literal is only called or deferred on
// the spot, so that all its calls are known.
func isDirect(fn *ssa.Function) bool {
	for _, r := range *fn.Referrers() {
		if m, ok := r.(*ssa.MakeClosure); ok {
			for _, r := range *m.Referrers() {
				if !isCallOf(r, m) {
					return false
				}
			}
		} else if !isCallOf(r, fn) {
			return false
		}
	}
	return true
}

// isCallOf reports whether the instruction does nothing with the function but
// call or defer it.
func isCallOf(instr ssa.Instruction, fn ssa.Value) bool {
	var c *ssa.CallCommon
	switch instr := instr.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Call:
		c = &instr.Call
	case *ssa.Defer:
		c = &instr.Call
	default:
		return false
	}
	for _, a := range c.Args {
		if a == fn {
			return false
		}
	}
	return c.Value == fn
}

func fresh(n int) []*class {
	list := make([]*class, n)
	for i := range list {
		list[i] = new(class)
	}
	return list
}

// class returns the class of a value.
func (s *solver) class(v ssa.Value) *class {
	switch v.(type) {
	case *ssa.Global:
		return s.globals
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return new(class) // leads nowhere
	}
	c := s.classes[v]
	if c == nil {
		c = new(class)
		s.classes[v] = c
	}
	return c
}

// escape says that other goroutines may know the objects of the class.
func (s *solver) escape(c *class) { s.escapes = append(s.escapes, c) }

func (s *solver) escapeAll(vs []ssa.Value) {
	for _, v := range vs {
		s.escape(s.class(v))
	}
}

// flow says that the objects of from are among those of to.
func (s *solver) flow(to, from ssa.Value) {
	if s.l.hasPointers(to.Type()) && s.l.hasPointers(from.Type()) {
		unify(s.class(to), s.class(from))
	}
}

// load says that to comes out of the objects of from, store that it goes in.
func (s *solver) load(to, from ssa.Value) {
	if s.l.hasPointers(to.Type()) {
		unify(s.class(to), s.class(from).inside())
	}
}

func (s *solver) store(to, from ssa.Value) {
	if s.l.hasPointers(from.Type()) {
		unify(s.class(to).inside(), s.class(from))
	}
}

// instr adds what an instruction does.
func (s *solver) instr(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		s.store(i.Addr, i.Val)
	case *ssa.MapUpdate:
		s.store(i.Map, i.Key)
		s.store(i.Map, i.Value)
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			s.load(i, i.X)
		case token.ARROW:
			s.escape(s.class(i))
		}
	case *ssa.Lookup:
		s.load(i, i.X)
	case *ssa.Next:
		s.load(i, i.Iter)
	case *ssa.Extract:
		if call, ok := i.Tuple.(*ssa.Call); ok {
			unify(s.class(i), s.resultsOf(call)[i.Index])
		} else {
			s.flow(i, i.Tuple)
		}
	case *ssa.Convert:
		s.convert(i)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Slice, *ssa.SliceToArrayPointer,
		*ssa.ChangeType, *ssa.ChangeInterface, *ssa.MultiConvert, *ssa.MakeInterface, *ssa.TypeAssert,
		*ssa.Phi, *ssa.Range:
		v := i.(ssa.Value)
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				s.flow(v, *op)
			}
		}
	case *ssa.MakeClosure:
		s.makeClosure(i)
	case *ssa.Send:
		s.escape(s.class(i.X))
	case *ssa.Select:
		for _, st := range i.States {
			if st.Send != nil {
				s.escape(s.class(st.Send))
			}
		}
		s.escape(s.class(i))
	case *ssa.Panic:
		s.escape(s.class(i.X))
	case *ssa.Return:
		s.ret(i)
	case *ssa.Go:
		s.escapeAll(i.Call.Args)
		s.escape(s.class(i.Call.Value))
	case *ssa.Defer:
		s.call(&i.Call, nil)
	case *ssa.Call:
		s.call(&i.Call, i)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.BinOp,
		*ssa.If, *ssa.Jump, *ssa.RunDefers, *ssa.DebugRef:
		// New objects, and what leads to no objects.
	default:
		s.unknown(instr)
	}
}

// unknown is for instructions that this analysis does not know.
func (s *solver) unknown(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		if *op != nil {
			s.escape(s.class(*op))
		}
	}
	if v, ok := instr.(ssa.Value); ok {
		s.escape(s.class(v))
	}
}

func (s *solver) convert(i *ssa.Convert) {
	from, to := s.l.hasPointers(i.X.Type()), s.l.hasPointers(i.Type())
	if from && to {
		unify(s.class(i), s.class(i.X))
	}
	// Memory of one type can hide pointers of another, and so can numbers.
	if isUnsafe(i.Type()) || isUnsafe(i.X.Type()) {
		s.escape(s.class(i.X))
		s.escape(s.class(i))
	}
}

// isUnsafe reports whether the type is, or may be, unsafe.Pointer.
func isUnsafe(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Interface: // of a type parameter
		return true
	}
	return false
}

// makeClosure binds variables. The objects of a closure hold the bindings.
func (s *solver) makeClosure(m *ssa.MakeClosure) {
	fn := m.Fn.(*ssa.Function)
	for i, b := range m.Bindings {
		s.store(m, b)
		if s.members[fn] {
			s.flow(fn.FreeVars[i], b)
		} else { // of a method value, say
			s.escape(s.class(b))
		}
	}
}

func (s *solver) ret(r *ssa.Return) {
	results, ok := s.returns[r.Parent()]
	if !ok {
		s.escapeAll(r.Results)
		return
	}
	for i, v := range r.Results {
		if s.l.hasPointers(v.Type()) {
			unify(results[i], s.class(v))
		}
	}
}

// call adds a call or a deferred call; v is nil or the value of the call.
func (s *solver) call(c *ssa.CallCommon, v *ssa.Call) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		s.builtin(b, c.Args, v)
		return
	}
	var results []*class
	if v != nil {
		results = s.resultsOf(v)
	} else {
		results = fresh(c.Signature().Results().Len())
	}
	callee := c.StaticCallee()
	switch {
	case callee != nil && s.direct[callee]:
		for i, p := range callee.Params {
			s.flow(p, c.Args[i])
		}
		for i, r := range s.returns[callee] {
			unify(results[i], r)
		}
	case callee != nil && s.l.known(s.root, callee) && s.l.families[callee] != nil:
		s.apply(s.l.families[callee].summary, c.Args, results)
	default:
		s.escapeAll(c.Args)
		if c.IsInvoke() {
			s.escape(s.class(c.Value))
		}
		for _, r := range results {
			s.escape(r)
		}
	}
}

// resultsOf returns the classes of the results of a call.
func (s *solver) resultsOf(call *ssa.Call) []*class {
	results, ok := s.results[call]
	if !ok {
		results = fresh(call.Call.Signature().Results().Len())
		if len(results) == 1 {
			results[0] = s.class(call)
		}
		s.results[call] = results
	}
	return results
}

// apply instantiates a summary.
func (s *solver) apply(sum *summary, args []ssa.Value, results []*class) {
	classes := fresh(len(sum.classes))
	for i, c := range sum.classes {
		if c.escaped {
			s.escape(classes[i])
		}
		if c.contents >= 0 {
			unify(classes[i].inside(), classes[c.contents])
		}
	}
	for i, p := range sum.params {
		if p >= 0 {
			unify(classes[p], s.class(args[i]))
		}
	}
	for i, r := range sum.results {
		if r >= 0 {
			unify(classes[r], results[i])
		}
	}
}

func (s *solver) builtin(b *ssa.Builtin, args []ssa.Value, v *ssa.Call) {
	switch b.Name() {
	case "append":
		if v == nil {
			return
		}
		s.flow(v, args[0])
		s.copyContents(v, args[1])
	case "copy":
		s.copyContents(args[0], args[1])
	case "cap", "clear", "close", "complex", "delete", "imag", "len", "max", "min", "print", "println", "real",
		"String", "Sizeof", "ssa:deferstack":
		// They make nothing known to anybody.
	case "Add", "Slice", "SliceData", "ssa:wrapnilchk":
		if v != nil {
			s.flow(v, args[0])
		}
	default: // panic, recover, StringData, and what is not known
		s.escapeAll(args)
		if v != nil {
			s.escape(s.class(v))
		}
	}
}

// copyContents says that contents of the slice from become contents of to.
func (s *solver) copyContents(to, from ssa.Value) {
	if slice, ok := from.Type().Underlying().(*types.Slice); ok && s.l.hasPointers(slice.Elem()) {
		unify(s.class(to).inside(), s.class(from).inside())
	} else if !ok && s.l.hasPointers(from.Type()) { // a type parameter
		unify(s.class(to), s.class(from))
	}
}

// mark spreads what is known of classes to what they lead to.
func (s *solver) mark() {
	for _, c := range s.escapes {
		c.spread(escapedMark)
	}
	for _, p := range s.root.Params {
		s.class(p).spread(outerMark)
	}
	for _, v := range s.root.FreeVars { // of a bound method wrapper
		s.class(v).spread(outerMark)
	}
	for _, r := range s.returns[s.root] {
		r.spread(returnedMark)
	}
}

// private returns the values through which only known memory is reached.
func (s *solver) private() map[ssa.Value]bool {
	private := make(map[ssa.Value]bool)
	for v, c := range s.classes {
		c = c.find()
		if c.escaped || c.outer || c.returned && v.Parent() != s.root {
			continue
		}
		private[v] = true
	}
	return private
}

// summarize numbers the classes of parameters and results and those they lead
// to.
func (s *solver) summarize() *summary {
	sum := new(summary)
	numbers := make(map[*class]int)
	number := func(c *class) int {
		c = c.find()
		first := -1
		for prev := -1; ; {
			n, ok := numbers[c]
			if !ok {
				n = len(sum.classes)
				numbers[c] = n
				sum.classes = append(sum.classes, summaryClass{contents: -1, escaped: c.escaped})
			}
			if first < 0 {
				first = n
			}
			if prev >= 0 {
				sum.classes[prev].contents = n
			}
			if ok || c.contents == nil {
				return first
			}
			prev, c = n, c.contents.find()
		}
	}
	for _, p := range s.root.Params {
		sum.params = append(sum.params, s.numberOf(p.Type(), s.class(p), number))
	}
	results := s.root.Signature.Results()
	for i, r := range s.returns[s.root] {
		sum.results = append(sum.results, s.numberOf(results.At(i).Type(), r, number))
	}
	return sum
}

func (s *solver) numberOf(t types.Type, c *class, number func(*class) int) int {
	if !s.l.hasPointers(t) {
		return -1
	}
	return number(c)
}
