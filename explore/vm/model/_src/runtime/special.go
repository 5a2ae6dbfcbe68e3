// Finalizers, cleanups and weak pointers. The texts are those of gc's
// runtime/mfinal.go and runtime/mcleanup.go.

//mazurka:replace
package runtime

import (
	"internal/abi"
	"unsafe"
)

// A special is what is to happen to an object that cannot be reached; its
// layout is known to the machine.
type special struct {
	next, prev *special
	object     uintptr // complement of the address; 0 if it is gone
	kind       uintptr
	run        unsafe.Pointer // closure: func(unsafe.Pointer) or, of a cleanup, func()
}

const (
	finalizerKind = iota
	cleanupKind
	weakKind
)

// addSpecial gives the object at p a special.
func addSpecial(p unsafe.Pointer, kind uintptr, run unsafe.Pointer) *special

// dropSpecial takes it back, unless it is about to run.
func dropSpecial(s *special)

// findSpecial is the special of a kind of the object at p, or nil.
func findSpecial(p unsafe.Pointer, kind uintptr) *special

// blockOf is the beginning of the heap object that p points into.
func blockOf(p unsafe.Pointer) (base unsafe.Pointer, heap bool)

func closureOf[F any](f F) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&f)) }

// runSpecials runs a list of finalizers and cleanups; the machine starts it on
// a goroutine of its own. Finalizers run one after the other, cleanups on
// goroutines of their own.
func runSpecials(s *special) {
	for t := s; t != nil; t = t.next {
		if t.kind == cleanupKind {
			cleanups++
		}
	}
	for s != nil {
		next, p := s.next, unsafe.Pointer(^s.object)
		s.object = 0
		if s.kind == cleanupKind {
			go runCleanup(*(*func())(unsafe.Pointer(&s.run)))
		} else {
			(*(*func(unsafe.Pointer))(unsafe.Pointer(&s.run)))(p)
		}
		s = next
	}
}

// cleanups counts those that are to run and have not ended. If somebody waits
// for the end of all, cleanupsOver is closed then.
var (
	cleanups     int
	cleanupsOver chan bool
)

func runCleanup(run func()) {
	run()
	cleanups--
	if cleanups == 0 && cleanupsOver != nil {
		close(cleanupsOver)
		cleanupsOver = nil
	}
}

// The tests of some packages wait for all cleanups.

//go:linkname unique_runtime_blockUntilEmptyCleanupQueue unique.runtime_blockUntilEmptyCleanupQueue
func unique_runtime_blockUntilEmptyCleanupQueue(timeout int64) bool { return waitForCleanups() }

//go:linkname sync_test_runtime_blockUntilEmptyCleanupQueue sync_test.runtime_blockUntilEmptyCleanupQueue
func sync_test_runtime_blockUntilEmptyCleanupQueue(timeout int64) bool { return waitForCleanups() }

func waitForCleanups() bool {
	if cleanups > 0 {
		over := make(chan bool)
		cleanupsOver = over
		<-over
	}
	return true
}

// getitab is the method table of typ for inter, nil if typ has not its methods.
func getitab(inter *interfacetype, typ *_type) *itab

func SetFinalizer(obj any, finalizer any) {
	e := efaceOf(&obj)
	if e._type == nil {
		throw("runtime.SetFinalizer: first argument is nil")
	}
	if e._type.Kind() != abi.Pointer {
		throw("runtime.SetFinalizer: first argument is " + typeString(e._type) + ", not pointer")
	}
	if e.data == nil {
		throw("nil elem type!")
	}
	base, heap := blockOf(e.data)
	if old := findSpecial(e.data, finalizerKind); old != nil {
		if finalizer != nil {
			throw("runtime.SetFinalizer: finalizer already set")
		}
		dropSpecial(old)
		return
	}
	f := efaceOf(&finalizer)
	if f._type == nil {
		return
	}
	if heap && base != e.data {
		throw("runtime.SetFinalizer: pointer not at beginning of allocated block")
	}
	if run := finalizerFor(e._type, f); heap {
		addSpecial(e.data, finalizerKind, run)
	}
}

// finalizerFor checks the second argument of SetFinalizer for an object of type
// pointer.
func finalizerFor(pointer *_type, f *eface) unsafe.Pointer {
	if f._type.Kind() != abi.Func {
		throw("runtime.SetFinalizer: second argument is " + typeString(f._type) + ", not a function")
	}
	ft := (*abi.FuncType)(unsafe.Pointer(f._type))
	if ft.IsVariadic() {
		throw("runtime.SetFinalizer: cannot pass " + typeString(pointer) + " to finalizer " + typeString(f._type) + " because dotdotdot")
	}
	if ft.InCount == 1 {
		switch t := ft.In(0); {
		case t == pointer,
			t.Kind() == abi.Pointer && (t.Uncommon() == nil || pointer.Uncommon() == nil) &&
				(*abi.PtrType)(unsafe.Pointer(t)).Elem == (*abi.PtrType)(unsafe.Pointer(pointer)).Elem:
			return f.data
		case t.Kind() == abi.Interface:
			inter := (*interfacetype)(unsafe.Pointer(t))
			if len(inter.Methods) == 0 {
				return withEmpty(f.data, pointer)
			}
			if tab := getitab(inter, pointer); tab != nil {
				return withMethods(f.data, tab)
			}
		}
	}
	throw("runtime.SetFinalizer: cannot pass " + typeString(pointer) + " to finalizer " + typeString(f._type))
	return nil
}

// An iface is an interface value with methods.
type iface struct {
	tab  *itab
	data unsafe.Pointer
}

// withEmpty and withMethods make a finalizer of one, fn, whose parameter is an
// interface.
func withEmpty(fn unsafe.Pointer, typ *_type) unsafe.Pointer {
	return closureOf(func(p unsafe.Pointer) { (*(*func(eface))(unsafe.Pointer(&fn)))(eface{typ, p}) })
}

func withMethods(fn unsafe.Pointer, tab *itab) unsafe.Pointer {
	return closureOf(func(p unsafe.Pointer) { (*(*func(iface))(unsafe.Pointer(&fn)))(iface{tab, p}) })
}

// A Cleanup is a handle to a cleanup.
type Cleanup struct {
	s *special
}

func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic(plainError("runtime.AddCleanup: ptr is nil"))
	}
	if p, ok := any(arg).(*T); ok && p == ptr {
		panic(plainError("runtime.AddCleanup: ptr is equal to arg, cleanup will never run"))
	}
	base, heap := blockOf(unsafe.Pointer(ptr))
	if !heap {
		return Cleanup{}
	}
	return Cleanup{addSpecial(base, cleanupKind, closureOf(func() { cleanup(arg) }))}
}

// Stop cancels the cleanup, unless it is about to run.
func (c Cleanup) Stop() {
	if c.s != nil {
		dropSpecial(c.s)
	}
}

// weakHandle is what stands for p in weak pointers: the same for the same
// pointer.
//
//go:linkname weakHandle weak.handle
func weakHandle(p unsafe.Pointer) unsafe.Pointer {
	s := findSpecial(p, weakKind)
	if s == nil {
		s = addSpecial(p, weakKind, nil)
	}
	return unsafe.Pointer(s)
}

// weakTarget is the inverse; it is nil once the object is gone.
//
//go:linkname weakTarget weak.target
func weakTarget(handle unsafe.Pointer) unsafe.Pointer {
	if s := (*special)(handle); s != nil && s.object != 0 {
		return unsafe.Pointer(^s.object)
	}
	return nil
}
