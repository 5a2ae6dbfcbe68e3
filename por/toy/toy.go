// Package toy provides small concurrent programs, written as strings, on
// which searches are tested.
//
// A program has one process per line, its operations separated by blanks. A
// line "chan c 2 d 0" declares channels with their capacity. A process whose
// line starts with "-" does not run until another one starts it. Processes
// are numbered from 0 by line. A line "array m s 5" declares mutexes s0 to s4,
// "array x a 3" registers a0 to a2; s@ is then the one that the accumulator
// says. Everything else is declared by use. An
// operation is its name and operands, joined by colons; "." stands for the
// accumulator, the one local variable of a process.
//
//	read:x write:x:5 write:x:. write:x:.+1      registers, initially 0
//	readadd:x                                   adds to the accumulator
//	add:x:1 fetch:x:1 cas:x:0:1                 atomics: no result, old value, 1 or 0
//	await:x:1                                   wait until x is 1
//	lock:m unlock:m trylock:m rlock:m runlock:m locks; trylock gives 1 or 0
//	send:c:5 recv:c close:c                     channels; a closed one gives -1
//	select:c?,d!5,default                       gives the value, 100+i after the
//	                                            i-th case sent, 99 by default
//	wait:k:m signal:k broadcast:k               condition variables
//	wgadd:w:1 wgdone:w wgwait:w                 counters waited for
//	go:2 join:2 end                             processes; the end of one that
//	                                            others join is an operation
//	sleep:3 tick                                timers: at quiescence, free-running
//	panic                                       ends everything
//
// The rest is local and happens along with the operation before:
//
//	set:5 plus:1 times:2 mod:3                  the accumulator
//	jmp:-2 jz:1 jnz:1 jeq:5:1                   relative to the next operation
//	rep:2:-3                                    jump at most twice
//	assert:5                                    or the process stops, failed
//
// A line "object r s" declares global references r and s to objects with
// fields, initially 0 or nil. A process has local references of its own.
//
//	get:v.f put:v.f:5 bump:v.f:1                fields that are numbers; nothing is
//	                                            to be had from nil, and the process fails
//	load:w:v.f store:v.f:w                      fields that are references
//	hold:v.f drop:v.f                           fields that are locks
//	take:v:r publish:r:v                        global references
//	new:v let:v:r copy:v:w jnil:v:1             local: a new object, the one r began
//	                                            with, another reference; nil jumps
package toy

import (
	"fmt"
	"strconv"
	"strings"
)

// An opKind is an operation of a process.
type opKind uint16

const (
	opRead opKind = iota
	opReadAdd
	opWrite
	opAdd
	opFetch
	opCAS
	opAwait
	opLock
	opUnlock
	opTryLock
	opRLock
	opRUnlock
	opSend
	opRecv
	opClose
	opSelect
	opWait
	opSignal
	opBroadcast
	opWgAdd
	opWgDone
	opWgWait
	opGo
	opJoin
	opSleep
	opTick
	opPanic
	opEnd
	opGet
	opPut
	opBump
	opLoad
	opStore
	opHold
	opDrop
	opTake
	opPublish
	opVisible // those below are local
	opSet
	opPlus
	opTimes
	opMod
	opJmp
	opJz
	opJnz
	opJeq
	opRep
	opAssert
	opNew
	opLet
	opCopy
	opJnil
	opDefault // as a case of a select
)

