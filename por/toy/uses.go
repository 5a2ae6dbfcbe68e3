package toy

import "slices"

// This file says what the transitions of a program may touch, and wait for.

// describe lists what transition t may touch.
func (r *relations) describe(s *System, t int) {
	tr := &r.list[t]
	o := &s.procs[tr.proc].ops[tr.pc]
	if o.kind != opPanic {
		tr.use(observe, name(objHalt, 0))
	}
	if o.kind != opWait || tr.second {
		r.comes(s, tr, tr.next)
	}
	switch {
	case !tr.second:
		r.describeFirst(s, tr, o)
	case o.kind == opWait:
		tr.takes(opLock, o.a, false)
		tr.guards = append(tr.guards, name(objCond, o.obj))
	default:
		for _, c := range s.offers(o) {
			tr.guards = append(tr.guards, name(objOffers, c))
		}
	}
}

// comes notes what is offered when a process comes, by tr, to one of some
// transitions.
func (r *relations) comes(s *System, tr *transition, at []int) {
	for _, u := range at {
		for _, c := range s.offers(&s.procs[r.list[u].proc].ops[r.list[u].pc]) {
			tr.use(count, name(objOffers, c))
		}
	}
}

// describeFirst lists what o, which is tr, touches at first.
func (r *relations) describeFirst(s *System, tr *transition, o *op) {
	for _, c := range s.offers(o) {
		tr.use(count, name(objOffers, c))
	}
	switch o.kind {
	case opSend, opRecv:
		tr.channel(s, o, false)
	case opSelect:
		for i := range o.cases {
			tr.channel(s, &o.cases[i], true)
		}
	case opGo:
		tr.use(change, name(objStart, o.obj))
		r.comes(s, tr, r.entry[o.obj])
	case opLock, opTryLock, opRLock:
		for _, m := range s.mayBe(o, s.mutexCount()) {
			tr.takes(o.kind, m, false)
		}
	case opUnlock, opRUnlock:
		for _, m := range s.mayBe(o, s.mutexCount()) {
			tr.takes(o.kind, m, r.gives(tr, o))
		}
	case opWait:
		tr.takes(opUnlock, o.a, r.mutexes.locks[o.a])
		tr.use(change, name(objCond, o.obj))
	default:
		tr.simple(s, o)
	}
}

// mutexCount is how many mutexes there are.
func (s *System) mutexCount() int32 { return (s.conds - s.mutexes) / 2 }

func (tr *transition) use(how uint8, object uint64) { tr.uses = append(tr.uses, use{object, how}) }

// waits notes that tr waits for object to change, and touches it.
func (tr *transition) waits(how uint8, object uint64) {
	tr.use(how, object)
	tr.guards = append(tr.guards, object)
}

// takes lists what an operation on mutex m touches; gives says that it gives
// back what its process has. That concerns those who wait, and those who try.
func (tr *transition) takes(kind opKind, m int32, gives bool) {
	owner, readers, tried := name(objMutex, m), name(objReaders, m), name(objTried, m)
	switch kind {
	case opLock:
		tr.waits(change, owner)
		tr.waits(observe, readers)
	case opTryLock:
		tr.use(change, owner)
		tr.use(observe, readers)
		tr.use(observe, tried)
	case opUnlock:
		tr.releases(change, owner, tried, gives)
	case opRLock:
		tr.waits(observe, owner)
		tr.use(count, readers)
	case opRUnlock:
		tr.releases(count, readers, tried, gives)
	}
}

// releases notes that tr gives object back, if it has it for sure.
func (tr *transition) releases(how uint8, object, tried uint64, gives bool) {
	if !gives {
		tr.use(how, object)
		return
	}
	tr.frees = append(tr.frees, object)
	tr.use(count, tried)
}

// channel lists what a send or receive touches. One that is a case among
// others also observes whether it can go on.
func (tr *transition) channel(s *System, o *op, among bool) {
	if o.kind == opDefault {
		return // what it observes, the other cases do
	}
	tail, head, closed := name(objTail, o.obj), name(objHead, o.obj), name(objClosed, o.obj)
	switch {
	case s.caps[o.obj] == 0:
		tr.waits(observe, closed)
		if o.kind == opRecv {
			tr.guards = append(tr.guards, name(objOffers, o.obj))
			for _, c := range s.offeredWith(o.obj) {
				tr.use(change, name(objOffers, c))
			}
		}
		return
	case o.kind == opSend:
		tr.use(change, tail)
		tr.waits(observe, closed)
		tr.guards = append(tr.guards, head)
	default:
		tr.use(change, head)
		tr.guards = append(tr.guards, tail, closed)
	}
	if among {
		for _, object := range []uint64{tail, head, closed} {
			tr.use(observe, object)
		}
	}
}

// offeredWith are channel c and those that some select offers with it.
func (s *System) offeredWith(c int32) []int32 {
	channels := []int32{c}
	for p := range s.procs {
		for i := range s.procs[p].ops {
			if with := s.offers(&s.procs[p].ops[i]); slices.Contains(with, c) {
				channels = append(channels, with...)
			}
		}
	}
	return channels
}

// simple lists what any other operation touches.
func (tr *transition) simple(s *System, o *op) {
	switch o.kind {
	case opRead, opReadAdd, opWrite, opAdd, opFetch, opCAS, opAwait:
		for _, x := range s.mayBe(o, s.mutexes-s.regs) {
			tr.register(o.kind, name(objRegister, x))
		}
	case opSignal, opBroadcast:
		tr.use(change, name(objCond, o.obj))
	case opClose:
		tr.use(change, name(objClosed, o.obj))
	case opWgAdd:
		tr.use(count, name(objCounter, o.obj))
	case opWgDone:
		tr.use(change, name(objCounter, o.obj))
	case opWgWait:
		tr.waits(observe, name(objCounter, o.obj))
	case opEnd:
		tr.use(change, name(objEnd, o.obj))
	case opJoin:
		tr.guards = append(tr.guards, name(objEnd, o.obj))
	case opPanic:
		tr.use(change, name(objHalt, 0))
	default:
		tr.heap(o)
	}
}

// heap lists what an operation on an object or a global reference touches: the
// field, of whichever object.
func (tr *transition) heap(o *op) {
	field, global := name(objCell, o.obj), name(objGlobal, o.obj)
	switch o.kind {
	case opGet, opLoad:
		tr.use(observe, field)
	case opPut, opStore, opDrop:
		tr.use(change, field)
	case opBump:
		tr.use(count, field)
	case opHold:
		tr.waits(change, field)
	case opTake:
		tr.use(observe, global)
	case opPublish:
		tr.use(change, global)
	}
}

// register lists what an operation on a register touches.
func (tr *transition) register(kind opKind, object uint64) {
	switch kind {
	case opRead, opReadAdd:
		tr.use(observe, object)
	case opAwait:
		tr.waits(observe, object)
	case opAdd:
		tr.use(count, object)
	default:
		tr.use(change, object)
	}
}

// mayBe are the objects that o may be about, of n there are.
func (s *System) mayBe(o *op, n int32) (objects []int32) {
	if !o.array {
		return []int32{o.obj}
	}
	for i := range n {
		objects = append(objects, i)
	}
	return objects
}
