package vm

import "strings"

// The call stack as the guest sees it in runtime.Callers. It has frames that
// the machine has not, because programs count them: those of the runtime
// between a deferred call and the function that panicked, and at the bottom.

// A stackWalk collects return addresses, innermost first.
type stackWalk struct {
	m           *Machine
	pcs         []uint64
	skip, limit int
}

func (s *stackWalk) add(pc uint64) {
	if s.skip--; s.skip < 0 && len(s.pcs) < s.limit {
		s.pcs = append(s.pcs, pc)
	}
}

// addRuntime adds frames of functions of the model runtime.
func (s *stackWalk) addRuntime(names ...string) {
	for _, name := range names {
		if closure := s.m.prog.runtimeFunc(name); closure != 0 {
			s.m.syncStatic()
			s.add(s.m.load64(closure) + 1)
		}
	}
}

// callStack returns at most limit return addresses of g's stack, skip of them
// left out, and none of wrappers.
func (m *Machine) callStack(g *G, skip, limit int) []uint64 {
	s := stackWalk{m: m, skip: skip, limit: limit}
	for i := len(g.frames) - 1; i >= 0 && len(s.pcs) < limit; i-- {
		f := &g.frames[i]
		if f.fn == nil || i < len(g.frames)-1 && initialises(f.fn.Name, g.frames[i+1].fn.Name) {
			continue
		}
		if name, ok := strings.CutPrefix(f.fn.Name, "runtime.panic"); ok && f.flags&frameRuntime != 0 {
			s.addRuntime(panicFrames("panic" + name)...)
		} else if !f.fn.Hidden {
			s.add(f.returnPC())
		}
		if f.flags&frameDeferred != 0 {
			s.addRuntime(m.unwinder(g, i-1))
		}
	}
	switch {
	case g.Slot == initSlot:
		s.addRuntime("doInit1", "doInit", "main", "goexit")
	case g.Slot == mainSlot && m.sched.mainEnds:
		s.addRuntime("main", "goexit")
	default:
		s.addRuntime("goexit")
	}
	return s.pcs
}

// initialises reports whether one function is the initialiser of a package and
// calls the other to initialise another package or as one of the package's
// functions named init. In gc the runtime calls those.
func initialises(caller, callee string) bool {
	if !strings.HasSuffix(caller, ".init") {
		return false
	}
	callee = strings.TrimRight(callee, "0123456789")
	return strings.HasSuffix(callee, ".init") || strings.HasSuffix(callee, ".init.")
}

// unwinder is the function of gc's runtime that runs the deferred calls of
// the panic or Goexit that began in frame i.
func (m *Machine) unwinder(g *G, i int) string {
	for p := g.panics; p != 0; p = m.load64(p + panicLink) {
		if int(m.load64(p+panicStart)) == i && m.load64(p+panicFlags)&panicGoexit != 0 {
			return "Goexit"
		}
	}
	return "gopanic"
}

// panicFrames are the frames of gc's runtime where the machine has one of a
// function of its model.
func panicFrames(name string) []string {
	switch {
	case strings.HasPrefix(name, "panicIndex"), strings.HasPrefix(name, "panicSlice"):
		return []string{"panicBounds64", "panicBounds"}
	case name == "panicmem", name == "panicmemAddr":
		return []string{name, "sigpanic"}
	}
	return []string{name}
}

// hasParams is func hasParams(pc uintptr) bool.
func hasParams(m *Machine, _ *G, w []uint64) trap {
	id, _, ok := pcFunc(w[0])
	w[0] = boolWord(ok && m.known(uint32(id)) && m.code(id).Params > 0)
	return trapNone
}

// runtimeCallers is func callers(skip int, pcs []uintptr) int.
func runtimeCallers(m *Machine, g *G, w []uint64) trap {
	skip, p, n := int(int64(w[0])), w[1], w[2]
	if n > 0 && !m.valid(p, n*8) {
		return m.callRuntime(g, "panicmem")
	}
	pcs := m.callStack(g, skip, int(min(n, 1<<20)))
	for i, pc := range pcs {
		m.store64(p+uint64(8*i), pc)
	}
	w[0] = uint64(len(pcs))
	return trapNone
}