// syntax is the name of an operation and what its operands are: a register
// (x), mutex (m), channel (c), condition (k), counter (w), process (p),
// number (n), value (v), field of an object (f), or local (l), another local (L)
// or global (g) reference.
var syntax = [...]struct{ name, operands string }{
	opRead: {"read", "x"}, opReadAdd: {"readadd", "x"}, opWrite: {"write", "xv"}, opAdd: {"add", "xn"}, opFetch: {"fetch", "xn"},
	opCAS: {"cas", "xnn"}, opAwait: {"await", "xn"},
	opLock: {"lock", "m"}, opUnlock: {"unlock", "m"}, opTryLock: {"trylock", "m"},
	opRLock: {"rlock", "m"}, opRUnlock: {"runlock", "m"},
	opSend: {"send", "cv"}, opRecv: {"recv", "c"}, opClose: {"close", "c"}, opSelect: {"select", ""},
	opWait: {"wait", "km"}, opSignal: {"signal", "k"}, opBroadcast: {"broadcast", "k"},
	opWgAdd: {"wgadd", "wn"}, opWgDone: {"wgdone", "w"}, opWgWait: {"wgwait", "w"},
	opGo: {"go", "p"}, opJoin: {"join", "p"}, opSleep: {"sleep", "n"}, opTick: {"tick", ""}, opPanic: {"panic", ""},
	opEnd: {"end", ""},
	opGet: {"get", "f"}, opPut: {"put", "fv"}, opBump: {"bump", "fn"}, opLoad: {"load", "Lf"}, opStore: {"store", "fL"},
	opHold: {"hold", "f"}, opDrop: {"drop", "f"}, opTake: {"take", "lg"}, opPublish: {"publish", "gl"},
	opSet: {"set", "n"}, opPlus: {"plus", "n"}, opTimes: {"times", "n"}, opMod: {"mod", "n"},
	opJmp: {"jmp", "n"}, opJz: {"jz", "n"}, opJnz: {"jnz", "n"}, opJeq: {"jeq", "nn"},
	opRep: {"rep", "nn"}, opAssert: {"assert", "n"},
	opNew: {"new", "l"}, opLet: {"let", "lg"}, opCopy: {"copy", "lL"}, opJnil: {"jnil", "ln"}, opDefault: {"default", ""},
}

// An op is a decoded operation.
type op struct {
	kind  opKind
	obj   int32 // index of the register, mutex, channel, ..., or process
	a, b  int32 // numbers, or the mutex of a wait
	acc   bool  // the value is the accumulator plus a
	array bool  // the object is the obj-th, counted on by the accumulator
	word  int32 // state word of a rep
	cases []op  // of a select
	// ref is the local reference by which an object is accessed, other another
	// one.
	ref, other int32
	spins      *op // the jump that leads back from behind to this read, nil if none does
}

// A parser collects the names of a program.
type parser struct {
	sys   *System
	names [9]map[string]int32 // by kind of object: x m c k w, state words, fields, local and global references
	count [9]int32
	// joined are the processes that others wait for: their end is an event.
	joined map[int32]bool
}

// Parse reads a program. It panics if there is an error in it: programs are
// part of tests.
func Parse(src string) *System {
	s := &System{source: src}
	p := &parser{sys: s, joined: map[int32]bool{}}
	for i := range p.names {
		p.names[i] = map[string]int32{}
	}
	for line := range strings.Lines(src) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if fields[0] == "chan" {
			for i := 1; i+1 < len(fields); i += 2 {
				p.names[2][fields[i]] = int32(len(s.caps))
				s.caps = append(s.caps, number(fields[i+1]))
			}
			continue
		}
		if fields[0] == "object" {
			for _, r := range fields[1:] {
				p.index(kindGlobal, r)
			}
			s.globals = p.count[kindGlobal]
			continue
		}
		if fields[0] == "array" {
			p.array(strings.Index("xm", fields[1]), fields[2], number(fields[3]))
			continue
		}
		proc := process{started: fields[0] != "-"}
		if !proc.started {
			fields = fields[1:]
		}
		for _, f := range fields {
			proc.ops = append(proc.ops, p.op(f))
		}
		s.procs = append(s.procs, proc)
	}
	for i := range s.procs {
		if p.joined[int32(i)] {
			s.procs[i].ops = append(s.procs[i].ops, op{kind: opEnd, obj: int32(i)})
		}
	}
	s.layout(p)
	s.Reset()
	return s
}

