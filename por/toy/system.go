package toy

import (
	"fmt"
	"strconv"

	"github.com/mazurka-go/mazurka/por"
)

// A System runs a program. It implements all of [por.System],
// [por.Pending], [por.Rewinder], [por.Stateful] and [por.Relations].
type System struct {
	source string
	procs  []process
	caps   []int32 // of channels

	// The state is one vector of words; the layout says what is where.
	state []int32
	saved []int32 // marked states, one after the other

	regs, mutexes, conds, counters, repeats, halted, now int32 // where they start
	chanAt                                               []int32
	awaited                                              []bool // registers that processes wait for
	size                                                 int32
	heap

	rel *relations // nil until it is asked for
}

type process struct {
	ops     []op
	started bool
}

// The words of a process.
const (
	pPC      = iota
	pAcc     // accumulator
	pStatus  // idle, running, ended, failed
	pAux     // send: taken by a receiver; wait: parked, then woken; sleep: until when
	pTaken   // the case that was taken, of a select
	procSize // words per process
)

const (
	idle = iota
	running
	ended
	failed
)

// The words of a channel, followed by those of its buffer.
const (
	cClosed = iota
	cSent
	cReceived
	chanSize
)

// layout decides where in the state everything is.
func (s *System) layout(p *parser) {
	at := int32(len(s.procs)) * procSize
	take := func(n int) int32 {
		start := at
		at += int32(n)
		return start
	}
	s.regs = take(int(p.count[0]))
	s.findSpins()
	s.findAwaited(int(p.count[0]))
	s.mutexes = take(2 * int(p.count[1])) // owner+1, readers
	for _, c := range s.caps {
		s.chanAt = append(s.chanAt, take(chanSize+int(c)))
	}
	s.conds = take((1 + len(s.procs)) * int(p.count[3]))    // number of waiters, waiters
	s.counters = take((1 + len(s.procs)) * int(p.count[4])) // value, share of each process
	s.repeats = take(int(p.count[5]))
	for _, proc := range s.procs {
		for i := range proc.ops {
			proc.ops[i].word += s.repeats
		}
	}
	s.halted = take(1)
	s.now = take(1)
	s.layoutHeap(p, take)
	s.size = at
	s.state = make([]int32, at)
}

// findSpins finds reads that are repeated at once until they find something.
func (s *System) findSpins() {
	for _, proc := range s.procs {
		for i := 1; i < len(proc.ops); i++ {
			read, jump := &proc.ops[i-1], &proc.ops[i]
			back := jump.a
			if jump.kind == opJeq {
				back = jump.b
			}
			if read.kind == opRead && (jump.kind == opJz || jump.kind == opJnz || jump.kind == opJeq) && back == -2 {
				read.spins = jump
			}
		}
	}
}

// findAwaited finds the registers that processes wait for, of n.
func (s *System) findAwaited(n int) {
	s.awaited = make([]bool, n)
	for _, proc := range s.procs {
		for _, o := range proc.ops {
			for i := range s.awaited {
				s.awaited[i] = s.awaited[i] || (o.kind == opAwait || o.spins != nil) && (o.array || o.obj == int32(i))
			}
		}
	}
}

// Reset implements [por.System].
func (s *System) Reset() {
	clear(s.state)
	s.saved = s.saved[:0]
	for r := range s.globals {
		s.state[s.globalAt+r] = r + 1
	}
	for p := range s.procs {
		if s.procs[p].started {
			s.word(p)[pStatus] = running
			s.local(p)
		}
	}
}

// Mark implements [por.Rewinder].
func (s *System) Mark() int {
	s.saved = append(s.saved, s.state...)
	return len(s.saved) / len(s.state)
}

// Rewind implements [por.Rewinder].
func (s *System) Rewind(mark int) {
	n := len(s.state)
	s.saved = s.saved[:mark*n]
	copy(s.state, s.saved[(mark-1)*n:])
}

// Fingerprint implements [por.Stateful].
func (s *System) Fingerprint() [2]uint64 { return fingerprint(s.state) }

// Outcome describes the state as far as a program's user sees it: memory,
// what every process has, and how it ended. It depends on no notion of
// dependence.
func (s *System) Outcome() string {
	b := appendWords(nil, s.state[s.regs:s.mutexes], s.state[s.globalAt:s.localAt], s.state[s.cellAt:])
	for p := range s.procs {
		w := s.word(p)
		b = strconv.AppendInt(append(b, ' '), int64(w[pAcc]), 10)
		b = strconv.AppendInt(append(b, '@'), int64(w[pPC]), 10)
		b = strconv.AppendInt(append(b, '/'), int64(w[pStatus]), 10)
	}
	return string(appendWords(append(b, ' '), s.state[s.mutexes:s.halted+1], s.state[s.localAt:s.cellAt]))
}

