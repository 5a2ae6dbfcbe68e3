package vm

// Transparent synchronisation. Real code synchronises where nobody can tell.
// The operations of the functions listed here run without a scheduling
// point, without dependence and without edges of happens-before (an edge
// would hide a race of the user's); what these packages keep for themselves
// is not checked for races. An operation that would have to wait is visible
// after all.
//
// Everything that users do observe is visible: context, io.Pipe, net/http, a
// user's own sync.Pool, and functions of the user that listed code calls.

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// A funcClass says how operations and accesses of a function are treated.
type funcClass uint8

const (
	classUnknown funcClass = iota
	// classUser: operations are visible, accesses are checked.
	classUser
	// classThrough: the function belongs to the primitives; operations are
	// its caller's, accesses are not checked.
	classThrough
	// classHidden: operations are transparent, accesses are checked, except
	// those to the memory of listed packages.
	classHidden
	// classOwn: like classHidden, and accesses are not checked at all, since
	// they are to memory of the package's own.
	classOwn
	// classVisibleOwn: operations are visible, accesses are not checked.
	classVisibleOwn
	// classThroughOwn: like classThrough, and what the function allocates
	// must not count as its caller's.
	classThroughOwn
	// classStandard: operations are visible, accesses are checked; what the
	// function allocates is its caller's.
	classStandard
)

// A listed entry treats functions of a package. Funcs are name prefixes, as
// in "F", "(*T).M" or "(*T)."; none means all functions.
type listed struct {
	class  funcClass
	funcs  []string
	reason string
}

