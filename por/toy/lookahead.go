package toy

import "github.com/mazurka-go/mazurka/por"

// An Ahead is a system that looks ahead: it knows for every operation of a
// process which ones may follow. It implements [por.Lookahead] and [por.Heap].
type Ahead struct {
	*System
	// follow[p][pc] are the visible operations that process p may execute from
	// pc on. Sites are numbered from site[p] on.
	follow [][][]int
	site   []int32
}

// NewAhead analyses the program of s.
func NewAhead(s *System) *Ahead {
	a := &Ahead{System: s}
	sites := int32(0)
	for p := range s.procs {
		a.site = append(a.site, sites)
		sites += int32(len(s.procs[p].ops))
		a.follow = append(a.follow, s.mayFollow(p))
	}
	return a
}

// mayFollow finds, for each operation of p, the visible ones that it may
// execute from there on.
func (s *System) mayFollow(p int) [][]int {
	n := len(s.procs[p].ops)
	follow := make([][]int, n+1)
	for start := range n {
		met := make([]bool, n+1)
		met[start] = true
		for todo := []int{start}; len(todo) > 0; {
			pc := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if pc == n {
				continue
			}
			if s.procs[p].ops[pc].kind < opVisible {
				follow[start] = append(follow[start], pc)
			}
			for _, next := range s.successors(p, pc) {
				if !met[next] {
					met[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return follow
}

// MayConflict implements [por.Lookahead].
func (a *Ahead) MayConflict(p por.Proc, e por.Event) bool {
	conflict := e.Wide || e.Alt != 0
	a.each(int(p), 0, func(q int, o *op) {
		conflict = conflict || o.kind == opPanic || o.kind == opGo && por.Proc(o.obj) == e.Peer
		for _, x := range e.Accesses {
			if x.Mode == 0 || conflict {
				return
			}
			for _, m := range modesOf(a.System, o, x.Object) {
				f := por.Event{Choice: por.Choice{Proc: -1}, Peer: -1}
				f.Accesses[0] = por.Access{Object: x.Object, Mode: m}
				conflict = conflict || por.Dependent(&e, &f)
			}
		}
	})
	return conflict
}

// Site implements [por.Heap].
func (a *Ahead) Site(p por.Proc) int32 {
	if w := a.word(int(p)); w[pStatus] == running && a.at(int(p)).dereferences() {
		return a.site[p] + w[pPC]
	}
	return -1
}

// dereferences reports whether o is about a field of an object.
func (o *op) dereferences() bool { return o.kind >= opGet && o.kind <= opDrop }

// Future implements [por.Heap].
func (a *Ahead) Future(p por.Proc, x por.Access, buf []por.FutureAccess) []por.FutureAccess {
	a.each(int(p), 0, func(q int, o *op) {
		site := int32(-1)
		if o.dereferences() {
			site = a.site[q] + a.indexOf(q, o)
		}
		for _, m := range modesOf(a.System, o, x.Object) {
			buf = append(buf, por.FutureAccess{Site: site, Mode: m})
		}
	})
	return buf
}

// indexOf is the position of o among the operations of process q.
func (a *Ahead) indexOf(q int, o *op) int32 {
	for i := range a.procs[q].ops {
		if &a.procs[q].ops[i] == o {
			return int32(i)
		}
	}
	return -1
}

// each calls visit for the operations that process p may execute from now on,
// and those of the processes that it may start.
func (a *Ahead) each(p int, asked uint64, visit func(q int, o *op)) {
	pc := 0
	switch w := a.word(p); w[pStatus] {
	case running:
		pc = int(w[pPC])
	case idle:
		if asked == 0 {
			return // who starts it answers for it
		}
	default:
		return
	}
	asked |= 1 << p
	if pc >= len(a.procs[p].ops) {
		return
	}
	for _, i := range a.follow[p][pc] {
		o := &a.procs[p].ops[i]
		visit(p, o)
		if o.kind == opGo && a.word(int(o.obj))[pStatus] == idle && asked&(1<<o.obj) == 0 {
			a.each(int(o.obj), asked, visit)
		}
	}
}

// modesOf lists how o may touch an object, whatever the state; a field is that
// of any object.
func modesOf(s *System, o *op, object uint64) []por.Mode {
	i := int32(object & 0xffffff)
	if o.kind == opSelect {
		return s.modesOfSelect(o, object)
	}
	about := o.obj == i || o.array
	switch kind := object >> 56; kind {
	case objRegister:
		return when(about, registerModes[o.kind])
	case objMutex:
		if o.kind == opWait {
			return when(o.a == i, []por.Mode{por.Acquire, por.Release, por.Write})
		}
		return when(about, mutexModes[o.kind])
	case objTail, objHead, objItem, objSlot, objClosed, objHand:
		if kind == objHand {
			return when(o.kind == opRecv, []por.Mode{por.Produce})
		}
		return when(o.obj == i, channelModes[[2]int{int(o.kind), int(kind)}])
	case objCond:
		return when(o.obj == i && (o.kind == opWait || o.kind == opSignal || o.kind == opBroadcast), []por.Mode{por.Write})
	case objWake:
		return when(o.kind == opSignal || o.kind == opBroadcast, []por.Mode{por.Produce})
	case objCounter:
		return when(about, counterModes[o.kind])
	case objEnd:
		return when(o.kind == opJoin && o.obj == i, []por.Mode{por.Consume})
	case objGlobal:
		return when((o.kind == opTake || o.kind == opPublish) && o.obj == i, []por.Mode{heapMode(o.kind)})
	case objCell:
		return s.modesOfField(o, i)
	}
	return []por.Mode{por.Quiesce}
}

func when(b bool, modes []por.Mode) []por.Mode {
	if b {
		return modes
	}
	return nil
}

// modesOfField lists how o may touch the field at a place in the state.
func (s *System) modesOfField(o *op, cell int32) []por.Mode {
	if !o.dereferences() || o.obj != (cell-s.cellAt)%s.fields {
		return nil
	}
	if o.kind == opDrop {
		return []por.Mode{por.Release, por.Write}
	}
	return []por.Mode{heapMode(o.kind)}
}

// modesOfSelect lists how a select may touch an object.
func (s *System) modesOfSelect(o *op, object uint64) (modes []por.Mode) {
	def, about := false, false
	for i := range o.cases {
		c := &o.cases[i]
		def = def || c.kind == opDefault
		if c.kind != opDefault {
			about = about || c.obj == int32(object&0xffffff)
			modes = append(modes, modesOf(s, c, object)...)
		}
	}
	if kind := object >> 56; def && about && (kind == objTail || kind == objHead) {
		modes = append(modes, por.Read)
	}
	return modes
}

var registerModes = map[opKind][]por.Mode{
	opRead: {por.Read}, opReadAdd: {por.Read}, opAwait: {por.Read}, opWrite: {por.Write}, opFetch: {por.Write},
	opAdd: {por.Update}, opCAS: {por.Read, por.Write},
}

var mutexModes = map[opKind][]por.Mode{
	opLock: {por.Acquire}, opTryLock: {por.Acquire, por.Read}, opUnlock: {por.Release, por.Write},
	opRLock: {por.Share}, opRUnlock: {por.Unshare, por.Write},
}

var counterModes = map[opKind][]por.Mode{
	opWgAdd: {por.Share}, opWgDone: {por.Unshare, por.Write}, opWgWait: {por.Await},
}

// channelModes are by kinds of operation and object.
var channelModes = map[[2]int][]por.Mode{
	{int(opSend), objTail}:    {por.Write, por.Read},
	{int(opSend), objItem}:    {por.Produce},
	{int(opSend), objSlot}:    {por.Consume},
	{int(opSend), objClosed}:  {por.Consume},
	{int(opRecv), objTail}:    {por.Read},
	{int(opRecv), objHead}:    {por.Write, por.Read},
	{int(opRecv), objItem}:    {por.Consume},
	{int(opRecv), objSlot}:    {por.Produce},
	{int(opRecv), objClosed}:  {por.Consume},
	{int(opClose), objTail}:   {por.Write, por.Read},
	{int(opClose), objClosed}: {por.Produce, por.Consume},
}

// Shared implements [por.Heap]: who may have a reference to what.
func (a *Ahead) Shared(p por.Proc, object uint64) bool {
	if object>>56 != objCell {
		return true
	}
	target := (int32(object&0xffffff)-a.cellAt)/a.fields + 1
	met := make([]bool, a.objects()+1)
	var todo []int32
	reach := func(r int32) {
		if r > 0 && !met[r] {
			met[r] = true
			todo = append(todo, r)
		}
	}
	for r := range a.globals {
		reach(r + 1) // anybody may let a reference be what it began with
		reach(a.state[a.globalAt+r])
	}
	for q := range a.procs {
		for v := range a.locals {
			if q != int(p) {
				reach(*a.reference(q, v))
			}
		}
	}
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for f, link := range a.links {
			if link {
				reach(a.state[a.cellAt+(r-1)*a.fields+int32(f)])
			}
		}
	}
	return met[target]
}