// op decodes one operation.
func (p *parser) op(text string) op {
	name, rest, _ := strings.Cut(text, ":")
	for kind := range syntax {
		if syntax[kind].name != name || opKind(kind) == opVisible {
			continue
		}
		o := op{kind: opKind(kind)}
		switch {
		case o.kind == opSelect:
			for _, c := range strings.Split(rest, ",") {
				o.cases = append(o.cases, p.selectCase(c))
			}
		case rest != "" || syntax[kind].operands != "":
			p.operands(&o, text, strings.Split(rest, ":"))
		}
		if o.kind == opRep {
			o.word = p.index(kindWord, fmt.Sprint("rep", p.count[kindWord]))
		}
		return o
	}
	panic("toy: no operation " + text)
}

// array declares n objects of a kind.
func (p *parser) array(kind int, name string, n int32) {
	for i := range n {
		p.index(kind, fmt.Sprint(name, i))
	}
	p.names[kind][name+"@"] = p.index(kind, name+"0")
}

// operands decodes the operands of o.
func (p *parser) operands(o *op, text string, operands []string) {
	kinds := syntax[o.kind].operands
	if len(operands) != len(kinds) {
		panic("toy: wrong number of operands: " + text)
	}
	numbers := []*int32{&o.a, &o.b}
	for i, k := range kinds {
		switch operand := operands[i]; k {
		case 'n':
			*numbers[0] = number(operand)
			numbers = numbers[1:]
		case 'v':
			o.value(operand)
		case 'p':
			o.obj = number(operand)
			if o.kind == opJoin {
				p.joined[o.obj] = true
			}
		case 'm':
			if o.kind == opWait {
				o.a = p.index(1, operand)
				break
			}
			o.obj = p.index(1, operand)
			o.array = strings.HasSuffix(operand, "@")
		case 'f', 'l', 'L', 'g':
			p.reference(o, k, operand)
		default:
			o.obj = p.index(strings.IndexRune("xmckw", k), operand)
			o.array = strings.HasSuffix(operand, "@")
		}
	}
}

// Kinds of names that are not of objects visible by themselves.
const (
	kindWord = iota + 5
	kindField
	kindLocal
	kindGlobal
)

// reference decodes an operand that has to do with references.
func (p *parser) reference(o *op, kind rune, operand string) {
	switch kind {
	case 'f':
		variable, field, ok := strings.Cut(operand, ".")
		if !ok {
			panic("toy: no field " + operand)
		}
		o.ref = p.index(kindLocal, variable)
		o.obj = p.index(kindField, field)
	case 'l':
		o.ref = p.index(kindLocal, operand)
	case 'L':
		o.other = p.index(kindLocal, operand)
	case 'g':
		var ok bool
		if o.obj, ok = p.names[kindGlobal][operand]; !ok {
			panic("toy: undeclared reference " + operand)
		}
	}
}

// value decodes a constant, ".", or ".+1".
func (o *op) value(text string) {
	if rest, ok := strings.CutPrefix(text, "."); ok {
		o.acc = true
		text = "0" + rest
		text = strings.TrimPrefix(text, "0+")
	}
	o.a = number(text)
}

// selectCase decodes "c?", "c!5" or "default".
func (p *parser) selectCase(text string) op {
	if text == "default" {
		return op{kind: opDefault}
	}
	if c, ok := strings.CutSuffix(text, "?"); ok {
		return op{kind: opRecv, obj: p.index(2, c)}
	}
	c, v, ok := strings.Cut(text, "!")
	if !ok {
		panic("toy: no case " + text)
	}
	o := op{kind: opSend, obj: p.index(2, c)}
	o.value(v)
	return o
}

// index gives the number of an object.
func (p *parser) index(kind int, name string) int32 {
	i, ok := p.names[kind][name]
	if !ok {
		if kind == 2 {
			panic("toy: undeclared channel " + name)
		}
		if strings.HasSuffix(name, "@") {
			panic("toy: undeclared array " + name)
		}
		i = p.count[kind]
		p.count[kind]++
		p.names[kind][name] = i
	}
	return i
}

func number(text string) int32 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		panic("toy: not a number: " + text)
	}
	return int32(n)
}
