package vm

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"testing"
	"unsafe"
)

const mapsSource = `package x
	type Ints map[int]int
	type Bytes map[uint8][3]byte
	type Strs map[string]string
	type Floats map[float64]int
	type Anys map[any]int
	type Set map[int]struct{}
	type Unit map[struct{}]int
	type Big map[[5]string][40]int
	type Any any
	type Int int
	type Slice []int
`

// A mapTester drives one map of the machine.
type mapTester struct {
	valueMaker
	t    *typeInfo
	h    Addr
	strs map[string][2]uint64
}

func newMapTester(t testing.TB, typ string) *mapTester {
	p, pkg := typesOf(t, "x.go", mapsSource)
	m, g := typesMachine(t, p)
	mt := &mapTester{valueMaker: valueMaker{t, m, g, pkg}, strs: map[string][2]uint64{}}
	mt.t = mt.typ(typ)
	h, trap := m.mapMake(g, mt.t.addr, 0)
	if trap != trapNone {
		t.Fatal("out of memory")
	}
	mt.h = h
	return mt
}

func (t *mapTester) get(key unsafe.Pointer) Addr {
	e, trap := t.m.mapGet(t.g, t.t.addr, t.h, key)
	if trap != trapNone {
		t.Fatal("mapGet traps")
	}
	return e
}

func (t *mapTester) set(key unsafe.Pointer) Addr {
	e, trap := t.m.mapSet(t.g, t.t.addr, t.h, key)
	if trap != trapNone {
		t.Fatal("mapSet traps")
	}
	return e
}

func (t *mapTester) del(key unsafe.Pointer) {
	if t.m.mapDelete(t.g, t.t.addr, t.h, key) != trapNone {
		t.Fatal("mapDelete traps")
	}
}

// all iterates over the map and calls f with the addresses of each entry.
func (t *mapTester) all(f func(key, elem Addr) bool) {
	var it [mapIterWords]uint64
	t.m.mapIterInit(it[:], t.h)
	for {
		k, e, ok := t.m.mapIterNext(it[:], t.t.addr)
		if !ok || !f(k, e) {
			return
		}
	}
}

func (t *mapTester) ints() map[int]int {
	got := map[int]int{}
	t.all(func(k, e Addr) bool {
		key := int(t.m.load64(k))
		if _, twice := got[key]; twice {
			t.Fatalf("%d produced twice", key)
		}
		got[key] = int(t.m.load64(e))
		return true
	})
	if len(got) != int(t.m.mapLen(t.h)) {
		t.Fatalf("%d entries, but len is %d", len(got), t.m.mapLen(t.h))
	}
	return got
}

