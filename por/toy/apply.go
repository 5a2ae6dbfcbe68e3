package toy

// This file executes operations. What may take more than one event reports
// whether the operation is over.

// apply executes the operation of p in the way alt says and runs p on to its
// next visible operation.
func (s *System) apply(p int, alt int32) {
	w, o := s.word(p), s.at(p)
	done := true
	switch {
	case w[pTaken] != 0:
		if o.kind == opSelect {
			w[pAcc] = 99 + w[pTaken]
		}
		w[pTaken] = 0
	case alt != 0:
		done = s.applyCase(p, alt)
	case o.kind == opSend || o.kind == opRecv || o.kind == opClose:
		done = s.applyChannel(p, o)
	case o.kind == opWait || o.kind == opSignal || o.kind == opBroadcast:
		done = s.applyCond(p, o)
	default:
		s.applySimple(p, o)
	}
	if done && w[pStatus] == running {
		w[pPC]++
		s.local(p)
	}
}

// val is the value that o writes or sends.
func (s *System) val(p int, o *op) int32 {
	if o.acc {
		return s.word(p)[pAcc] + o.a
	}
	return o.a
}

// applySimple executes an operation that is over then.
func (s *System) applySimple(p int, o *op) {
	switch o.kind {
	case opRead, opReadAdd, opWrite, opAdd, opFetch, opCAS:
		s.applyRegister(p, o)
	case opLock, opTryLock, opUnlock, opRLock, opRUnlock:
		s.applyMutex(p, o)
	case opGet, opPut, opBump, opLoad, opStore, opHold, opDrop, opTake, opPublish:
		s.applyHeap(p, o)
	case opWgAdd:
		n := s.counter(o.obj)
		n[0] += o.a
		n[1+p] += o.a
	case opWgDone:
		n := s.counter(o.obj)
		if n[0] == 0 {
			s.word(p)[pStatus] = failed
			break
		}
		n[0]--
		n[1+p] = max(0, n[1+p]-1)
	case opGo:
		if q := s.word(int(o.obj)); q[pStatus] == idle {
			q[pStatus] = running
			s.handOver(p, int(o.obj))
			s.local(int(o.obj))
		}
	case opSleep:
		w := s.word(p)
		s.state[s.now] = max(s.state[s.now], w[pAux])
		w[pAux] = 0
	case opEnd:
		s.word(p)[pStatus] = ended
	case opPanic:
		s.state[s.halted] = 1
	}
}

// applyRegister executes an operation on a register.
func (s *System) applyRegister(p int, o *op) {
	acc, reg := &s.word(p)[pAcc], &s.state[s.regs+s.object(p, o)]
	switch o.kind {
	case opRead:
		*acc = *reg
	case opReadAdd:
		*acc += *reg
	case opWrite:
		*reg = s.val(p, o)
	case opAdd:
		*reg += o.a
	case opFetch:
		*acc = *reg
		*reg += o.a
	case opCAS:
		swap := *reg == o.a
		if swap {
			*reg = o.b
		}
		*acc = bit(swap)
	}
}

// applyMutex executes an operation on a mutex: who holds it, plus 1, and who
// shares it.
func (s *System) applyMutex(p int, o *op) {
	w, at := s.word(p), s.mutexes+2*s.object(p, o)
	holder, sharers := &s.state[at], &s.state[at+1]
	switch o.kind {
	case opLock:
		*holder = int32(p) + 1
	case opTryLock:
		free := *holder == 0 && *sharers == 0
		if free {
			*holder = int32(p) + 1
		}
		w[pAcc] = bit(free)
	case opUnlock:
		if *holder == 0 {
			w[pStatus] = failed
		}
		*holder = 0
	case opRLock:
		*sharers |= 1 << p
	case opRUnlock:
		if *sharers&(1<<p) == 0 {
			w[pStatus] = failed
		}
		*sharers &^= 1 << p
	}
}

// handOver gives process q, which p starts, one of p's shares of each
// counter.
func (s *System) handOver(p, q int) {
	for n := s.state[s.counters:s.repeats]; len(n) > 0; n = n[1+len(s.procs):] {
		if n[1+p] > 0 {
			n[1+p]--
			n[1+q]++
		}
	}
}

func bit(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// applyChannel executes an operation on a channel without a partner.
func (s *System) applyChannel(p int, o *op) bool {
	w, c := s.word(p), s.chanAt[o.obj]
	ch := s.state[c : c+chanSize+s.caps[o.obj]]
	switch {
	case ch[cClosed] != 0 && o.kind != opRecv:
		w[pStatus] = failed
	case o.kind == opClose:
		ch[cClosed] = 1
	case o.kind == opSend:
		ch[chanSize+ch[cSent]%s.caps[o.obj]] = s.val(p, o)
		ch[cSent]++
	case ch[cSent] == ch[cReceived]:
		w[pAcc] = -1
	default:
		w[pAcc] = ch[chanSize+ch[cReceived]%s.caps[o.obj]]
		ch[cReceived]++
	}
	return true
}

// applyCase executes one way of an operation with several.
func (s *System) applyCase(p int, alt int32) bool {
	w, o := s.word(p), s.at(p)
	i, partner, partnerCase := decode(alt)
	c := o
	if o.kind == opSelect {
		c = &o.cases[i]
	}
	switch {
	case c.kind == opDefault:
		w[pAcc] = 99
	case partner >= 0:
		sender := s.at(partner)
		if sender.kind == opSelect {
			sender = &sender.cases[partnerCase]
		}
		w[pAcc] = s.val(partner, sender)
		s.word(partner)[pTaken] = int32(partnerCase) + 1
	default:
		s.applyChannel(p, c)
		if o.kind == opSelect && c.kind == opSend {
			w[pAcc] = 100 + int32(i)
		}
	}
	return true
}

// applyCond executes an operation on a condition variable.
func (s *System) applyCond(p int, o *op) bool {
	w, k := s.word(p), s.cond(o.obj)
	m := s.mutexes + 2*o.a
	switch {
	case o.kind == opWait && w[pAux] == 0:
		if s.state[m] == 0 {
			w[pStatus] = failed
			return true
		}
		s.state[m] = 0
		w[pAux] = 1
		k[0]++
		k[k[0]] = int32(p)
		return false
	case o.kind == opWait:
		s.state[m] = int32(p) + 1
		w[pAux] = 0
	case o.kind == opSignal:
		s.wake(k, min(k[0], 1))
	default:
		s.wake(k, k[0])
	}
	return true
}

// wake lets the first n waiters of k go on.
func (s *System) wake(k []int32, n int32) {
	for _, q := range k[1 : 1+n] {
		s.word(int(q))[pAux] = 2
	}
	copy(k[1:], k[1+n:])
	clear(k[1+k[0]-n:])
	k[0] -= n
}
