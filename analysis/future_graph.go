package analysis

import (
	"go/types"
	"slices"
)

// A graphNode numbers something with effects: a function, or a call of what
// is in a node.
type graphNode int32

const noGraphNode graphNode = -1

// asked is a method that is called of what is in a node, or whatever it is.
type asked struct {
	method methodID
	call   graphNode
}

// callIn returns the call of a method among those of a node.
func callIn(list []asked, m methodID) (graphNode, bool) {
	// The latest are the likeliest.
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].method == m {
			return list[i].call, true
		}
	}
	return noGraphNode, false
}

// A graph is made by following calls from the roots. It says which effects
// include which others.
//
// The effects of a function are without those of calling its parameters and
// those of the functions that it is nested in: its opens. Each call of it by
// name adds them for its own arguments.
type graph struct {
	u     *Effects
	funcs []*funcState // by number of facts
	queue []*funcState

	own     [][]effectID
	succs   [][]graphNode
	same    []nodeID   // by node: another one with the same contents, or 0
	sources [][]nodeID // by node: what flows there
	asked   [][]asked  // by node: what is called of it
	flowing map[flow]bool

	exposedTypes, wildTypes, wildStandard map[types.Type]bool
	cells                                 []cellState // by cell
	merged                                map[[2]Class]bool
}

// cellState is what is known of a cell.
type cellState struct {
	taken bool
	// wild are the kinds of memory that may be accessed as the cell by unsafe
	// means, exposed those as of which the cell may be.
	wild, exposed kinds
	mixed         bool // what is stored there may be found by reflection
}

// funcState is what is known of a function.
type funcState struct {
	facts *facts
	// body is the function without what it does to the object that it is called
	// for, whole with that, and unknown is a call of it that is not known where
	// it is made, noGraphNode if there is none.
	body, whole, unknown graphNode
	opens                []open
	callers              []callerOf
}

// open is a call of a parameter.
type open struct {
	node   nodeID
	method methodID
}

type callerOf struct {
	caller *funcState
	call   *call
}

func newGraph(u *Effects) *graph {
	g := &graph{
		u: u, flowing: map[flow]bool{},
		exposedTypes: map[types.Type]bool{}, wildTypes: map[types.Type]bool{}, wildStandard: map[types.Type]bool{}, merged: map[[2]Class]bool{},
	}
	g.cell(u.memory).wild = allKinds
	return g
}

// run follows calls until there are no new ones.
func (g *graph) run() {
	for len(g.queue) > 0 {
		s := g.queue[len(g.queue)-1]
		g.queue = g.queue[:len(g.queue)-1]
		g.include(s)
	}
}

func (g *graph) newNode() graphNode {
	g.own = append(g.own, nil)
	g.succs = append(g.succs, nil)
	return graphNode(len(g.own) - 1)
}

func (g *graph) edge(from, to graphNode) { g.succs[from] = append(g.succs[from], to) }

// state returns the state of a function, which is reached by that.
func (g *graph) state(f *facts) *funcState {
	g.funcs = grow(g.funcs, int(f.id))
	s := g.funcs[f.id]
	if s == nil {
		s = &funcState{facts: f, body: g.newNode(), unknown: noGraphNode}
		s.whole = s.body
		g.funcs[f.id] = s
		g.queue = append(g.queue, s)
	}
	return s
}

// grow makes i an index of the slice.
func grow[E any](s []E, i int) []E {
	if i < len(s) {
		return s
	}
	return slices.Grow(s, i+1-len(s))[:i+1]
}

// include adds the facts about a function.
func (g *graph) include(s *funcState) {
	f := s.facts
	g.u.find(f)
	for i := range f.items {
		switch it := &f.items[i]; it.kind {
		case itemEffect:
			g.own[s.body] = append(g.own[s.body], it.effect)
		case itemSelf:
			if s.whole == s.body {
				s.whole = g.newNode()
				g.edge(s.whole, s.body)
			}
			g.own[s.whole] = append(g.own[s.whole], it.effect)
		case itemDynamic:
			g.callNode(s, it.node, it.method)
		case itemCall:
			g.callKnown(s, it.call)
		}
	}
	if s.unknown != noGraphNode && s.whole != s.body {
		g.edge(s.unknown, s.whole)
	}
	for _, fl := range f.flows {
		g.flow(fl.dst, fl.src)
	}
	for _, c := range f.taken {
		g.take(c)
	}
	for _, t := range f.hidden {
		g.expose(t)
	}
	for _, n := range f.hides {
		g.reflect(n)
		g.demand(n, exposeMethod)
	}
	standard := g.u.coarse(f.fn)
	for _, t := range f.wild {
		g.makeWild(t, standard)
	}
	for _, m := range f.merged {
		g.merged[[2]Class{m[0].class, m[1].class}] = true
	}
}

