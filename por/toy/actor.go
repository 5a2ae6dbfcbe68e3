package toy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/por"
)

// A Message is on its way, or was received. There is no order among
// messages: each can overtake any other.
type Message struct {
	To, Kind, From uint8
	A, B, C        uint8
}

// word packs m, so that messages sort by receiver, then kind, then sender.
func (m Message) word() uint64 {
	return uint64(m.To)<<40 | uint64(m.Kind)<<32 | uint64(m.From)<<24 | uint64(m.A)<<16 | uint64(m.B)<<8 | uint64(m.C)
}

func messageOf(w uint64) Message {
	return Message{To: uint8(w >> 40), Kind: uint8(w >> 32), From: uint8(w >> 24), A: uint8(w >> 16), B: uint8(w >> 8), C: uint8(w)}
}

// maxQuorum is how many messages a rule can consume.
const maxQuorum = 4

// A Rule is a guarded transition of a process: it consumes messages,
// changes the process's variables and sends messages, in one step. It says
// in advance what it may do; [por.CheckRelations] finds what it does not say.
type Rule struct {
	Name string
	Proc int
	// Kind is that of the messages consumed; they come from Quorum different
	// processes of From. A rule with Quorum 0 consumes nothing.
	Kind   uint8
	From   []int
	Quorum int
	// Guard says whether the rule can be executed with these messages, nil
	// means always. It reads no variables but those in Reads.
	Guard func(vars []int32, in []Message) bool
	// Do executes it. It writes no variables but those in Writes.
	Do func(t *Turn)
	// Sends are what it may send.
	Sends []Address

	// Grows are the variables that it never makes smaller. Stamps are those
	// that its guard only compares with the messages: it can be executed if
	// they are not too large. What grows does not enable what it stamps.
	Reads, Writes, Grows, Stamps []int
	// Uses are all the variables that its guard and Do touch; nil means that
	// it may be any. Rules of one process that use different ones, and consume
	// different kinds of messages, are independent.
	Uses []int
	// Observes are variables of other processes that Do looks at, for the sake
	// of what is specified.
	Observes []Variable
	// Visible says that it may change what is observed.
	Visible bool
}

// A Variable is a variable of a process.
type Variable struct{ Proc, Index int }

// An Address is a kind of message and who may get it.
type Address struct {
	Kind uint8
	To   []int
}

// A Turn is one execution of a rule.
type Turn struct {
	Vars []int32
	In   []Message
	sys  *Actors
	rule *Rule
	sent []uint64
}

// Send sends a message to a process.
func (t *Turn) Send(kind uint8, to int, a, b, c int32) {
	declared := slices.ContainsFunc(t.rule.Sends, func(d Address) bool { return d.Kind == kind && slices.Contains(d.To, to) })
	if !declared || to == t.rule.Proc {
		panic(fmt.Sprintf("toy: rule %s must not send %d to %d", t.rule.Name, kind, to))
	}
	m := Message{To: uint8(to), Kind: kind, From: uint8(t.rule.Proc), A: uint8(a), B: uint8(b), C: uint8(c)}
	t.sent = append(t.sent, m.word())
}

// Observe is a variable of another process.
func (t *Turn) Observe(v Variable) int32 {
	if !slices.Contains(t.rule.Observes, v) {
		panic(fmt.Sprintf("toy: rule %s must not observe %v", t.rule.Name, v))
	}
	return t.sys.of(v.Proc)[v.Index]
}

// Actors are processes that communicate by messages. A process executes its
// rules, the transitions of [por.Relations]; the choices of a rule are the
// sets of messages it can consume.
type Actors struct {
	procs, size int // processes, variables of each
	rules       []Rule
	observe     func(s *Actors) string
	// shared are the variables that rules of other processes observe.
	shared []Variable

	vars []int32
	net  []uint64 // messages, sorted

	savedVars []int32
	savedNet  []uint64
	savedAt   []int32 // where in savedNet the marks end

	// inputs are a rule and what it consumes, by Choice.Alt-1. They are
	// never forgotten, so that the name of a choice stays the same.
	inputs []input
	named  map[input]int32

	in   []Message // scratch
	turn Turn
}

type input struct {
	rule     int32
	n        int32
	messages [maxQuorum]uint64
}

// NewActors makes a system of processes with size variables each, which are
// 0 at first. What is observed of its states is what observe returns.
func NewActors(procs, size int, observe func(s *Actors) string, rules ...Rule) *Actors {
	s := &Actors{
		procs: procs, size: size, rules: rules, observe: observe,
		vars: make([]int32, procs*size), named: map[input]int32{},
	}
	for i := range rules {
		if rules[i].Quorum > maxQuorum {
			panic("toy: too many messages: " + rules[i].Name)
		}
		s.shared = append(s.shared, rules[i].Observes...)
	}
	return s
}

// of is the variables of process p.
func (s *Actors) of(p int) []int32 { return s.vars[p*s.size : (p+1)*s.size] }

// Reset implements [por.System].
func (s *Actors) Reset() {
	clear(s.vars)
	s.net = s.net[:0]
	s.savedVars, s.savedNet, s.savedAt = s.savedVars[:0], s.savedNet[:0], s.savedAt[:0]
}

// Mark implements [por.Rewinder].
func (s *Actors) Mark() int {
	s.savedVars = append(s.savedVars, s.vars...)
	s.savedNet = append(s.savedNet, s.net...)
	s.savedAt = append(s.savedAt, int32(len(s.savedNet)))
	return len(s.savedAt)
}

