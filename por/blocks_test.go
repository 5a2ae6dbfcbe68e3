package por_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// A blockSystem has processes that execute atomic blocks on a shared vector.
// All it says about a block is which object it changes, as an analysis would
// that looks for writes only.
type blockSystem struct {
	procs [][]block
	size  int     // of the vector
	state []int32 // the vector, and how far each process is
	saved [][]int32
}

type block struct {
	object uint64
	run    func(v []int32)
}

func newBlocks(size int, procs ...[]block) *blockSystem {
	s := &blockSystem{procs: procs, size: size}
	s.Reset()
	return s
}

func (s *blockSystem) Reset() {
	s.state = slices.Grow(s.state[:0], s.size+len(s.procs))[:s.size+len(s.procs)]
	clear(s.state)
	s.saved = s.saved[:0]
}

func (s *blockSystem) Enabled(buf []por.Choice) []por.Choice {
	for p := range s.procs {
		if int(s.state[s.size+p]) < len(s.procs[p]) {
			buf = append(buf, por.Choice{Proc: por.Proc(p)})
		}
	}
	return buf
}

func (s *blockSystem) event(p int, b block) por.Event {
	e := por.Event{Choice: por.Choice{Proc: por.Proc(p)}, Peer: -1, Firm: true}
	e.Accesses[0] = por.Access{Object: b.object, Mode: por.Write}
	return e
}

func (s *blockSystem) Step(c por.Choice) por.Event {
	at := &s.state[s.size+int(c.Proc)]
	b := s.procs[c.Proc][*at]
	*at++
	b.run(s.state[:s.size])
	return s.event(int(c.Proc), b)
}

func (s *blockSystem) Pending(buf []por.Event) []por.Event {
	for p := range s.procs {
		if at := int(s.state[s.size+p]); at < len(s.procs[p]) {
			buf = append(buf, s.event(p, s.procs[p][at]))
		}
	}
	return buf
}

func (s *blockSystem) Mark() int {
	s.saved = append(s.saved, slices.Clone(s.state))
	return len(s.saved) - 1
}

func (s *blockSystem) Rewind(mark int) {
	s.saved = s.saved[:mark+1]
	copy(s.state, s.saved[mark])
}

// Fingerprint implements [por.Stateful].
func (s *blockSystem) Fingerprint() (f [2]uint64) {
	f = [2]uint64{14695981039346656037, 0x9E3779B97F4A7C15}
	for _, w := range s.state {
		f[0] = (f[0] ^ uint64(uint32(w))) * 1099511628211
		f[1] = (f[1] + uint64(uint32(w)) + 1) * 0xBF58476D1CE4E5B9
		f[1] ^= f[1] >> 29
	}
	return f
}

// MayConflict implements [por.Lookahead].
func (s *blockSystem) MayConflict(p por.Proc, e por.Event) bool {
	for _, b := range s.procs[p][s.state[s.size+int(p)]:] {
		if b.object == e.Accesses[0].Object {
			return true
		}
	}
	return false
}

// producerConsumer is the program of Section 4 of [AAGGS17]: a producer of
// n values, a consumer of n, and a buffer with room for all.
func producerConsumer(n int) *blockSystem {
	const head, tail, taken, values = 0, 1, 2, 3
	var producer, consumer []block
	for i := range n {
		producer = append(producer, block{1, func(v []int32) {
			v[values+v[tail]] = int32(i) + 1
			v[tail]++
		}})
		consumer = append(consumer, block{1, func(v []int32) {
			got := int32(-1)
			if v[head] < v[tail] {
				got = v[values+v[head]]
				v[head]++
			}
			v[values+int32(n)+v[taken]] = got
			v[taken]++
		}})
	}
	return newBlocks(values+2*n, producer, consumer)
}

// anticipated is the situation of Section 5.3 of [AAGGS17]: two processes that
// add to one thing, n that do not commute on another.
func anticipated(n int) *blockSystem {
	procs := [][]block{
		{{1, func(v []int32) { v[0]++ }}},
		{{1, func(v []int32) { v[0] += 2 }}},
	}
	for i := range n {
		procs = append(procs, []block{{2, func(v []int32) { v[1] = v[1]*int32(n+1) + int32(i) + 1 }}})
	}
	return newBlocks(2, procs...)
}

// forgetful is a random toy program whose processes do much the same and
// forget what they have seen, so that many orders come to the same state.
func forgetful(seed uint64) *toy.System {
	rng := rand.New(rand.NewPCG(seed, 0x666f72676574))
	themes := [][]string{
		{"write:X:1", "write:X:1", "write:X:2", "read:X set:0", "read:X", "fetch:X:1 set:0", "add:X:1", "read:X write:X:.+1 set:0"},
		{"cas:X:0:1 set:0", "cas:X:1:0 set:0", "write:X:1", "await:X:1", "read:X jz:1 write:b:1 set:0"},
		{"lock:m write:X:1 unlock:m", "lock:m write:X:1 unlock:m", "lock:m read:X write:X:.+1 set:0 unlock:m", "lock:m unlock:m", "lock:m", "trylock:m set:0", "write:X:1"},
		{"rlock:m runlock:m", "lock:m unlock:m", "rlock:m read:X set:0 runlock:m", "lock:m write:X:1 unlock:m"},
		{"chan c0 2 c1 1", "send:c0:1", "send:c0:1", "recv:c0 set:0", "send:c1:1", "recv:c1 set:0", "close:c1"},
		{"chan c0 2 c1 1", "send:c0:1", "select:c0!1,default set:0", "select:c0?,default set:0", "recv:c0 set:0", "select:c0?,c1? set:0", "send:c1:1"},
		{"chan c0 0 c1 0", "send:c0:1", "send:c0:1", "recv:c0 set:0", "recv:c0 set:0", "select:c0?,default set:0"},
		{"wgadd:w:1 wgdone:w", "wgwait:w", "write:X:1", "read:X set:0"},
		{"write:X:1", "write:X:1", "sleep:1 write:X:2", "read:X set:0", "panic"},
	}
	var b strings.Builder
	var ops []string
	for _, theme := range [][]string{themes[rng.IntN(len(themes))], themes[rng.IntN(3)]} {
		if strings.HasPrefix(theme[0], "chan") {
			b.WriteString(theme[0] + "\n")
			theme = theme[1:]
		}
		ops = append(ops, theme...)
	}
	procs := 2 + rng.IntN(3)
	for range procs {
		for range 1 + rng.IntN(6-procs) {
			b.WriteString(strings.ReplaceAll(ops[rng.IntN(len(ops))], ":X", []string{":a", ":b"}[rng.IntN(2)]) + " ")
		}
		b.WriteString("\n")
	}
	return toy.Parse(b.String())
}