// callKnown adds a call by name.
func (g *graph) callKnown(s *funcState, c *call) {
	callee := g.state(c.callee)
	if !c.inner {
		// What is whole is known when the callee has been looked into.
		g.u.find(c.callee)
		if callee.whole == callee.body && slices.ContainsFunc(c.callee.items, func(it item) bool { return it.kind == itemSelf }) {
			callee.whole = g.newNode()
			g.edge(callee.whole, callee.body)
		}
		g.edge(s.body, callee.whole)
	} else {
		g.edge(s.body, callee.body)
	}
	callee.callers = append(callee.callers, callerOf{s, c})
	for _, o := range slices.Clone(callee.opens) {
		g.substitute(s, c, o)
	}
}

// substitute adds what the callee does with what it is given, or with
// parameters of functions around both.
func (g *graph) substitute(s *funcState, c *call, o open) {
	for _, a := range c.args {
		if a.param == o.node {
			for _, src := range a.sources {
				g.callNode(s, src, o.method)
			}
			return
		}
	}
	g.callNode(s, o.node, o.method)
}

// callNode adds a call of what is in a node.
func (g *graph) callNode(s *funcState, n nodeID, m methodID) {
	if g.u.nodes[n].owner.encloses(s.facts) {
		o := open{n, m}
		if slices.Contains(s.opens, o) {
			return
		}
		s.opens = append(s.opens, o)
		d := g.demand(n, m)
		if s.unknown != noGraphNode {
			g.edge(s.unknown, d)
		}
		for _, c := range slices.Clone(s.callers) {
			g.substitute(c.caller, c.call, o)
		}
		return
	}
	g.edge(s.body, g.demand(n, m))
}

// encloses reports whether g is f or a function literal in it. Nil encloses
// nothing.
func (f *facts) encloses(g *facts) bool {
	if f == nil {
		return false
	}
	for ; g != nil; g = g.parent {
		if f == g {
			return true
		}
	}
	return false
}

// callUnknown returns the node of a call of f with arguments that are not
// known.
func (g *graph) callUnknown(f *facts) graphNode {
	s := g.state(f)
	if s.unknown != noGraphNode {
		return s.unknown
	}
	s.unknown = g.newNode()
	g.edge(s.unknown, s.whole)
	for _, o := range s.opens {
		g.edge(s.unknown, g.demand(o.node, o.method))
	}
	sig := f.fn.Signature
	first := len(f.params) - sig.Params().Len() // 1 if there is a receiver
	for i, p := range f.params {
		if p != 0 && i >= first {
			g.flow(p, g.u.passed(sig.Params().At(i-first).Type()))
		}
	}
	for i, r := range f.results {
		if r != 0 {
			g.flow(g.u.returned(sig.Results().At(i).Type()), r)
		}
	}
	return s.unknown
}

// find returns the node that stands for all with the same contents as n.
func (g *graph) find(n nodeID) nodeID {
	for int(n) < len(g.same) && g.same[n] != 0 {
		n = g.same[n]
	}
	return n
}

// unite says that what one node may be the other may be, and the other way
// round.
func (g *graph) unite(a, b nodeID) {
	if a, b = g.find(a), g.find(b); a == b {
		return
	}
	g.same = grow(g.same, int(a))
	g.same[a] = b
	if int(a) < len(g.sources) {
		list := g.sources[a]
		g.sources[a] = nil
		for _, src := range list {
			g.flow(b, src)
		}
	}
	if int(a) < len(g.asked) {
		for _, old := range slices.Clone(g.asked[a]) {
			d := g.demand(b, old.method)
			g.edge(old.call, d)
			g.edge(d, old.call)
		}
	}
}

// flow says that what src may be dst may be.
func (g *graph) flow(dst, src nodeID) {
	dst, src = g.find(dst), g.find(src)
	if dst == src || g.flowing[flow{dst, src}] {
		return
	}
	g.flowing[flow{dst, src}] = true
	g.sources = grow(g.sources, int(dst))
	g.sources[dst] = append(g.sources[dst], src)
	if int(dst) < len(g.asked) {
		for i := 0; i < len(g.asked[dst]); i++ {
			a := g.asked[dst][i]
			g.includeCall(a.call, src, a.method)
		}
	}
}

// includeCall says that d includes a call of what is in n.
func (g *graph) includeCall(d graphNode, n nodeID, m methodID) {
	if g.u.hasMethod(n, m) {
		g.edge(d, g.demand(n, m))
	}
}