// Rewind implements [por.Rewinder].
func (s *Actors) Rewind(mark int) {
	n := len(s.vars)
	copy(s.vars, s.savedVars[(mark-1)*n:])
	start := int32(0)
	if mark > 1 {
		start = s.savedAt[mark-2]
	}
	s.savedVars, s.savedAt = s.savedVars[:mark*n], s.savedAt[:mark]
	s.savedNet = s.savedNet[:s.savedAt[mark-1]]
	s.net = append(s.net[:0], s.savedNet[start:]...)
}

// Fingerprint implements [por.Stateful].
func (s *Actors) Fingerprint() [2]uint64 {
	f := fingerprint(s.vars)
	g := fingerprint(s.net)
	return [2]uint64{f[0]*1099511628211 ^ g[0], f[1]*0xBF58476D1CE4E5B9 + g[1]}
}

// fingerprint hashes a list of words.
func fingerprint[T int32 | uint64](words []T) [2]uint64 {
	a, b := uint64(14695981039346656037), uint64(0x9E3779B97F4A7C15)
	for _, w := range words {
		a = (a ^ uint64(w)) * 1099511628211
		a ^= a >> 32
		b = (b + uint64(w) + 1) * 0xBF58476D1CE4E5B9
		b ^= b >> 29
	}
	return [2]uint64{a, b}
}

// Outcome describes the state: the variables and the messages on their way.
func (s *Actors) Outcome() string {
	var b strings.Builder
	for p := range s.procs {
		fmt.Fprint(&b, s.of(p))
	}
	for _, w := range s.net {
		fmt.Fprint(&b, messageOf(w))
	}
	return b.String()
}

// Observed is what is observed of the state.
func (s *Actors) Observed() string { return s.observe(s) }

// String lists the rules.
func (s *Actors) String() string {
	var b strings.Builder
	for i := range s.rules {
		r := &s.rules[i]
		fmt.Fprintf(&b, "%d: process %d: %s, %d of %v from %d, sends %v\n", i, r.Proc, r.Name, r.Kind, r.From, r.Quorum, r.Sends)
	}
	return b.String()
}

// Enabled implements [por.System].
func (s *Actors) Enabled(buf []por.Choice) []por.Choice {
	start := len(buf)
	for i := range s.rules {
		buf = s.choices(int32(i), buf)
	}
	slices.SortFunc(buf[start:], func(a, b por.Choice) int {
		if a.Proc != b.Proc {
			return int(a.Proc - b.Proc)
		}
		return int(a.Alt - b.Alt)
	})
	return buf
}

// choices appends the choices of a rule.
func (s *Actors) choices(rule int32, buf []por.Choice) []por.Choice {
	r := &s.rules[rule]
	key := input{rule: rule, n: int32(r.Quorum)}
	return s.complete(r, &key, 0, 0, buf)
}

// complete appends the choices that begin with the first n messages of key,
// and take further ones from the net at or after at.
func (s *Actors) complete(r *Rule, key *input, n, at int, buf []por.Choice) []por.Choice {
	if n == r.Quorum {
		if !s.guard(r, key) {
			return buf
		}
		alt, ok := s.named[*key]
		if !ok {
			s.inputs = append(s.inputs, *key)
			alt = int32(len(s.inputs))
			s.named[*key] = alt
		}
		return append(buf, por.Choice{Proc: por.Proc(r.Proc), Alt: alt})
	}
	for ; at < len(s.net); at++ {
		m := messageOf(s.net[at])
		switch {
		case int(m.To) != r.Proc || m.Kind != r.Kind || !slices.Contains(r.From, int(m.From)):
		case at > 0 && s.net[at] == s.net[at-1]: // the same message again
		case n > 0 && messageOf(key.messages[n-1]).From == m.From: // one from each
		default:
			key.messages[n] = s.net[at]
			buf = s.complete(r, key, n+1, at+1, buf)
			key.messages[n] = 0
		}
	}
	return buf
}

// guard reports whether r can be executed with the messages of key.
func (s *Actors) guard(r *Rule, key *input) bool {
	return r.Guard == nil || r.Guard(s.of(r.Proc), s.received(key))
}

// received are the messages of key.
func (s *Actors) received(key *input) []Message {
	s.in = s.in[:0]
	for _, w := range key.messages[:key.n] {
		s.in = append(s.in, messageOf(w))
	}
	return s.in
}

// Step implements [por.System].
func (s *Actors) Step(c por.Choice) por.Event {
	key := &s.inputs[c.Alt-1]
	r := &s.rules[key.rule]
	e := touches{e: por.Event{Choice: c, Peer: -1, Op: uint16(key.rule)}}
	for _, w := range key.messages[:key.n] {
		i, _ := slices.BinarySearch(s.net, w)
		s.net = slices.Delete(s.net, i, i+1)
		e.add(por.Write, w)
	}
	s.turn = Turn{Vars: s.of(r.Proc), In: s.received(key), sys: s, rule: r, sent: s.turn.sent[:0]}
	r.Do(&s.turn)
	for _, w := range s.turn.sent {
		i, _ := slices.BinarySearch(s.net, w)
		s.net = slices.Insert(s.net, i, w)
		e.add(por.Update, w)
	}
	for _, v := range s.shared {
		if r.changes(v) {
			e.add(por.Write, v.name())
		}
	}
	for _, v := range r.Observes {
		e.add(por.Read, v.name())
	}
	return e.e
}

// changes reports whether r may change v.
func (r *Rule) changes(v Variable) bool {
	return r.Proc == v.Proc && slices.Contains(r.Writes, v.Index)
}

// name is v as an object of events; messages are smaller.
func (v Variable) name() uint64 { return 1<<63 | uint64(v.Proc)<<8 | uint64(v.Index) }
