package por

// This file computes the stubborn sets of lpor. See lpor.go for the paper and
// the notation.

// maxReasons is how many sets en are kept for one transition in a forward-enable
// set. Where there are more it takes less time to walk along the can-enable
// relation when it comes to it.
const maxReasons = 4

// A Stubborn computes stubborn sets for one system.
type Stubborn struct {
	rel    Relations
	form   NETForm
	online bool
	// depends[t] are those that t depends on, enables[t] those it can enable.
	depends []bitset
	enables [][]int32
	// pairs is the NET relation as far as it is used; pairsOf[t] are the
	// pairs in which t is the necessary one, netFor[u] those with necessary
	// ones for u.
	pairs   []netPair
	pairsOf [][]int32
	netFor  []bitset
	// leads[t1] are the transitions t that depend on something in the
	// forward-enable set of t1: FwdEnableSetIdx. reasons[t1*n+t] are the
	// minimal sets en (of pairs) with which it is in there, walks[t1] says
	// that there are too many.
	leads   []bitset
	reasons [][]bitset
	walks   []bool

	// In the present state: what is enabled, which pairs are known to be in
	// force, and which were looked at.
	enabled  bitset
	force    bitset
	looked   bitset
	executed []int32
	// The stubborn set being computed, as a set and a list, and the pairs in
	// force whose necessary one is in it.
	stub bitset
	list []int32
	held bitset
	// scratch of chain
	met  bitset
	todo []int32
}

// A netPair says that t is necessary for u.
type netPair struct {
	t, u int32
	n    Necessity
}

// NewStubborn asks sys for its relations and computes what does not depend
// on the state.
func NewStubborn(sys Relations, opts Options) *Stubborn {
	n := sys.Transitions()
	s := &Stubborn{
		rel: sys, form: opts.NET, online: opts.Online,
		depends: make([]bitset, n), enables: make([][]int32, n), pairsOf: make([][]int32, n), netFor: make([]bitset, n),
		enabled: newBitset(n), stub: newBitset(n), met: newBitset(n),
	}
	ordered := !opts.Deadlocks && !opts.AllIfVisible
	for t := range n {
		s.depends[t] = newBitset(n)
		for u := range n {
			if t != u && (sys.DependsOn(t, u) || ordered && sys.Visible(t) && sys.Visible(u)) {
				s.depends[t].add(int32(u))
			}
			if t != u && sys.CanEnable(t, u) {
				s.enables[t] = append(s.enables[t], int32(u))
			}
			if nec := sys.Necessary(t, u); t != u && s.form.wants(nec) {
				s.pairsOf[t] = append(s.pairsOf[t], int32(len(s.pairs)))
				s.pairs = append(s.pairs, netPair{int32(t), int32(u), nec})
			}
		}
	}
	for u := range n {
		s.netFor[u] = newBitset(len(s.pairs))
	}
	for i, p := range s.pairs {
		s.netFor[p.u].add(int32(i))
	}
	s.force, s.looked, s.held = newBitset(len(s.pairs)), newBitset(len(s.pairs)), newBitset(len(s.pairs))
	if !s.online {
		s.precompute()
	}
	return s
}

// precompute fills in leads and reasons.
func (s *Stubborn) precompute() {
	n := len(s.depends)
	s.leads, s.reasons, s.walks = make([]bitset, n), make([][]bitset, n*n), make([]bool, n)
	none := newBitset(n)
	for t1 := range n {
		s.leads[t1] = newBitset(n)
		s.chain(int32(t1), none) // meets all there is
		for t := range n {
			if s.depends[t].meets(s.met) {
				s.leads[t1].add(int32(t))
			}
		}
		forward, few := s.fwdEnableSet(int32(t1))
		s.walks[t1] = !few
		for u, sets := range forward {
			for t := range n {
				if few && s.depends[t].has(int32(u)) {
					for _, en := range sets {
						insertMinimal(&s.reasons[t1*n+t], en)
					}
				}
			}
		}
	}
}

// fwdEnableSet is FwdEnableSet(t) of the paper: by transition, the sets en
// with which it is in there, minimal ones only. It gives up when there are
// more than a few.
func (s *Stubborn) fwdEnableSet(t int32) (tr [][]bitset, few bool) {
	type entry struct {
		t  int32
		en bitset
	}
	tr = make([][]bitset, len(s.depends))
	en := newBitset(len(s.pairs))
	tr[t] = []bitset{en}
	for todo := []entry{{t, en}}; len(todo) > 0; {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range s.enables[e.t] {
			en = newBitset(len(s.pairs))
			for i := range en {
				en[i] = e.en[i] | s.netFor[u][i]
			}
			if !insertMinimal(&tr[u], en) {
				continue
			}
			if len(tr[u]) > maxReasons {
				return nil, false
			}
			todo = append(todo, entry{u, en})
		}
	}
	return tr, true
}