// TestMapRandom compares random operations, marks and rewinds with Go's maps.
func TestMapRandom(t *testing.T) {
	for seed := range int64(60) {
		rng := rand.New(rand.NewSource(seed))
		mt := newMapTester(t, "Ints")
		mt.m.cfg.MapSeed = uint64(seed % 3)
		want := map[int]int{}
		type saved struct {
			mark int
			want map[int]int
		}
		stack := []saved{{mt.m.Mark(), maps.Clone(want)}}
		keys := 1 + rng.Intn(200)
		for range 1500 {
			key := rng.Intn(keys)
			k := uint64(key)
			switch op := rng.Intn(100); {
			case op < 50:
				v := rng.Int()
				mt.m.store64(mt.set(unsafe.Pointer(&k)), uint64(v))
				want[key] = v
			case op < 80:
				mt.del(unsafe.Pointer(&k))
				delete(want, key)
			case op < 92:
				e := mt.get(unsafe.Pointer(&k))
				v, ok := want[key]
				if ok != (e != 0) || ok && int(mt.m.load64(e)) != v {
					t.Fatalf("seed %d: lookup of %d", seed, key)
				}
			case op < 93:
				mt.m.mapClear(mt.h)
				clear(want)
			case op < 96:
				stack = append(stack, saved{mt.m.Mark(), maps.Clone(want)})
			case op < 99 && len(stack) > 1:
				s := stack[rng.Intn(len(stack))]
				stack = stack[:s.mark]
				mt.m.Rewind(s.mark)
				stack = append(stack, s)
				want = maps.Clone(s.want)
			default:
				if got := mt.ints(); !maps.Equal(got, want) {
					t.Fatalf("seed %d: %v, want %v", seed, got, want)
				}
			}
		}
		if got := mt.ints(); !maps.Equal(got, want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		c, trap := mt.m.mapClone(mt.g, mt.t.addr, mt.h)
		if trap != trapNone || c == mt.h {
			t.Fatal("mapClone")
		}
		k := uint64(3)
		mt.del(unsafe.Pointer(&k))
		mt.h = c
		if got := mt.ints(); !maps.Equal(got, want) {
			t.Fatalf("seed %d: clone %v, want %v", seed, got, want)
		}
	}
}

// TestMapIterate changes maps under iterators: an entry that stays is produced
// exactly once, one that was removed before it was reached never, one that was added
// at most once.
func TestMapIterate(t *testing.T) {
	for seed := range int64(300) {
		rng := rand.New(rand.NewSource(seed))
		mt := newMapTester(t, "Ints")
		mt.m.cfg.MapSeed = uint64(seed % 5)
		n := 1 + rng.Intn(40)
		stay, removed, produced := map[int]bool{}, map[int]bool{}, map[int]int{}
		for key := range n {
			k := uint64(key)
			mt.set(unsafe.Pointer(&k))
			stay[key] = true
		}
		fresh := 1000
		mt.all(func(k, e Addr) bool {
			key := int(mt.m.load64(k))
			produced[key]++
			if removed[key] || produced[key] > 1 {
				t.Fatalf("seed %d: %d is produced (removed: %v)", seed, key, removed[key])
			}
			for range rng.Intn(4) {
				switch key := rng.Intn(n); rng.Intn(3) {
				case 0:
					k := uint64(key)
					if produced[key] == 0 {
						removed[key] = true
					}
					delete(stay, key)
					mt.del(unsafe.Pointer(&k))
				case 1:
					k := uint64(fresh)
					fresh++
					mt.set(unsafe.Pointer(&k))
				}
			}
			return true
		})
		for key := range stay {
			if produced[key] != 1 {
				t.Fatalf("seed %d: %d is produced %d times", seed, key, produced[key])
			}
		}
	}
}

// TestMapEndless: adding an entry for every entry produced comes to an end.
func TestMapEndless(t *testing.T) {
	mt := newMapTester(t, "Ints")
	k := uint64(1)
	mt.set(unsafe.Pointer(&k))
	n := 0
	mt.all(func(_, _ Addr) bool {
		n++
		k++
		mt.set(unsafe.Pointer(&k))
		return n < 1000
	})
	if n == 1000 {
		t.Error("the iteration does not end")
	}
}

func TestMapOrder(t *testing.T) {
	mt := newMapTester(t, "Ints")
	for _, k := range []uint64{5, 3, 9, 1} {
		mt.set(unsafe.Pointer(&k))
	}
	order := func() string {
		s := ""
		mt.all(func(k, _ Addr) bool { s += fmt.Sprint(mt.m.load64(k)); return true })
		return s
	}
	if got := order(); got != "5391" {
		t.Errorf("order %s, want 5391", got)
	}
	orders := map[string]bool{}
	for seed := range uint64(50) {
		mt.m.cfg.MapSeed = seed
		orders[order()] = true
	}
	if len(orders) != 4 {
		t.Errorf("orders with seeds: %v, want the 4 rotations", orders)
	}
}

func TestMapFloats(t *testing.T) {
	mt := newMapTester(t, "Floats")
	nan, zero, negzero := math.NaN(), 0.0, math.Copysign(0, -1)
	for i := range 1000 {
		mt.m.store64(mt.set(unsafe.Pointer(&nan)), uint64(i))
	}
	mt.m.store64(mt.set(unsafe.Pointer(&zero)), 1)
	mt.m.store64(mt.set(unsafe.Pointer(&negzero)), 2)
	if n := mt.m.mapLen(mt.h); n != 1001 {
		t.Errorf("%d entries, want 1001", n)
	}
	if mt.get(unsafe.Pointer(&nan)) != 0 {
		t.Error("NaN is found")
	}
	if e := mt.get(unsafe.Pointer(&zero)); e == 0 || mt.m.load64(e) != 2 {
		t.Error("0 and -0 are different keys")
	}
	n, signed := 0, false
	mt.all(func(k, _ Addr) bool {
		n++
		signed = signed || mt.m.load64(k) == 1<<63
		if n == 500 {
			// Grow under the iterator: its array is given up.
			for range 3000 {
				mt.set(unsafe.Pointer(&nan))
			}
		}
		return true
	})
	if n < 1001 || !signed {
		t.Errorf("%d produced, key overwritten: %v", n, signed)
	}
	n = 0
	mt.all(func(k, _ Addr) bool { n++; mt.m.mapClear(mt.h); return true })
	if n != 1 || mt.m.mapLen(mt.h) != 0 {
		t.Errorf("%d produced after clear", n)
	}
}

func TestMapKinds(t *testing.T) {
	t.Run("strings", func(t *testing.T) {
		mt := newMapTester(t, "Strs")
		want := map[string]string{}
		for i := range 300 {
			key, val := fmt.Sprint("k", i%70), fmt.Sprint("v", i)
			k, v := mt.str(key), mt.str(val)
			e := mt.set(unsafe.Pointer(&k))
			mt.m.store64(e, v[0])
			mt.m.store64(e+8, v[1])
			want[key] = val
		}
		got := map[string]string{}
		text := func(a Addr) string { return string(mt.m.bytes(mt.m.load64(a), mt.m.load64(a+8))) }
		mt.all(func(k, e Addr) bool { got[text(k)] = text(e); return true })
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
	t.Run("bytes", func(t *testing.T) {
		mt := newMapTester(t, "Bytes")
		for i := range 256 {
			k := uint64(i) // a frame word
			e := mt.set(unsafe.Pointer(&k))
			mt.m.write(e, []byte{byte(i), 1, 2})
		}
		for i := range 256 {
			k := uint64(i)
			if e := mt.get(unsafe.Pointer(&k)); e == 0 || mt.m.load8(e) != byte(i) || mt.m.load8(e+2) != 2 {
				t.Fatalf("entry %d", i)
			}
		}
	})
	t.Run("empty", func(t *testing.T) {
		set, unit := newMapTester(t, "Set"), newMapTester(t, "Unit")
		for i := range 100 {
			k := uint64(i)
			set.set(unsafe.Pointer(&k))
			unit.m.store64(unit.set(unsafe.Pointer(&k)), k)
		}
		k := uint64(50)
		if set.m.mapLen(set.h) != 100 || set.get(unsafe.Pointer(&k)) == 0 || unit.m.mapLen(unit.h) != 1 {
			t.Error("wrong number of entries")
		}
	})
	t.Run("big", func(t *testing.T) {
		mt := newMapTester(t, "Big")
		for i := range 100 {
			var k [5][2]uint64
			k[3] = mt.str(fmt.Sprint(i))
			mt.m.store64(mt.set(unsafe.Pointer(&k))+39*8, uint64(i))
		}
		for i := range 100 {
			var k [5][2]uint64
			k[3] = mt.str(fmt.Sprint(i))
			if e := mt.get(unsafe.Pointer(&k)); e == 0 || mt.m.load64(e+39*8) != uint64(i) {
				t.Fatalf("entry %d", i)
			}
		}
	})
	t.Run("interfaces", func(t *testing.T) {
		mt := newMapTester(t, "Anys")
		for i := range 100 {
			k := [2]uint64{mt.typ("Int").addr, mt.value(mt.typ("Int"), uint64(i%40))}
			mt.m.store64(mt.set(unsafe.Pointer(&k)), uint64(i))
		}
		if n := mt.m.mapLen(mt.h); n != 40 {
			t.Errorf("%d entries, want 40", n)
		}
		bad := [2]uint64{mt.typ("Slice").addr, mt.value(mt.typ("Slice"), 0, 0, 0)}
		for _, h := range []Addr{0, mt.h} {
			if _, trap := mt.m.mapGet(mt.g, mt.t.addr, h, unsafe.Pointer(&bad)); trap == trapNone {
				t.Error("a slice is a key")
			}
		}
	})
}

func TestMapNil(t *testing.T) {
	mt := newMapTester(t, "Ints")
	mt.h = 0
	k := uint64(1)
	if mt.get(unsafe.Pointer(&k)) != 0 || mt.m.mapLen(0) != 0 {
		t.Error("the nil map has entries")
	}
	mt.del(unsafe.Pointer(&k))
	mt.m.mapClear(0)
	mt.all(func(_, _ Addr) bool { t.Error("the nil map has entries"); return false })
	if _, trap := mt.m.mapSet(mt.g, mt.t.addr, 0, unsafe.Pointer(&k)); trap == trapNone {
		t.Error("assignment to an entry in a nil map")
	}
}

func TestMapHint(t *testing.T) {
	mt := newMapTester(t, "Ints")
	for _, hint := range []uint64{0, 5, 100, 1 << 40, 1 << 63} {
		h, trap := mt.m.mapMake(mt.g, mt.t.addr, hint)
		if trap != trapNone {
			t.Fatalf("hint %d", hint)
		}
		mt.h = h
		for i := range uint64(200) {
			mt.set(unsafe.Pointer(&i))
		}
		if len(mt.ints()) != 200 {
			t.Errorf("hint %d: %d entries", hint, mt.m.mapLen(h))
		}
	}
}

// TestMapChurn: taking keys in and out of a small map needs no memory.
func TestMapChurn(t *testing.T) {
	mt := newMapTester(t, "Ints")
	keep := uint64(1 << 40)
	mt.set(unsafe.Pointer(&keep))
	before := mt.m.live
	for i := range uint64(1000) {
		mt.set(unsafe.Pointer(&i))
		mt.del(unsafe.Pointer(&i))
	}
	if mt.m.live != before {
		t.Errorf("%d bytes", mt.m.live-before)
	}
}

func BenchmarkMap(b *testing.B) {
	for _, n := range []uint64{4, 100, 10000} {
		b.Run(fmt.Sprint("get-", n), func(b *testing.B) {
			mt := newMapTester(b, "Ints")
			for i := range n {
				mt.set(unsafe.Pointer(&i))
			}
			i := uint64(0)
			for b.Loop() {
				mt.get(unsafe.Pointer(&i))
				if i++; i == n {
					i = 0
				}
			}
		})
		b.Run(fmt.Sprint("fill-", n), func(b *testing.B) {
			mt := newMapTester(b, "Ints")
			mark := mt.m.Mark()
			for b.Loop() {
				for i := range n {
					mt.set(unsafe.Pointer(&i))
				}
				mt.m.Rewind(mark)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/set")
		})
	}
}