// transparentList is the curated list. The first entry of a package that
// fits counts.
var transparentList = map[string][]listed{
	"sync":          {{classThroughOwn, []string{"(*Map)."}, "which goroutine makes a map grow does not show"}, {classThrough, nil, "the primitives themselves"}},
	"internal/sync": {{classThrough, nil, "the primitives themselves"}},
	"sync/atomic":   {{classThrough, nil, "the primitives themselves"}},
	"internal/race": {{classThrough, nil, "does nothing"}},

	"fmt":        {{classHidden, nil, "printer and scanner states are recycled by a pool; which one is used does not show"}},
	"reflect":    {{classHidden, nil, "caches of derived types are filled with the same contents by whoever comes first"}},
	"strconv":    {{classHidden, nil, "keeps no state"}},
	"errors":     {{classHidden, nil, "type constants of As, made once"}},
	"regexp":     {{classHidden, nil, "matching machines are recycled by pools; results do not depend on which"}},
	"strings":    {{classHidden, []string{"(*Replacer).", "NewReplacer"}, "the replacing algorithm is built once from immutable input"}},
	"math/big":   {{classHidden, nil, "temporaries are recycled by a pool"}},
	"time":       {{classHidden, []string{"(*Location).", "initLocal", "LoadLocation", "loadLocation", "LoadLocationFromTZData", "FixedZone", "unnamedFixedZones", "init", "registerLoad"}, "zones are loaded once, with the same contents by whoever comes first"}},
	"math/rand":  {{classHidden, []string{"globalRand", "Seed", "(*runtimeSource)", "(*lockedSource)", "seed"}, "the global source is random anyway: the order of draws cannot be relied on"}},
	"hash/crc32": {{classHidden, nil, "tables are built once from constants"}},
	"encoding/json": {{classHidden, []string{
		"newEncodeState", "newScanner", "freeScanner", "typeEncoder", "cachedTypeFields", "typeFields",
		"newTypeEncoder", "Marshal", "(*Encoder).Encode", "freeEncodeState", "valueEncoder", "newStructEncoder", "newArrayEncoder", "newMapEncoder", "newPtrEncoder", "newSliceEncoder", "newCondAddrEncoder",
	}, "encoders and field lists are cached by type; encoder states and scanners are recycled by pools"}},
	"encoding/xml":    {{classHidden, []string{"getTypeInfo"}, "field lists are cached by type"}},
	"encoding/binary": {{classHidden, []string{"dataSize", "sizeof"}, "sizes are cached by type"}},
	"encoding/gob":    {{classHidden, []string{"validUserType", "getBaseType", "userType", "buildTypeInfo", "getTypeInfo"}, "type descriptions are cached by type"}},
	"mime":            {{classHidden, nil, "the table of types is loaded once"}},
	"html":            {{classHidden, nil, "the table of entities is built once from constants"}},
	"hash/crc64":      {{classHidden, nil, "tables are built once from constants"}},
	"text/template":   {{classHidden, []string{"builtinFuncs", "findFunction"}, "the table of functions is built once from constants"}},
	"compress/flate":  {{classHidden, []string{"fixedHuffmanDecoderInit"}, "the table is built once from constants"}},
	"net": {{classOwn, []string{
		"initConfVal", "parseNSSConf", "dnsReadConfig", "readServices", "readProtocols", "readHosts", "lookupStaticHost", "lookupStaticAddr", "systemConf", "getSystemDNSConfig", "(*resolverConfig).", "getSystemNSS",
		"(*nsswitchConfig).", "supportsIPv4", "supportsIPv6", "supportsMultipathTCP", "listenerBacklog", "lookupProtocol",
		"goLookupPort", "(*ipv6ZoneCache).",
	}, "what the system says is read once"}, {classStandard, nil, "the rest is the user's"}},
	"net/textproto": {{classHidden, []string{"canonicalMIMEHeaderKey", "initCommonHeader", "CanonicalMIMEHeaderKey"}, "the table of headers is built once from constants"}},
	"net/http": {{classHidden, []string{
		"newBufioReader", "putBufioReader", "newBufioWriterSize", "putBufioWriter", "bufioWriterPool", "getCopyBuf",
		"putCopyBuf", "newTextprotoReader", "putTextprotoReader", "(Header).sortedKeyValues", "(Header).writeSubset",
	}, "buffers are recycled by pools"}, {classStandard, nil, "the rest is the user's"}},
	"archive/zip":              {{classHidden, []string{"newFlateWriter", "newFlateReader", "(*pooledFlate"}, "compressors are recycled by pools"}, {classStandard, nil, "the rest is the user's"}},
	"go/printer":               {{classHidden, []string{"newPrinter", "(*printer).free"}, "printers are recycled by a pool"}, {classStandard, nil, "the rest is the user's"}},
	"io":                       {{classHidden, []string{"(discard)."}, "buffers for what is thrown away are recycled by a pool"}, {classStandard, nil, "the rest is the user's"}},
	"crypto/rand":              {{classHidden, nil, "random anyway: the order of draws cannot be relied on"}},
	"crypto/internal/...":      {{classHidden, nil, "self-tests run once, random states are recycled by a pool"}},
	"log/slog/internal/buffer": {{classHidden, nil, "buffers are recycled by a pool"}},
	"log/slog":                 {{classHidden, []string{"(*handleState).", "(*commonHandler).newHandleState", "appendJSONMarshal"}, "buffers are recycled by pools"}, {classStandard, nil, "the rest is the user's"}},
	"log":                      {{classHidden, nil, "the order of lines in the log is nobody's promise; but see logsElsewhere"}},

	"unique":  {{classHidden, nil, "the table of handles maps equal values to one handle, whoever comes first"}},
	"weak":    {{classHidden, nil, "a pointer and its handle belong together, whoever comes first"}},
	"testing": {{classUser, []string{"newFlag", "(*common).isDone", "(*common).setDone"}, "t.Log after the end of the test is found by the race on this flag"}, {classVisibleOwn, nil, "waiting for subtests is visible; what t keeps is not the user's"}},
	"os":      {{classVisibleOwn, []string{"(*pipe)."}, "pipes connect goroutines"}, {classOwn, nil, "files are guarded against races of closing, which the model notices itself"}},

	"internal/testlog":         {{classOwn, nil, "records file accesses for the go command"}},
	"internal/godebug":         {{classOwn, nil, "settings do not change"}},
	"internal/godebugs":        {{classOwn, nil, "settings do not change"}},
	"internal/bisect":          {{classOwn, nil, "settings do not change"}},
	"internal/poll":            {{classStandard, []string{"copyData"}, "the memory is the user's"}, {classVisibleOwn, nil, "sockets connect goroutines"}},
	"internal/reflectlite":     {{classHidden, nil, "keeps no state"}},
	"internal/abi":             {{classHidden, nil, "keeps no state"}},
	"internal/runtime/maps":    {{classOwn, nil, "maps are the machine's own"}},
	"internal/synctest":        {{classOwn, nil, "part of the machine"}},
	"testing/synctest":         {{classOwn, nil, "part of the machine"}},
	"internal/sysinfo":         {{classOwn, nil, "made once from constants"}},
	"internal/syscall/unix":    {{classOwn, nil, "the host does not change"}},
	"internal/syscall/execenv": {{classOwn, nil, "the environment is the machine's own"}},
	"syscall":                  {{classOwn, nil, "the environment is guarded by a lock; setting it is not a way to communicate"}},
	"runtime":                  {{classOwn, nil, "part of the machine"}},
	"runtime/debug":            {{classOwn, nil, "part of the machine"}},
	"runtime/pprof":            {{classOwn, nil, "profiles are empty"}},
	"runtime/trace":            {{classOwn, nil, "traces are empty"}},
	"os/signal":                {{classVisibleOwn, nil, "signals arrive on channels"}},
}