// appendWords appends lists of numbers in readable form, as one.
func appendWords(b []byte, lists ...[]int32) []byte {
	b = append(b, '[')
	for _, list := range lists {
		for _, n := range list {
			b = append(strconv.AppendInt(b, int64(n), 10), ' ')
		}
	}
	return append(b, ']')
}

// Failed reports whether a process has failed or the program was ended by a
// panic.
func (s *System) Failed() bool {
	bad := s.Halted()
	for p := range s.procs {
		bad = bad || s.word(p)[pStatus] == failed
	}
	return bad
}

// Halted reports whether the program was ended by a panic.
func (s *System) Halted() bool { return s.state[s.halted] != 0 }

// Failures names the processes that have failed, and where.
func (s *System) Failures() (names []string) {
	for p := range s.procs {
		if w := s.word(p); w[pStatus] == failed {
			names = append(names, fmt.Sprintf("%d@%d", p, w[pPC]))
		}
	}
	return names
}

// Stuck reports whether a process that was started has not come to its end.
func (s *System) Stuck() bool {
	for p := range s.procs {
		if s.word(p)[pStatus] == running {
			return true
		}
	}
	return false
}

// String is the program.
func (s *System) String() string { return s.source }

func (s *System) word(p int) []int32 { return s.state[p*procSize : p*procSize+procSize] }

// at is the operation process p is at.
func (s *System) at(p int) *op {
	return &s.procs[p].ops[s.state[p*procSize+pPC]]
}

// object is the object of o, an operation of p.
func (s *System) object(p int, o *op) int32 {
	if o.array {
		return o.obj + s.word(p)[pAcc]
	}
	return o.obj
}

// maxLocal bounds how many local operations a process does in a row.
const maxLocal = 1000

// local executes local operations of p up to its next visible one, or its
// end.
func (s *System) local(p int) {
	w := s.word(p)
	for range maxLocal {
		if n := len(s.procs[p].ops); int(w[pPC]) >= n {
			if n == 0 || s.procs[p].ops[n-1].kind != opEnd {
				w[pStatus] = ended
				return
			}
			w[pPC] = int32(n) - 1
		}
		o := s.at(p)
		if o.kind == opSleep {
			w[pAux] = s.state[s.now] + o.a
		}
		if o.kind < opVisible {
			return
		}
		w[pPC]++
		switch o.kind {
		case opSet:
			w[pAcc] = o.a
		case opPlus:
			w[pAcc] += o.a
		case opTimes:
			w[pAcc] *= o.a
		case opMod:
			w[pAcc] %= o.a
		case opJmp:
			w[pPC] += o.a
		case opJz:
			if w[pAcc] == 0 {
				w[pPC] += o.a
			}
		case opJnz:
			if w[pAcc] != 0 {
				w[pPC] += o.a
			}
		case opJeq:
			if w[pAcc] == o.a {
				w[pPC] += o.b
			}
		case opRep:
			if s.state[o.word] < o.a {
				s.state[o.word]++
				w[pPC] += o.b
			}
		case opAssert:
			if w[pAcc] != o.a {
				w[pStatus] = failed
				return
			}
		default:
			if !s.localReference(p, o) {
				w[pStatus] = failed
				return
			}
		}
	}
	w[pStatus] = failed
}

// Enabled implements [por.System].
func (s *System) Enabled(buf []por.Choice) []por.Choice {
	if s.state[s.halted] != 0 {
		return buf
	}
	start := len(buf)
	for p := range s.procs {
		if s.word(p)[pStatus] != running {
			continue
		}
		if o := s.at(p); o.kind != opSleep {
			buf = s.choices(p, o, buf)
		}
	}
	if len(buf) == start {
		buf = s.quiescent(buf)
	}
	return buf
}

// quiescent appends the choice of the process that is to wake up first.
func (s *System) quiescent(buf []por.Choice) []por.Choice {
	sleeper := -1
	for p := range s.procs {
		w := s.word(p)
		if w[pStatus] == running && s.at(p).kind == opSleep && (sleeper < 0 || w[pAux] < s.word(sleeper)[pAux]) {
			sleeper = p
		}
	}
	if sleeper >= 0 {
		buf = append(buf, por.Choice{Proc: por.Proc(sleeper)})
	}
	return buf
}