// demand returns the node of a call of what is in n.
func (g *graph) demand(n nodeID, m methodID) graphNode {
	n = g.find(n)
	g.asked = grow(g.asked, int(n))
	if d, ok := callIn(g.asked[n], m); ok {
		return d
	}
	d := g.newNode()
	g.asked[n] = append(g.asked[n], asked{m, d})
	x := &g.u.nodes[n]
	switch {
	case x.fn != nil:
		if m == exposeMethod {
			g.reflect(n)
		} else if m == callMethod || m == anyMethod {
			g.edge(d, g.callUnknown(g.u.of(x.fn)))
		}
	case x.boxed != nil:
		g.callBoxed(d, n, m)
	}
	if int(n) < len(g.sources) {
		for i := 0; i < len(g.sources[n]); i++ {
			g.includeCall(d, g.sources[n][i], m)
		}
	}
	return d
}

// callBoxed adds a call of a method of a value in an interface.
func (g *graph) callBoxed(d graphNode, n nodeID, m methodID) {
	x := g.u.nodes[n]
	if m < firstMethod {
		for _, in := range x.inner {
			g.edge(d, g.demand(in, m))
		}
	}
	switch m {
	case callMethod:
	case exposeMethod:
		g.reflect(n)
		g.expose(x.boxed)
	case anyMethod:
		set := g.u.methodSets.MethodSet(x.boxed)
		for i := range set.Len() {
			if sel := set.At(i); sel.Obj().Exported() {
				g.callMethod(d, &x, sel)
			}
		}
	default:
		name := g.u.methods[m-firstMethod]
		if sel := g.u.methodSets.MethodSet(x.boxed).Lookup(name.pkg, name.name); sel != nil {
			g.callMethod(d, &x, sel)
		}
	}
}

func (g *graph) callMethod(d graphNode, x *node, sel *types.Selection) {
	fn := g.u.cfg.MethodValue(sel)
	if fn == nil {
		return
	}
	f := g.u.of(fn)
	g.edge(d, g.callUnknown(f))
	if p := f.params[0]; p != 0 {
		for _, in := range x.inner {
			g.flow(p, in)
		}
	}
}

// reflect says that reflection may find what is in a node.
func (g *graph) reflect(n nodeID) { g.flow(g.u.reflected, n) }

// solve returns the effects of every node.
func (g *graph) solve() []bits {
	s := condenser{g: g, sets: make([]bits, len(g.own)), number: make([]int32, len(g.own)), n: len(g.u.effects)}
	for v := range g.own {
		if s.number[v] == 0 {
			s.visit(graphNode(v))
		}
	}
	return s.sets
}

// A condenser finds the strongly connected components of a graph [T72] and
// gives each the union of what it includes.
type condenser struct {
	g      *graph
	n      int // of effects
	sets   []bits
	number []int32
	count  int32
	stack  []graphNode
}

// visit returns the lowest number of a node on the stack that v leads to.
func (s *condenser) visit(v graphNode) int32 {
	s.count++
	n := s.count
	s.number[v] = n
	low := n
	s.stack = append(s.stack, v)
	for _, w := range s.g.succs[v] {
		switch {
		case s.number[w] == 0:
			low = min(low, s.visit(w))
		case s.sets[w] == nil: // on the stack
			low = min(low, s.number[w])
		}
	}
	if low == n {
		s.component(v)
	}
	return low
}

// component pops the component of which v was visited first.
func (s *condenser) component(v graphNode) {
	i := len(s.stack) - 1
	for s.stack[i] != v {
		i--
	}
	members := s.stack[i:]
	var shared, own bits // shared is another component's, own is to be written
	add := func(b bits) {
		switch {
		case own != nil:
			own.or(b)
		case shared == nil:
			shared = b
		case &shared[0] != &b[0]:
			own = slices.Clone(shared)
			own.or(b)
		}
	}
	for _, w := range members {
		for _, x := range s.g.succs[w] {
			if b := s.sets[x]; b != nil {
				add(b)
			}
		}
	}
	for _, w := range members {
		for _, e := range s.g.own[w] {
			switch {
			case own != nil:
			case shared != nil && shared.has(e):
				continue
			case shared != nil:
				own = slices.Clone(shared)
			default:
				own = newBits(s.n)
			}
			own.add(e)
		}
	}
	if own == nil {
		own = shared
	}
	if own == nil {
		own = newBits(s.n)
	}
	for _, w := range members {
		s.sets[w] = own
	}
	s.stack = s.stack[:i]
}