// listedOf are the entries of a package: its own, or those of "P/..." for a
// package P that it lies under.
func listedOf(pkg string) []listed {
	if l := transparentList[pkg]; l != nil {
		return l
	}
	for {
		i := strings.LastIndexByte(pkg, '/')
		if i < 0 {
			return nil
		}
		pkg = pkg[:i]
		if l := transparentList[pkg+"/..."]; l != nil {
			return l
		}
	}
}

// classify says how a function is treated.
func classify(f *ssa.Function) funcClass {
	if f == nil {
		return classThrough
	}
	for f.Parent() != nil {
		f = f.Parent()
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	pkg := ""
	if f.Pkg != nil {
		pkg = f.Pkg.Pkg.Path()
	} else if o := f.Object(); o != nil && o.Pkg() != nil {
		pkg = o.Pkg().Path()
	}
	if f.Synthetic != "" && f.Pkg == nil {
		return classThrough // a wrapper: its caller decides
	}
	name := strings.ReplaceAll(f.String(), pkg+".", "")
	for _, l := range listedOf(pkg) {
		if len(l.funcs) == 0 {
			return l.class
		}
		for _, prefix := range l.funcs {
			if strings.HasPrefix(name, prefix) {
				return l.class
			}
		}
	}
	if standard[strings.Split(pkg, "/")[0]] {
		return classStandard
	}
	return classUser
}

// standard are the first elements of the import paths of the standard library.
var standard = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(`
		archive arena bufio bytes cmp compress container context crypto database
		debug embed encoding errors expvar flag fmt go hash html image index
		internal io iter log maps math mime net os path plugin reflect regexp
		runtime slices sort strconv strings structs sync syscall testing text
		time unicode unique unsafe vendor weak`) {
		set[name] = true
	}
	return set
}()

// class is the class of a function by its number.
func (m *Machine) class(id int32) funcClass {
	s := &m.sched
	if int(id) < len(s.classes) {
		if c := s.classes[id]; c != classUnknown {
			return c
		}
	}
	return m.classSlow(id)
}

func (m *Machine) classSlow(id int32) funcClass {
	s := &m.sched
	if int(id) >= len(s.classes) {
		s.classes = append(s.classes, make([]funcClass, int(id)+64-len(s.classes))...)
	}
	m.prog.mu.Lock()
	c := classify(m.prog.funcs[id])
	m.prog.mu.Unlock()
	s.classes[id] = c
	return c
}

// transparent reports whether the order of the operation that g is parked at
// cannot be observed: the function that executes it is on the list.
func (m *Machine) transparent(g *G) bool {
	id, hidden := m.hiddenBy(g)
	return hidden && hideable(g.pending.Kind) && !m.logsElsewhere(g, id)
}

// hiddenCaller reports whether g is in a primitive called by a function on
// the list.
func (m *Machine) hiddenCaller(g *G) bool {
	_, hidden := m.hiddenBy(g)
	return hidden
}

// hiddenBy is the number of the function that uses the primitive that g is
// in, and whether its operations are transparent.
func (m *Machine) hiddenBy(g *G) (id int32, hidden bool) {
	for i := len(g.frames) - 1; i >= 0; i-- {
		id = g.frames[i].fn.ID
		switch m.class(id) {
		case classThrough, classThroughOwn:
			continue
		case classHidden, classOwn:
			return id, true
		}
		return id, false
	}
	return id, false
}

// hideable reports whether operations of a kind can be transparent: those
// on objects are, those that start, wait or end are not.
func hideable(k Kind) bool {
	switch k {
	case KindGo, KindSleep, KindNewTimer, KindStopTimer, KindResetTimer, KindGosched, KindBubbleWait, KindBubbleEnd, KindRead, KindWrite:
		return false
	}
	return true
}

