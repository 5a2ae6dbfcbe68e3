package vm

import (
	"math/rand/v2"
	"testing"
)

// testArena is an arena over a little memory of its own.
func testArena(size int) *arena {
	a := newArena(make([]byte, size), make([]byte, size/granule/8+8))
	return &a
}

// TestTrail writes at random with marks in between and rewinds to each, last
// one first, comparing with copies.
func TestTrail(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	a := testArena(1 << 14)
	type saved struct {
		trail int
		copy  []byte
	}
	for range 50 {
		var marks []saved
		for range 10 {
			a.marked = a.tn
			marks = append(marks, saved{a.tn, append([]byte(nil), a.bytes(0, 1<<14)...)})
			for range rng.IntN(400) {
				p, v := unmapped+rng.Uint64N(4096), rng.Uint64()
				switch rng.IntN(6) {
				case 0:
					a.store8(p, uint8(v))
				case 1:
					a.store16(p&^1, uint16(v))
				case 2:
					a.store32(p&^3, uint32(v))
				case 3:
					a.store64(p&^7, v)
				case 4:
					a.move(p, unmapped+rng.Uint64N(4096), v%64)
				case 5:
					a.clear(p, v%64)
				}
			}
			if rng.IntN(3) == 0 {
				a.compactTrail()
			}
		}
		for i := len(marks) - 1; i >= 0; i-- {
			a.rewindTrail(marks[i].trail)
			if string(a.bytes(0, 1<<14)) != string(marks[i].copy) {
				t.Fatalf("memory differs after rewinding to mark %d", i)
			}
		}
	}
}

// TestTrailStaysSmall writes few words many times without a mark.
func TestTrailStaysSmall(t *testing.T) {
	a := testArena(1 << 13)
	for i := range uint64(10 * compactAt) {
		a.store64(unmapped+i%64*8, i)
	}
	if len(a.trail) > 2*compactAt {
		t.Errorf("the trail has room for %d entries", len(a.trail))
	}
	a.rewindTrail(0)
	for i := range uint64(64) {
		if v := a.load64(unmapped + i*8); v != 0 {
			t.Errorf("word %d is %d after rewinding, want 0", i, v)
		}
	}
}

// testMachine is a machine with memory and names, and no program.
func testMachine(t testing.TB, limits Limits) *Machine {
	t.Helper()
	m, err := newMachine(&Program{}, Config{Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// TestObjects looks up interior pointers of objects of many sizes.
func TestObjects(t *testing.T) {
	m := testMachine(t, Limits{})
	rng := rand.New(rand.NewPCG(2, 2))
	type object struct{ start, size, elem uint64 }
	var objects []object
	regions := []*region{{slot: 0}, {slot: 1}, {slot: 2}}
	for i := range 2000 {
		size := rng.Uint64N(200)
		if i%100 == 0 {
			size = 1 << 15
		}
		a, ok := m.allocRaw(regions[rng.IntN(3)], size, uint64(i))
		if !ok {
			t.Fatal("out of memory")
		}
		objects = append(objects, object{a, max(size, 1), uint64(i)})
	}
	for _, o := range objects {
		for _, p := range []Addr{o.start, o.start + o.size - 1, o.start + rng.Uint64N(o.size)} {
			start, size, elem, ok := m.object(p)
			if !ok || start != o.start || size != o.size || elem != o.elem {
				t.Fatalf("%#x in %+v: got %#x, %d, %d, %v", p, o, start, size, elem, ok)
			}
		}
		if start, _, _, ok := m.object(o.start + o.size); ok && start == o.start {
			t.Fatalf("the end of %+v belongs to it", o)
		}
		if start, _, _, ok := m.object(o.start - 1); ok && start == o.start {
			t.Fatalf("the header of %+v belongs to it", o)
		}
	}
}

// TestStableAddresses allocates in two orders; each region's addresses are
// the same.
func TestStableAddresses(t *testing.T) {
	m := testMachine(t, Limits{})
	alloc := func(order []Slot) map[Slot][]Addr {
		regions := map[Slot]*region{0: {slot: 0}, 7: {slot: 7}}
		got := map[Slot][]Addr{}
		for i, s := range order {
			a, ok := m.allocRaw(regions[s], uint64(1000*(1+len(got[s])%20)), 0)
			if !ok {
				t.Fatalf("allocation %d failed", i)
			}
			got[s] = append(got[s], a)
		}
		return got
	}
	var first, second []Slot
	for range 200 {
		first = append(first, 0, 7)
	}
	for range 200 {
		second = append(second, 7)
	}
	for range 200 {
		second = append(second, 0)
	}
	a, b := alloc(first), alloc(second)
	for s := range a {
		for i := range a[s] {
			if a[s][i] != b[s][i] {
				t.Fatalf("allocation %d of slot %d at %#x, then at %#x", i, s, a[s][i], b[s][i])
			}
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	m := testMachine(t, Limits{Memory: 1 << 20})
	r := &region{}
	if _, ok := m.allocRaw(r, 1<<30, 0); ok {
		t.Error("allocated more than the limit at once")
	}
	n := 0
	for ; n < 1<<20; n++ {
		if _, ok := m.allocRaw(r, 1000, 0); !ok {
			break
		}
	}
	if n < 900 || n > 1048 {
		t.Errorf("%d objects of 1000 bytes fit into 1 MiB", n)
	}
}