// choices appends the enabled choices of p, which is at o.
func (s *System) choices(p int, o *op, buf []por.Choice) []por.Choice {
	if !s.manyWays(p, o) {
		if s.ready(p, o) {
			buf = append(buf, por.Choice{Proc: por.Proc(p)})
		}
		return buf
	}
	if o.kind != opSelect {
		return s.waysOfCase(p, 0, o, buf)
	}
	for i := range o.cases {
		buf = s.waysOfCase(p, i, &o.cases[i], buf)
	}
	return buf
}

// manyWays reports whether the operation that p is at may go on in several
// ways: a select, a receive from or send to an unbuffered channel. A send
// that was taken by a receiver has only its completion left.
func (s *System) manyWays(p int, o *op) bool {
	if s.word(p)[pTaken] != 0 {
		return false
	}
	return o.kind == opSelect || (o.kind == opSend || o.kind == opRecv) && s.caps[o.obj] == 0
}

// alternative names way i of the operation of a process, with a partner.
func alternative(i, partner, partnerCase int) int32 {
	return int32(i + 1 + (partner+1)<<8 + partnerCase<<16)
}

func decode(alt int32) (i, partner, partnerCase int) {
	return int(alt&0xff) - 1, int(alt>>8&0xff) - 1, int(alt >> 16)
}

// waysOfCase appends the enabled choices for case i of p's operation.
func (s *System) waysOfCase(p, i int, c *op, buf []por.Choice) []por.Choice {
	choice := por.Choice{Proc: por.Proc(p), Alt: alternative(i, -1, 0)}
	switch {
	case c.kind == opDefault:
		if !s.someReady(p) {
			buf = append(buf, choice)
		}
	case s.caps[c.obj] > 0 || s.state[s.chanAt[c.obj]+cClosed] != 0:
		if s.ready(p, c) {
			buf = append(buf, choice)
		}
	case c.kind == opRecv:
		for q := range s.procs {
			if q == p || s.word(q)[pStatus] != running || s.word(q)[pTaken] != 0 {
				continue
			}
			switch o := s.at(q); {
			case o.kind == opSend && o.obj == c.obj:
				buf = append(buf, por.Choice{Proc: por.Proc(p), Alt: alternative(i, q, 0)})
			case o.kind == opSelect:
				for j := range o.cases {
					if o.cases[j].kind == opSend && o.cases[j].obj == c.obj {
						buf = append(buf, por.Choice{Proc: por.Proc(p), Alt: alternative(i, q, j)})
					}
				}
			}
		}
	}
	return buf
}

// someReady reports whether a case of the select that p is at can go on
// without a partner. Partners do not count: one that is at its operation may
// still be about to start it.
func (s *System) someReady(p int) bool {
	o := s.at(p)
	for i := range o.cases {
		c := &o.cases[i]
		if c.kind != opDefault && s.ready(p, c) {
			return true
		}
	}
	return false
}

// ready reports whether o can be executed by p, without a partner.
func (s *System) ready(p int, o *op) bool {
	switch o.kind {
	case opAwait:
		return s.state[s.regs+s.object(p, o)] == o.a
	case opLock:
		m := s.mutexes + 2*s.object(p, o)
		return s.state[m] == 0 && s.state[m+1] == 0
	case opRLock:
		return s.state[s.mutexes+2*s.object(p, o)] == 0
	case opSend:
		if s.word(p)[pTaken] != 0 {
			return true
		}
		c := s.chanAt[o.obj]
		return s.state[c+cClosed] != 0 || s.state[c+cSent]-s.state[c+cReceived] < s.caps[o.obj]
	case opRecv:
		c := s.chanAt[o.obj]
		return s.state[c+cClosed] != 0 || s.state[c+cSent] > s.state[c+cReceived]
	case opHold:
		cell := s.cell(p, o)
		return cell < 0 || s.state[cell] == 0
	case opWait:
		m := s.mutexes + 2*o.a
		aux := s.word(p)[pAux]
		return aux == 0 || aux == 2 && s.state[m] == 0 && s.state[m+1] == 0
	case opWgWait:
		return s.counter(o.obj)[0] == 0
	case opJoin:
		return s.word(int(o.obj))[pStatus] == ended
	}
	return true
}