// logsElsewhere reports whether g is about to lock or unlock the mutex of a
// log.Logger that writes to something of the user's: then the mutex is what
// keeps the writes apart. The mutex is the Logger's first field, the writer
// the next.
func (m *Machine) logsElsewhere(g *G, id int32) bool {
	if g.pending.Kind != KindMutexLock && g.pending.Kind != KindMutexUnlock {
		return false
	}
	if !strings.HasPrefix(m.code(id).Name, "log.") {
		return false
	}
	p := m.arg(g, 0)
	if !m.valid(p, 24) || m.load64(p+8) == 0 {
		return false
	}
	typ := m.dynamicType(m.load64(p+8), true)
	return m.typeName(typ) != "*os.File"
}

// executeHidden executes the operation that g is parked at without a
// scheduling point; ok is false if it cannot be executed now.
func (m *Machine) executeHidden(g *G) (ok bool) {
	m.sched.offersKnown = false
	defer func() { m.sched.offersKnown = false }()
	var buf [4]Choice
	ways := m.choicesOf(g, buf[:0])
	if len(ways) == 0 {
		return false
	}
	m.races.muted = true
	stay := m.executeQuietly(g, ways[0].Alt)
	for stay && m.stop.kind == running {
		ways = m.choicesOf(g, buf[:0])
		if len(ways) == 0 {
			m.races.muted = false
			return false
		}
		stay = m.executeQuietly(g, ways[0].Alt)
	}
	m.races.muted = false
	return true
}

// executeQuietly executes what g is parked at without an event; but those who
// sleep have to know.
func (m *Machine) executeQuietly(g *G, alt int32) (stay bool) {
	if m.sched.crowd.asleep > 0 {
		var e Event
		m.foretell(&e, g, alt)
		defer m.rouseBy(&e)
	}
	return operations[g.pending.Kind].exec(m, g, alt)
}

// unchecked reports whether accesses by the function that g executes are
// not checked for races.
func (m *Machine) unchecked(g *G) bool {
	switch m.class(g.frames[len(g.frames)-1].fn.ID) {
	case classThrough, classThroughOwn, classOwn, classVisibleOwn:
		return true
	}
	return false
}

// allocatesHidden reports whether what g allocates now is for listed code:
// the innermost function that is neither a primitive nor just another part of
// the standard library decides. What an intrinsic of reflect allocates, it
// allocates on behalf of reflect's caller.
func (m *Machine) allocatesHidden(g *G) bool {
	top := len(g.frames) - 1
	i, o := top, originUnknown
	for ; i >= 0 && o == originUnknown; i-- {
		if o = g.frames[i].origin; o == originUnknown || i == top {
			o = m.originOf(&g.frames[i], i == top)
		}
	}
	if o == originUnknown {
		o = originOpen
	}
	// What a frame is called from does not change: remembered, a deep stack is
	// walked once.
	for j := i + 1; j < top; j++ {
		g.frames[j].origin = o
	}
	return o == originHidden
}

// An origin says for whom a frame allocates.
type origin uint8

const (
	originUnknown origin = iota
	originOpen
	originHidden
)

// originOf is what the function of a frame decides, originUnknown if that is its
// caller's affair.
func (m *Machine) originOf(f *Frame, top bool) origin {
	switch m.class(f.fn.ID) {
	case classUser, classOwn, classVisibleOwn:
		return originOpen
	case classThroughOwn:
		return originHidden
	case classHidden:
		if n := f.pc - 1; !top || n < 0 || int(n) >= len(f.fn.Code) || f.fn.Code[n].Op != compile.OpIntrinsic {
			return originHidden
		}
	}
	return originUnknown
}

// hiddenMemory reports whether memory at a is listed code's own: races there
// are not reported.
func (m *Machine) hiddenMemory(a Addr) bool {
	if a >= heapBase {
		return m.isHidden(a)
	}
	switch m.variableClass(a) {
	case classUser, classStandard:
		return false
	}
	return true
}

// variableClass is the class of the package variable at a: that of the last
// entry of its package.
func (m *Machine) variableClass(a Addr) funcClass {
	if g, _, ok := m.prog.globalAt(a); ok {
		if list := listedOf(g.Pkg.Pkg.Path()); len(list) > 0 {
			return list[len(list)-1].class
		}
	}
	return classUser
}

// hiddenVariable reports whether a word of a package variable is a cache:
// what it holds does not show.
func (m *Machine) hiddenVariable(a Addr) bool {
	if a >= heapBase {
		return m.isHidden(a)
	}
	return m.variableClass(a) == classHidden
}