// insertMinimal adds en to the sets unless a subset of it is there, and takes
// out its supersets. It reports whether it was added.
func insertMinimal(sets *[]bitset, en bitset) bool {
	for _, other := range *sets {
		if other.within(en) {
			return false
		}
	}
	kept := (*sets)[:0]
	for _, other := range *sets {
		if !en.within(other) {
			kept = append(kept, other)
		}
	}
	*sets = append(kept, en)
	return true
}

// Enter tells what is enabled in the present state of the system, and how
// often each transition was executed on the path to it. The latter is used
// with NETPath and NETBoth only, and read as long as the state is the
// present one.
func (s *Stubborn) Enter(enabled []int32, executed []int32) {
	clear(s.enabled)
	for _, t := range enabled {
		s.enabled.add(t)
	}
	clear(s.force)
	clear(s.looked)
	s.executed = executed
}

// Set is LPOR(ti, s, sigma) of the paper (Algorithm 2): the enabled
// transitions of a stubborn set of the present state that contains ti, which
// is enabled. It gives up, and returns nil, as soon as accept refuses one of
// them; a nil accept accepts all. The list is valid until the next call.
func (s *Stubborn) Set(ti int32, enabled []int32, accept func(t int32) bool) []int32 {
	clear(s.stub)
	clear(s.held)
	s.list = s.list[:0]
	if !s.include(ti, accept) {
		return nil
	}
	for next := 0; next < len(s.list); next++ {
		t := s.list[next]
		for _, t1 := range enabled {
			if s.stub.has(t1) {
				continue
			}
			// The first rule: t depends on t1. The second: on what t1 leads to.
			if s.depends[t].has(t1) || s.leadsTo(t1, t) {
				if !s.include(t1, accept) {
					return nil
				}
			}
		}
	}
	return s.list
}

// include puts t in the stubborn set.
func (s *Stubborn) include(t int32, accept func(t int32) bool) bool {
	if accept != nil && !accept(t) {
		return false
	}
	s.stub.add(t)
	s.list = append(s.list, t)
	for _, i := range s.pairsOf[t] {
		if s.inForce(i) {
			s.held.add(i)
		}
	}
	return true
}

// inForce reports whether in the present state pair i holds: u is disabled,
// and will be until t has been executed.
func (s *Stubborn) inForce(i int32) bool {
	if s.looked.has(i) {
		return s.force.has(i)
	}
	s.looked.add(i)
	p := &s.pairs[i]
	holds := s.form.path() && p.n&NecessaryFirst != 0 && s.executed[p.t] == 0 ||
		s.form.state() && p.n&NecessaryAtTimes != 0 && !s.enabled.has(p.u) && s.rel.NecessaryNow(int(p.t), int(p.u))
	if holds {
		s.force.add(i)
	}
	return holds
}

// leadsTo is the second rule of LPOR: t1 starts a sequence of enabling transitions to
// one that t depends on, and none of that sequence has to wait for a
// transition of the stubborn set.
func (s *Stubborn) leadsTo(t1, t int32) bool {
	switch {
	case s.online:
		return s.chain(t1, s.depends[t])
	case !s.leads[t1].has(t):
		return false
	case s.walks[t1]:
		return s.chain(t1, s.depends[t])
	}
	for _, en := range s.reasons[int(t1)*len(s.depends)+int(t)] {
		if !en.meets(s.held) {
			return true
		}
	}
	return false
}

// chain is leadsTo without what was precomputed: it walks along the
// can-enable relation, from t1 to one of some transitions. If there is no way,
// met is all that it has come to.
func (s *Stubborn) chain(t1 int32, to bitset) bool {
	clear(s.met)
	s.met.add(t1)
	s.todo = append(s.todo[:0], t1)
	for len(s.todo) > 0 {
		from := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		for _, u := range s.enables[from] {
			if s.met.has(u) || s.netFor[u].meets(s.held) {
				continue
			}
			if to.has(u) {
				return true
			}
			s.met.add(u)
			s.todo = append(s.todo, u)
		}
	}
	return false
}

// memory is what s has allocated, in bytes.
func (s *Stubborn) memory() int64 {
	n, words := int64(len(s.depends)), int64(len(s.enabled))
	m := 2*n*words*8 + int64(len(s.reasons))*24 + int64(len(s.pairs))*12
	for _, sets := range s.reasons {
		m += int64(len(sets)) * int64(24+8*len(s.held))
	}
	return m
}
