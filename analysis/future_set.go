package analysis

import (
	"hash/maphash"
	"slices"
)

// bits is a set of effects.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(e effectID) bool { return b[e>>6]&(1<<(e&63)) != 0 }
func (b bits) add(e effectID)      { b[e>>6] |= 1 << (e & 63) }

// or adds the elements of c and reports whether that changed b.
func (b bits) or(c bits) (changed bool) {
	for i, w := range c {
		if w &^= b[i]; w != 0 {
			b[i] |= w
			changed = true
		}
	}
	return changed
}

// setData is an interned set of effects.
type setData struct {
	bits bits
	// wild are the accesses through pointers made by unsafe means, exposed
	// those to what such pointers may point to.
	wild, exposed seen
	all           bool
}

// interner keeps one copy of every set.
type interner struct {
	seed maphash.Seed
	sets map[uint64][]*setData
}

// intern returns the set with the elements of b. It keeps b if own.
func (f *Future) intern(b bits, own bool) *setData {
	var h maphash.Hash
	h.SetSeed(f.interned.seed)
	for _, w := range b {
		maphash.WriteComparable(&h, w)
	}
	key := h.Sum64()
	for _, d := range f.interned.sets[key] {
		if slices.Equal(d.bits, b) {
			return d
		}
	}
	if !own {
		b = slices.Clone(b)
	}
	d := &setData{bits: b}
	for _, e := range f.wildEffects {
		if b.has(e) {
			d.wild.add(f.links[f.effects[e].class].wild, 1<<f.effects[e].mode)
		}
	}
	for _, e := range f.exposedEffects {
		if b.has(e) {
			d.exposed.add(f.links[f.effects[e].class].exposed, 1<<f.effects[e].mode)
		}
	}
	f.interned.sets[key] = append(f.interned.sets[key], d)
	return d
}

// A Set is a set of effects. Sets of one [Future] are equal if and only if
// they have the same elements.
type Set struct {
	f    *Future
	data *setData
}

// Modes are the ways in which the objects of a class may be accessed.
func (s Set) Modes(c Class) Modes {
	switch {
	case c == NoClass || s.data == nil:
		return 0
	case s.data.all:
		return AnyMode
	}
	return s.f.modes(s.data, c)
}

// May reports whether an object of the class may be accessed in one of the
// ways.
func (s Set) May(c Class, m Modes) bool { return s.Modes(c)&m != 0 }

// Everything reports whether nothing is known: anything may happen.
func (s Set) Everything() bool { return s.data != nil && s.data.all }

// Union is the effects of both.
func (s Set) Union(t Set) Set {
	switch {
	case s.data == nil || s.data == t.data || t.data != nil && t.data.all:
		return t
	case t.data == nil || s.data.all:
		return s
	}
	b := slices.Clone(s.data.bits)
	if !b.or(t.data.bits) {
		return s
	}
	s.f.mu.Lock()
	defer s.f.mu.Unlock()
	return Set{s.f, s.f.intern(b, true)}
}

// Strings lists the effects, for people and tests.
func (s Set) Strings() []string {
	switch {
	case s.data == nil:
		return nil
	case s.data.all:
		return []string{"everything"}
	}
	modes := map[Class]Modes{}
	for e, x := range s.f.effects {
		if s.data.bits.has(effectID(e)) {
			modes[x.class] |= 1 << x.mode
		}
	}
	var list []string
	for c, m := range modes {
		list = append(list, s.f.Name(c)+": "+m.String())
	}
	slices.Sort(list)
	return list
}
