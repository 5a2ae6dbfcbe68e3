package toy

import "github.com/mazurka-go/mazurka/por"

// Kinds of objects, the top byte of their names.
const (
	objRegister = iota + 1
	objMutex
	objTail
	objHead
	objItem
	objSlot
	objClosed
	objHand // from a receiver back to the sender it took from
	objCond
	objWake
	objCounter
	objEnd
	objTime
	objCell
	objGlobal
)

func name(kind uint64, i int32) uint64         { return kind<<56 | uint64(i) }
func nth(kind uint64, i int32, k int32) uint64 { return kind<<56 | uint64(k)<<24 | uint64(i) }

// Step implements [por.System].
func (s *System) Step(c por.Choice) (e por.Event) {
	p := int(c.Proc)
	e = s.event(p, c.Alt)
	s.apply(p, c.Alt)
	return e
}

// Pending implements [por.Pending].
func (s *System) Pending(buf []por.Event) []por.Event {
	if s.state[s.halted] != 0 {
		return buf
	}
	for p := range s.procs {
		if s.word(p)[pStatus] != running {
			continue
		}
		o := s.at(p)
		switch {
		case !s.manyWays(p, o):
			buf = append(buf, s.event(p, 0))
		case o.kind != opSelect:
			buf = s.pendingCase(p, 0, o, buf)
		default:
			for i := range o.cases {
				buf = s.pendingCase(p, i, &o.cases[i], buf)
			}
		}
	}
	return buf
}

// pendingCase appends the events that case i of p's operation may become.
func (s *System) pendingCase(p, i int, c *op, buf []por.Event) []por.Event {
	var choices [16]por.Choice
	ways := s.waysOfCase(p, i, c, choices[:0])
	for _, way := range ways {
		buf = append(buf, s.event(p, way.Alt))
	}
	if len(ways) == 0 {
		buf = append(buf, s.event(p, alternative(i, -1, 0)))
	}
	return buf
}

// touches builds the accesses of an event.
type touches struct {
	e por.Event
	n int
}

func (t *touches) add(m por.Mode, object uint64) {
	if t.n == por.MaxAccesses {
		t.e.Wide = true
		return
	}
	t.e.Accesses[t.n] = por.Access{Object: object, Mode: m}
	t.n++
}

// event is what p would do now in the way alt says, if it could.
func (s *System) event(p int, alt int32) por.Event {
	o := s.at(p)
	t := touches{e: por.Event{Choice: por.Choice{Proc: por.Proc(p), Alt: alt}, Peer: -1, Op: uint16(o.kind)}}
	if s.word(p)[pTaken] != 0 {
		t.e.Firm = true
		t.add(por.Consume, name(objHand, int32(p)))
		return t.e
	}
	if alt != 0 {
		i, partner, _ := decode(alt)
		if o.kind == opSelect {
			o = &o.cases[i]
		}
		s.touchCase(&t, p, o, partner)
		return t.e
	}
	switch o.kind {
	case opSend, opRecv, opClose:
		s.touchChannel(&t, o)
	case opWait, opSignal, opBroadcast:
		s.touchCond(&t, p, o)
	default:
		s.touch(&t, p, o)
	}
	return t.e
}

// touch lists the accesses of o, an operation on one object.
func (s *System) touch(t *touches, p int, o *op) {
	t.e.Firm = true
	i := s.object(p, o)
	register, mutex, counter := name(objRegister, i), name(objMutex, i), name(objCounter, i)
	m := s.mutexes + 2*i
	switch o.kind {
	case opRead, opReadAdd:
		t.e.Firm = o.spins == nil
		t.add(por.Read, register)
	case opAwait:
		t.e.Firm = false
		t.add(por.Read, register)
	case opWrite, opFetch:
		t.e.Blind = o.kind == opWrite && !s.awaited[i]
		t.add(por.Write, register)
	case opAdd:
		t.add(por.Update, register)
	case opCAS:
		t.e.Firm = false
		t.add(either(s.state[s.regs+i] == o.a, por.Write, por.Read), register)
	case opLock:
		t.add(por.Acquire, mutex)
	case opTryLock:
		t.e.Firm = false
		t.add(either(s.state[m] == 0 && s.state[m+1] == 0, por.Acquire, por.Read), mutex)
	case opUnlock:
		t.e.Firm = s.state[m] == int32(p)+1
		t.add(either(t.e.Firm, por.Release, por.Write), mutex)
	case opRLock:
		t.add(por.Share, mutex)
	case opRUnlock:
		t.e.Firm = s.state[m+1]&(1<<p) != 0
		t.add(either(t.e.Firm, por.Unshare, por.Write), mutex)
	case opWgAdd:
		t.add(por.Share, counter)
	case opWgDone:
		// Taking back what another process has added is misuse that may be
		// noticed in another order only.
		n := s.counter(o.obj)
		added := int32(0)
		for _, share := range n[1:] {
			added += share
		}
		t.e.Firm = n[1+p] > 0 && added <= n[0]
		t.add(either(t.e.Firm, por.Unshare, por.Write), counter)
	case opWgWait:
		t.add(por.Await, counter)
	case opGo:
		t.e.Peer = por.Proc(o.obj)
	case opEnd:
		t.add(por.Produce, name(objEnd, int32(p)))
	case opJoin:
		t.add(por.Consume, name(objEnd, o.obj))
	case opSleep:
		t.e.Firm = false
		t.add(por.Quiesce, name(objTime, 0))
	case opPanic:
		t.e.Wide = true
	case opGet, opPut, opBump, opLoad, opStore, opHold, opDrop, opTake, opPublish:
		s.touchHeap(t, p, o)
	}
}

