package vm

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestClockLaws checks that join is the least upper bound of the order that
// covers tells, on random clocks.
func TestClockLaws(t *testing.T) {
	var c clocks
	c.init()
	rng := rand.New(rand.NewPCG(1, 2))
	refs := []clockRef{0}
	for range 60 {
		r := c.make(uint32(rng.IntN(5)), int64(rng.IntN(3)), int64(rng.IntN(3)))
		for i := range c.vector(r) {
			c.vector(r)[i] = uint32(rng.IntN(3))
		}
		refs = append(refs, r)
	}
	for range 20_000 {
		x, y, z := refs[rng.IntN(len(refs))], refs[rng.IntN(len(refs))], refs[rng.IntN(len(refs))]
		j := c.join(x, y)
		switch {
		case !c.covers(j, x) || !c.covers(j, y):
			t.Fatalf("join(%v, %v) = %v is no upper bound", c.vector(x), c.vector(y), c.vector(j))
		case c.covers(z, x) && c.covers(z, y) && !c.covers(z, j):
			t.Fatalf("join(%v, %v) = %v is not the least: %v", c.vector(x), c.vector(y), c.vector(j), c.vector(z))
		case c.covers(x, y) && c.covers(y, z) && !c.covers(x, z):
			t.Fatalf("covers is not transitive: %v %v %v", c.vector(x), c.vector(y), c.vector(z))
		}
	}
}

// TestShadowRewind compares the clocks in the shadow with a map, over random
// writes, marks and rewinds, with compaction on the way.
func TestShadowRewind(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var r raceState
	r.clocks.init()
	r.compactAt = shadowCompactAt
	now := map[Addr]clockRef{}
	type saved struct {
		mark raceMark
		want map[Addr]clockRef
	}
	marks := []saved{{r.mark(), maps.Clone(now)}}
	for range 300 {
		for range rng.IntN(2000) {
			a := heapBase + 4*Addr(rng.IntN(300)) + Addr(rng.IntN(2))<<20
			now[a] = clockRef(rng.Uint32())
			r.setSyncClock(a, now[a])
		}
		switch rng.IntN(4) {
		case 0:
			marks = append(marks, saved{r.mark(), maps.Clone(now)})
		case 1:
			i := rng.IntN(len(marks))
			r.rewind(marks[i].mark)
			marks = marks[:i+1]
			now = maps.Clone(marks[i].want)
		case 2:
			r.compact()
		}
		for a, want := range now {
			if got := r.syncClock(a); got != want {
				t.Fatalf("clock at %#x is %d, want %d", a, got, want)
			}
		}
	}
}

// TestShadowSweep compares the sets in the shadow with a map, over random
// writes, marks and rewinds, with nodes swept on the way.
func TestShadowSweep(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	r := raceState{compactAt: shadowCompactAt, nodes: make([]node, 1)}
	r.clocks.init()
	now := map[Addr][]uint32{}
	type saved struct {
		mark raceMark
		want map[Addr][]uint32
	}
	marks := []saved{{r.mark(), maps.Clone(now)}}
	set := func(a Addr, refs []uint32) {
		var head uint32
		for _, ref := range slices.Backward(refs) {
			r.nodes = append(r.nodes, node{ref: ref, next: head})
			head = uint32(len(r.nodes) - 1)
		}
		p := r.page(a)
		r.log(a, shadowRead, uint64(p.read[a>>3%pageWords]))
		p.read[a>>3%pageWords] = cell(head)<<16 | cellList
	}
	for range 300 {
		for range rng.IntN(200) {
			a, refs := heapBase+8*Addr(rng.IntN(50)), make([]uint32, 1+rng.IntN(3))
			for i := range refs {
				refs[i] = rng.Uint32()
			}
			now[a] = refs
			set(a, refs)
		}
		switch rng.IntN(4) {
		case 0:
			marks = append(marks, saved{r.mark(), maps.Clone(now)})
		case 1:
			i := rng.IntN(len(marks))
			r.rewind(marks[i].mark)
			marks = marks[:i+1]
			now = maps.Clone(marks[i].want)
		case 2:
			r.sweep()
			if most := r.nodesMarked + 3*50; len(r.nodes) > most {
				t.Fatalf("%d nodes, want at most %d", len(r.nodes), most)
			}
		}
		for a, want := range now {
			var got []uint32
			for n := uint32(r.page(a).read[a>>3%pageWords] >> 16); n != 0; n = r.nodes[n].next {
				got = append(got, r.nodes[n].ref)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("set at %#x is %d, want %d", a, got, want)
			}
		}
	}
}

// TestObjectNames checks that the parts of an object's name do not run into
// each other.
func TestObjectNames(t *testing.T) {
	for _, a := range []Addr{0, 16, dataBase, heapBase + 48, arenaSize - 16} {
		for _, p := range []part{partMemory, partMutex, partRoom, partKey} {
			for _, k := range []uint64{0, 1, 77, serialMask} {
				if x, y, z := objectParts(numbered(a, p, k)); x != a || y != p || z != k {
					t.Errorf("%#x %d %d became %#x %d %d", a, p, k, x, y, z)
				}
			}
		}
	}
}

// TestOperations checks that every kind of operation has a name and can be
// executed, and that what waits says what it touches.
func TestOperations(t *testing.T) {
	last := atomicKind(atomicOr, atomicWord)
	for k := KindSend; k <= last; k++ {
		o := &operations[k]
		switch {
		case o.name == "":
			t.Errorf("kind %d has no name", k)
		case k == KindTimer: // not an operation of a goroutine
		case o.exec == nil || o.touch == nil:
			t.Errorf("%s cannot be executed", o.name)
		case o.ways != nil && o.ready != nil:
			t.Errorf("%s is enabled in two ways", o.name)
		}
	}
	for name, k := range visibles {
		if operations[k].exec == nil {
			t.Errorf("%s is of a kind that cannot be executed", name)
		}
	}
}

// TestTransparentList checks that every entry has a reason and that an entry
// without functions is the last of its package.
func TestTransparentList(t *testing.T) {
	for _, pkg := range slices.Sorted(maps.Keys(transparentList)) {
		list := transparentList[pkg]
		for i, l := range list {
			if l.reason == "" {
				t.Errorf("%s: no reason", pkg)
			}
			if len(l.funcs) == 0 && i != len(list)-1 {
				t.Errorf("%s: entry %d hides those behind it", pkg, i)
			}
		}
	}
}
