package vm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A plainClock is what a clock stands for.
type plainClock struct {
	components [5 * clockChunk]uint32
	time, read int64
}

func (a *plainClock) covers(b *plainClock) bool {
	for i, v := range b.components {
		if a.components[i] < v {
			return false
		}
	}
	return a.time >= b.time && a.read >= b.read
}

// randomClocks makes clocks from each other, short and long ones.
func randomClocks(c *clocks, rng *rand.Rand) (refs []clockRef, plain []plainClock) {
	c.init()
	refs, plain = []clockRef{0}, []plainClock{{}}
	for range 150 {
		k, l := rng.IntN(len(refs)), rng.IntN(len(refs))
		x := plain[k]
		switch rng.IntN(4) {
		case 0:
			x.time, x.read = x.time+int64(rng.IntN(2)), x.read+int64(rng.IntN(2))
			refs = append(refs, c.timed(refs[k], x.time, x.read))
		case 1:
			refs = append(refs, c.join(refs[k], refs[l]))
			for i, v := range plain[l].components {
				x.components[i] = max(x.components[i], v)
			}
			x.time, x.read = max(x.time, plain[l].time), max(x.read, plain[l].read)
		default:
			s := rng.IntN(len(x.components) >> (4 * rng.IntN(2)))
			x.components[s] += uint32(rng.IntN(3))
			refs = append(refs, c.with(refs[k], Slot(s), x.components[s], x.time, x.read))
		}
		plain = append(plain, x)
	}
	return refs, plain
}

// TestClocks compares random clocks, and what they cover, with what they stand for.
func TestClocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var c clocks
		refs, plain := randomClocks(&c, rng)
		checkClocks(t, &c, refs, plain)
		// The same after some have been dropped.
		k := clockKeeper{clocks: &c, from: refs[rng.IntN(len(refs))]}
		k.old, k.words = slices.Clone(k.words[k.from:]), k.words[:k.from]
		for i := len(refs) - 1; i >= 0; i-- {
			if refs[i] >= k.from && rng.IntN(3) > 0 {
				refs, plain = slices.Delete(refs, i, i+1), slices.Delete(plain, i, i+1)
			}
		}
		for i := range refs {
			k.keep(&refs[i])
		}
		checkClocks(t, &c, refs, plain)
	}
}

func checkClocks(t *testing.T, c *clocks, refs []clockRef, plain []plainClock) {
	t.Helper()
	for i, r := range refs {
		x := &plain[i]
		for s, v := range x.components {
			if got := c.at(r, Slot(s)); got != v {
				t.Fatalf("component %d is %d, want %d", s, got, v)
			}
		}
		if c.time(r) != x.time || c.read(r) != x.read {
			t.Fatalf("times %d, %d, want %d, %d", c.time(r), c.read(r), x.time, x.read)
		}
		if n := c.append(nil, r); !slices.Equal(n, x.components[:len(n)]) {
			t.Fatalf("components are %v, want %v", n, x.components)
		}
		for j := range refs {
			if got, want := c.covers(r, refs[j]), x.covers(&plain[j]); got != want {
				t.Fatalf("covers is %v, want %v", got, want)
			}
		}
	}
}

// TestLongClocksShare checks that a step of one of many goroutines takes little memory.
func TestLongClocksShare(t *testing.T) {
	const goroutines = 10_000
	var c clocks
	c.init()
	r := clockRef(0)
	for s := range Slot(goroutines) {
		r = c.with(r, s, 1, 0, 0)
	}
	before := len(c.words)
	r = c.join(c.with(r, 7, 2, 0, 0), c.with(r, 5000, 2, 0, 0))
	if c.at(r, 7) != 2 || c.at(r, 5000) != 2 || c.at(r, 8) != 1 {
		t.Error("the join lacks a component")
	}
	if n := len(c.words) - before; n > goroutines/8 {
		t.Errorf("three clocks take %d words", n)
	}
}