func either(first bool, a, b por.Mode) por.Mode {
	if first {
		return a
	}
	return b
}

// touchChannel lists the accesses of an operation on a channel that does not
// involve a partner.
func (s *System) touchChannel(t *touches, o *op) {
	c := s.chanAt[o.obj]
	tail, head, closed := name(objTail, o.obj), name(objHead, o.obj), name(objClosed, o.obj)
	isClosed, sent, received := s.state[c+cClosed] != 0, s.state[c+cSent], s.state[c+cReceived]
	switch {
	case o.kind == opClose && isClosed, o.kind == opSend && isClosed:
		t.add(por.Read, tail)
		t.add(por.Consume, closed)
	case o.kind == opClose:
		t.add(por.Write, tail)
		t.add(por.Produce, closed)
	case o.kind == opSend && s.caps[o.obj] == 0, o.kind == opRecv && s.caps[o.obj] == 0 && !isClosed:
		t.add(por.Read, tail)
	case o.kind == opSend:
		t.add(por.Write, tail)
		t.add(por.Produce, nth(objItem, o.obj, sent))
		if sent >= s.caps[o.obj] {
			t.add(por.Consume, nth(objSlot, o.obj, sent-s.caps[o.obj]))
		}
	case isClosed && s.caps[o.obj] == 0:
		t.add(por.Read, tail)
		t.add(por.Consume, closed)
	case isClosed && sent == received:
		t.add(por.Read, head)
		t.add(por.Consume, closed)
	default:
		t.add(por.Write, head)
		t.add(por.Consume, nth(objItem, o.obj, received))
		t.add(por.Produce, nth(objSlot, o.obj, received))
	}
}

// touchCase lists the accesses of one way of an operation with several.
func (s *System) touchCase(t *touches, p int, c *op, partner int) {
	switch {
	case c.kind == opDefault:
		cases := s.at(p).cases
		for i := range cases {
			if cases[i].kind == opDefault {
				continue
			}
			t.add(por.Read, name(objTail, cases[i].obj))
			if s.caps[cases[i].obj] > 0 {
				t.add(por.Read, name(objHead, cases[i].obj))
			}
		}
	case partner >= 0:
		t.e.Peer = por.Proc(partner)
		t.add(por.Read, name(objTail, c.obj))
		t.add(por.Produce, name(objHand, int32(partner)))
	default:
		s.touchChannel(t, c)
	}
}

// touchCond lists the accesses of an operation on a condition variable.
func (s *System) touchCond(t *touches, p int, o *op) {
	cond, k := name(objCond, o.obj), s.cond(o.obj)
	switch {
	case o.kind == opWait && s.word(p)[pAux] == 0:
		owner := s.state[s.mutexes+2*o.a] == int32(p)+1
		t.add(por.Write, cond)
		t.add(either(owner, por.Release, por.Write), name(objMutex, o.a))
	case o.kind == opWait:
		t.add(por.Consume, name(objWake, int32(p)))
		t.add(por.Acquire, name(objMutex, o.a))
	case k[0] == 0:
		t.add(por.Read, cond)
	default:
		t.add(por.Write, cond)
		n := int32(1)
		if o.kind == opBroadcast {
			n = k[0]
		}
		for _, q := range k[1 : 1+n] {
			t.add(por.Produce, name(objWake, q))
		}
	}
}

// cond is the waiters of a condition variable: how many, then who.
func (s *System) cond(k int32) []int32 {
	n := int32(1 + len(s.procs))
	return s.state[s.conds+k*n : s.conds+(k+1)*n]
}

// counter is the value of a counter, then what of it each process has added.
func (s *System) counter(w int32) []int32 {
	n := int32(1 + len(s.procs))
	return s.state[s.counters+w*n : s.counters+(w+1)*n]
}
