package por

// relation says how two accesses to one object are related.
type relation uint8

const (
	// ordered: the two do not commute.
	ordered relation = 1 << iota
	// together: there may be states in which both are enabled.
	together
)

// Modes of blind Writes in the history of an execution that is over: unseen is
// one that nobody observes, sighted one that somebody does. What is unseen is not
// ordered after either: see observers.go.
const (
	unseen  = Await + 1
	sighted = Await + 2
)

const modes = int(sighted) + 1

// relations is the table behind [Mode.conflict]. But for unseen, it is symmetric,
// and commuting is transitive: modes that commute with one another commute
// with the same modes.
var relations = func() (t [modes][modes]relation) {
	set := func(r relation, a Mode, bs ...Mode) {
		for _, b := range bs {
			t[a][b], t[b][a] = r, r
		}
	}
	all := []Mode{Read, Write, Update, Acquire, Release, Share, Unshare, Produce, Consume, Await}
	const both = ordered | together
	for _, a := range []Mode{Read, Write, Update} {
		set(both, a, all...)
	}
	for _, a := range []Mode{Acquire, Release, Share, Unshare, Await} {
		set(ordered, a, all[3:]...)
		set(both, a, Read, Write, Update)
	}
	set(0, Read, Read, Await)
	set(0, Update, Update)
	set(0, Await, Await)
	set(0, Share, Share, Unshare)
	set(0, Unshare, Unshare)
	set(0, Consume, Consume)
	set(ordered, Produce, Produce, Consume)
	set(both, Acquire, Acquire, Share, Await)
	set(both, Await, Share)
	set(ordered, Quiesce, append(all, Quiesce)...)
	set(both, unseen, all...)
	set(both, sighted, append(all, unseen, sighted)...)
	t[unseen][sighted], t[unseen][unseen] = 0, 0
	return t
}()

// conflict relates two accesses to one object:
//
//	           R  W  U  A  L  S  N  P  C  T
//	Read       .  #  #  #  #  #  #  #  #  .     # do not commute
//	Write      #  #  #  #  #  #  #  #  #  #     < do not commute, but are
//	Update     #  #  .  #  #  #  #  #  #  #       never enabled together
//	Acquire    #  #  #  #  <  #  <  <  <  #     . commute
//	Release    #  #  #  <  <  <  <  <  <  <
//	Share      #  #  #  #  <  .  .  <  <  #
//	Unshare    #  #  #  <  <  .  .  <  <  <
//	Produce    #  #  #  <  <  <  <  <  <  <
//	Consume    #  #  #  <  <  <  <  <  .  <
//	Await      .  #  #  #  <  #  <  <  <  .
//
// Quiesce is < with everything, itself included, on whatever object.
func (m Mode) conflict(n Mode) relation { return relations[m][n] }

// Meets reports whether accesses in modes m and n to one object, of operations that
// do not commute, may be enabled in one state.
func (m Mode) Meets(n Mode) bool { return m.conflict(n)&together != 0 }

// Dependent reports whether two events of one execution do not commute: they
// have a process in common, or one is Wide or happens at quiescence, or they
// touch an object in conflicting modes. Dependent is symmetric.
func Dependent(a, b *Event) bool {
	if sameProcess(a, b) || a.Wide || b.Wide {
		return true
	}
	for i := range a.Accesses {
		x := &a.Accesses[i]
		if x.Mode == 0 {
			break
		}
		if x.Mode == Quiesce {
			return true
		}
		for j := range b.Accesses {
			y := &b.Accesses[j]
			if y.Mode == 0 {
				break
			}
			if x.Object == y.Object && x.Mode.conflict(y.Mode) != 0 {
				return true
			}
		}
	}
	for j := range b.Accesses {
		if b.Accesses[j].Mode == Quiesce {
			return true
		}
	}
	return false
}

// sameProcess reports whether a and b have a process in common.
func sameProcess(a, b *Event) bool {
	return a.Proc == b.Proc || a.Peer == b.Proc || a.Proc == b.Peer || a.Peer >= 0 && a.Peer == b.Peer
}

// quiesces reports whether e happens only when nothing else can.
func quiesces(e *Event) bool {
	for i := range e.Accesses {
		if e.Accesses[i].Mode == Quiesce {
			return true
		}
	}
	return false
}

// A digest is a quick look at an event: two events whose digests have no bit
// in common are independent.
type digest struct{ objects, procs uint64 }

func digestOf(e *Event) (d digest) {
	d.procs = 1 << (e.Proc & 63)
	if e.Peer >= 0 {
		d.procs |= 1 << (e.Peer & 63)
	}
	if e.Wide {
		d.procs = ^uint64(0)
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Mode == 0 {
			break
		}
		if a.Mode == Quiesce {
			d.procs = ^uint64(0)
		}
		d.objects |= 1 << (hash(a.Object) >> 58)
	}
	return d
}

// apart reports whether events with these digests are independent for sure.
func (d digest) apart(e digest) bool { return d.objects&e.objects|d.procs&e.procs == 0 }

// A digested is an event with its digest.
type digested struct {
	Event
	digest digest
}
