package vm

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestShadowRewind compares the clocks in the shadow with a map, over random
// writes, marks and rewinds, with compaction on the way.
func TestShadowRewind(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	r := raceState{newborn: new(newborn)}
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
// writes, marks and rewinds, with nodes and records swept on the way.
func TestShadowSweep(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	r := raceState{compactAt: shadowCompactAt, newborn: new(newborn), nodes: make([]node, 1), accesses: make([]access, 1)}
	r.clocks.init()
	now := map[Addr][]uint64{}
	type saved struct {
		mark raceMark
		want map[Addr][]uint64
	}
	marks := []saved{{r.mark(), maps.Clone(now)}}
	// A record is known by its program counter, which its stack repeats.
	record := func(pc uint64) uint32 {
		r.accesses = append(r.accesses, access{pc: pc, stack: uint32(len(r.stacks)), depth: 2})
		r.stacks = append(r.stacks, pc, ^pc)
		return uint32(len(r.accesses) - 1)
	}
	set := func(a Addr, pcs []uint64) {
		var head uint32
		for _, pc := range slices.Backward(pcs) {
			r.nodes = append(r.nodes, node{ref: record(pc), next: head})
			head = uint32(len(r.nodes) - 1)
		}
		c := cell(head)<<16 | cellList
		if len(pcs) == 1 {
			c = oneCell(record(pcs[0]), 0xff)
		}
		p := r.page(a)
		r.log(a, shadowRead, uint64(p.read[a>>3%pageWords]))
		p.read[a>>3%pageWords] = c
	}
	get := func(a Addr) (pcs []uint64) {
		show := func(ref uint32) {
			x := &r.accesses[ref]
			if s := r.stacks[x.stack:][:x.depth]; s[0] != x.pc || s[1] != ^x.pc {
				t.Fatalf("stack of %#x is %#x", x.pc, s)
			}
			pcs = append(pcs, x.pc)
		}
		c := r.page(a).read[a>>3%pageWords]
		if c&cellOne != 0 {
			show(uint32(c >> 16))
			return pcs
		}
		for n := uint32(c >> 16); n != 0; n = r.nodes[n].next {
			show(r.nodes[n].ref)
		}
		return pcs
	}
	for range 300 {
		for range rng.IntN(200) {
			a, pcs := heapBase+8*Addr(rng.IntN(50)), make([]uint64, 1+rng.IntN(3))
			for i := range pcs {
				pcs[i] = rng.Uint64()
			}
			now[a] = pcs
			set(a, pcs)
		}
		switch rng.IntN(5) {
		case 0:
			marks = append(marks, saved{r.mark(), maps.Clone(now)})
		case 1:
			i := rng.IntN(len(marks))
			r.rewind(marks[i].mark)
			marks = marks[:i+1]
			now = maps.Clone(marks[i].want)
		case 2:
			r.sweep(nil)
			if most := r.nodesMarked + 3*50; len(r.nodes) > most {
				t.Fatalf("%d nodes, want at most %d", len(r.nodes), most)
			}
		case 3:
			r.sweepRecords(nil)
			if most := r.accessesMarked + 3*50; len(r.accesses) > most {
				t.Fatalf("%d records, want at most %d", len(r.accesses), most)
			}
		}
		for a, want := range now {
			if got := get(a); !slices.Equal(got, want) {
				t.Fatalf("set at %#x is %#x, want %#x", a, got, want)
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
		case k == KindTimer, k == KindClock: // not operations of a goroutine
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
