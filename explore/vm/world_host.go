package vm

import (
	"go/token"
	"go/types"
	"hash/fnv"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// What the machine tells its guest about the world: call stacks, command
// line, environment, files of the host, random numbers; and what the guest tells
// the world: its output and how it ends. All of it is a function of the
// program and its configuration.

func viewString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// guestString reads a string of the guest.
func (m *Machine) guestString(g *G, p Addr, n uint64) (string, trap) {
	b, t := m.view(g, p, n)
	return string(b), t
}

// newString allocates s in guest memory and sets the two words at w.
func (m *Machine) newString(g *G, w []uint64, s string) trap {
	if s == "" {
		w[0], w[1] = 0, 0
		return trapNone
	}
	p, t := m.newBytes(g, uint64(len(s)))
	if t == trapNone {
		copy(hostBytes(m.ptr(p), uint64(len(s))), s) // fresh memory needs no undo
		w[0], w[1] = p, uint64(len(s))
	}
	return t
}

// constString sets the two words at w to a string of the program's constant
// data. It is for strings of which there are few.
func (m *Machine) constString(w []uint64, s string) {
	p := m.prog
	p.mu.Lock()
	w[0], w[1] = p.rodataString(s), uint64(len(s))
	p.mu.Unlock()
	m.syncStatic()
}

// newStrings sets the three words at w to a fresh []string.
func (m *Machine) newStrings(g *G, w []uint64, list []string) trap {
	w[0], w[1], w[2] = 0, 0, 0
	if len(list) == 0 {
		return trapNone
	}
	p := m.prog
	p.mu.Lock()
	addrs := make([]Addr, len(list))
	for i, s := range list {
		addrs[i] = p.rodataString(s)
	}
	typ := p.typeAddr(types.Typ[types.String])
	p.mu.Unlock()
	m.syncStatic()
	a, t := m.alloc(g, typ, uint64(len(list)))
	if t != trapNone {
		return t
	}
	for i, s := range list {
		m.store64(a+uint64(16*i), addrs[i])
		m.store64(a+uint64(16*i)+8, uint64(len(s)))
	}
	w[0], w[1], w[2] = a, uint64(len(list)), uint64(len(list))
	return trapNone
}

// hostOutput appends what the guest writes to its standard output or error
// (w: file descriptor, bytes).
func hostOutput(m *Machine, g *G, w []uint64) trap {
	b, t := m.view(g, w[1], w[2])
	if t != trapNone {
		return t
	}
	return m.print(b, w[0] == 2)
}

// maxOutput bounds what one execution may print.
const maxOutput = 16 << 20

// A Span is a part of the output that went to one file: from the end of the
// span before to To.
type Span struct {
	To     int
	Stderr bool
}

// print appends to the output.
func (m *Machine) print(b []byte, stderr bool) trap {
	if len(m.output)+len(b) > maxOutput {
		return m.stopWith(stopState{kind: stopLimit, limit: "output"})
	}
	m.trimSpans()
	m.output = append(m.output, b...)
	if n := len(m.spans); n > 0 && m.spans[n-1].Stderr == stderr {
		m.spans[n-1].To = len(m.output)
	} else {
		m.spans = append(m.spans, Span{len(m.output), stderr})
	}
	return trapNone
}

// trimSpans makes the spans end where the output ends, which a rewind may
// have cut.
func (m *Machine) trimSpans() {
	end := len(m.output)
	n := len(m.spans)
	for n > 0 && (n > 1 && m.spans[n-2].To >= end || end == 0) {
		n--
	}
	m.spans = m.spans[:n]
	if n > 0 {
		m.spans[n-1].To = min(m.spans[n-1].To, end)
	}
}

// OutputSpans says which parts of the output went to standard error. The
// slice is valid until the machine runs on.
func (m *Machine) OutputSpans() []Span {
	m.trimSpans()
	return m.spans
}

// guestUnsupported is func unsupported(what string) of the models.
func guestUnsupported(m *Machine, g *G, w []uint64) trap {
	what, t := m.guestString(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	return m.unsupported(g, what)
}

// guestThrow is func throw(s string) or fatal(s string) of any package.
func guestThrow(m *Machine, g *G, w []uint64) trap {
	what, t := m.guestString(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	return m.throw(g, what)
}

func guestExit(m *Machine, g *G, w []uint64) trap {
	return m.stopWith(stopState{kind: stopExit, code: int(int64(w[0]))})
}

// random is the next of the random numbers of goroutine g: a function of the
// seed, the goroutine's name and how many it has taken, so that the numbers
// of one goroutine do not depend on what others do.
func (m *Machine) random(g *G) uint64 {
	if g.randKey == 0 {
		h := fnv.New64a()
		h.Write([]byte(m.SlotName(g.Slot)))
		g.randKey = mix64(h.Sum64()^m.cfg.RandSeed) | 1
		m.seeded = true
	}
	g.randCount++
	return mix64(g.randKey + uint64(g.randCount)*0x9e3779b97f4a7c15)
}

// mix64 is the output function of SplitMix64.
func mix64(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func runtimeRand(m *Machine, g *G, w []uint64) trap {
	w[0] = m.random(g)
	return trapNone
}

// fillRandom fills a []byte.
func fillRandom(m *Machine, g *G, w []uint64) trap {
	p, n := w[0], w[1]
	if _, t := m.view(g, p, n); t != trapNone {
		return t
	}
	var v uint64
	b := make([]byte, n)
	for i := range b {
		if i%8 == 0 {
			v = m.random(g)
		}
		b[i] = byte(v >> (i % 8 * 8))
	}
	m.write(p, b)
	return trapNone
}

// runtimePCInfo is func pcinfo(pc uintptr, ret bool) (function, file string,
// line int, entry uintptr).
func runtimePCInfo(m *Machine, g *G, w []uint64) trap {
	pc, ret := w[0], w[1]&1 != 0
	clear(w[:6])
	id, instr, ok := pcFunc(pc)
	m.prog.mu.Lock()
	ok = ok && int(id) < len(m.prog.funcs)
	m.prog.mu.Unlock()
	if !ok {
		return trapNone
	}
	fn := m.code(id)
	if ret && instr > 0 {
		instr--
	}
	pos := m.guestPosition(codePos(fn, fn.Broken(instr)))
	m.constString(w[0:], fn.Name)
	m.constString(w[2:], pos.Filename)
	w[4], w[5] = intWord(pos.Line), funcPC(id, 0)
	return trapNone
}

// codePosition is the source position of an instruction.
func (p *Program) codePosition(fn *compile.Func, instr int32) token.Position {
	return p.cfg.Fset.Position(codePos(fn, instr))
}

// codePos is the position of the nearest instruction up to instr that has one.
func codePos(fn *compile.Func, instr int32) token.Pos {
	for i := min(int(instr), len(fn.Pos)-1); i >= 0; i-- {
		if fn.Pos[i].IsValid() {
			return fn.Pos[i]
		}
	}
	return token.NoPos
}

// modelDir is where the files of models are, according to their names.
const modelDir = "$MAZURKA/"

// guestPosition is a position as gc tells it. Relative names in line directives
// stay relative there, while go/scanner puts the directory before them; models
// stand for packages of the toolchain.
func (m *Machine) guestPosition(pos token.Pos) token.Position {
	p := m.prog
	at := p.cfg.Fset.Position(pos)
	if !pos.IsValid() {
		return at
	}
	file := p.cfg.Fset.File(pos).Name()
	if name, ok := strings.CutPrefix(at.Filename, modelDir); ok {
		at.Filename = m.world.GOROOT + "/src/" + name
		return at
	}
	switch rest, ok := strings.CutPrefix(at.Filename, filepath.Dir(file)+"/"); {
	case at.Filename == "":
		at.Filename = "??"
	case ok && at.Filename != file:
		at.Filename = rest
	}
	return at
}

// numGoroutine counts the goroutines that live. In gc a coroutine is one.
func numGoroutine(m *Machine, g *G, w []uint64) trap {
	n := m.coros
	if m.hasTester() {
		n++
	}
	for _, h := range m.gs {
		if h != nil && (h.status == Parked || h.status == Running) {
			n++
		}
	}
	w[0] = uint64(n)
	return trapNone
}

// fileView answers the guest's questions about files of the host. The guest
// passes absolute, clean paths.

// hostStat is func hostStat(path string) (size int64, mode uint32, mtime int64, ok bool).
func hostStat(m *Machine, g *G, w []uint64) trap {
	path, t := m.guestString(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	clear(w[:4])
	if v := m.world.Files; v != nil {
		if fi, ok := v.Stat(path); ok {
			w[0], w[1], w[2], w[3] = uint64(fi.Size), uint64(fi.Mode), uint64(fi.Time), 1
		}
	}
	return trapNone
}

// maxHostFile bounds the files of the host that a guest can read.
const maxHostFile = 64 << 20

// hostRead is func hostRead(path string) (content []byte, ok bool).
func hostRead(m *Machine, g *G, w []uint64) trap {
	path, t := m.guestString(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	clear(w[:4])
	v := m.world.Files
	if v == nil {
		return trapNone
	}
	if fi, ok := v.Stat(path); ok && (fi.Size > maxHostFile || uint64(fi.Size) > m.limits.Memory-min(m.live, m.limits.Memory)) {
		return m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	b, err := v.ReadFile(path)
	if err != nil {
		return trapNone
	}
	if len(b) > maxHostFile {
		return m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	if t := m.newString(g, w, string(b)); t != trapNone {
		return t
	}
	w[2], w[3] = w[1], 1
	return trapNone
}

// hostDir is func hostDir(path string) (names []string, ok bool).
func hostDir(m *Machine, g *G, w []uint64) trap {
	path, t := m.guestString(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	clear(w[:4])
	v := m.world.Files
	if v == nil {
		return trapNone
	}
	names, err := v.ReadDir(path)
	if err != nil {
		return trapNone
	}
	if t := m.newStrings(g, w, names); t != trapNone {
		return t
	}
	w[3] = 1
	return trapNone
}

// hostEnv and hostArgs return fresh copies of the environment and the
// command line.
func hostEnv(m *Machine, g *G, w []uint64) trap  { return m.newStrings(g, w, m.world.Env) }
func hostArgs(m *Machine, g *G, w []uint64) trap { return m.newStrings(g, w, m.world.Args) }

func hostWorkDir(m *Machine, g *G, w []uint64) trap {
	m.constString(w, m.world.WorkDir)
	return trapNone
}

func constResult(v uint64) Intrinsic {
	return func(m *Machine, g *G, w []uint64) trap {
		w[0] = v
		return trapNone
	}
}

// noCPU answers cpuid and xgetbv: a processor without extensions, so that
// portable code is chosen.
func noCPU(m *Machine, g *G, w []uint64) trap {
	w[0], w[1] = 0, 0
	return trapNone
}

// nothing is an intrinsic without results.
func nothing(*Machine, *G, []uint64) trap { return trapNone }

func init() {
	register(map[string]Intrinsic{
		"runtime.throw":        guestThrow,
		"runtime.unsupported":  guestUnsupported,
		"runtime.callers":      runtimeCallers,
		"runtime.pcinfo":       runtimePCInfo,
		"runtime.hasParams":    hasParams,
		"runtime.numGoroutine": numGoroutine,
		"runtime.buildVersion": func(m *Machine, g *G, w []uint64) trap {
			m.constString(w, runtime.Version())
			return trapNone
		},
		"runtime.buildGOROOT": func(m *Machine, g *G, w []uint64) trap {
			m.constString(w, m.world.GOROOT)
			return trapNone
		},
		"runtime.memStats": func(m *Machine, g *G, w []uint64) trap {
			w[0], w[1] = m.live, m.mallocs
			w[2], w[3] = min(m.sched.garbage, m.live), uint64(m.sched.cycles)
			return trapNone
		},

		"runtime.environ":          hostEnv,
		"internal/godebug.environ": hostEnv,
		"internal/godebug.defaults": func(m *Machine, g *G, w []uint64) trap {
			m.constString(w, m.world.Godebug)
			return trapNone
		},
		"syscall.runtime_envs":      hostEnv,
		"os.progArgs":               hostArgs,
		"os.hostStat":               hostStat,
		"os.hostRead":               hostRead,
		"os.hostDir":                hostDir,
		"os.hostWorkDir":            hostWorkDir,
		"os.unsupported":            guestUnsupported,
		"syscall.unsupported":       guestUnsupported,
		"internal/poll.unsupported": guestUnsupported,
		"net.unsupported":           guestUnsupported,
		"testing.unsupported":       guestUnsupported,
		"syscall.output":            hostOutput,
		"syscall.Exit":              guestExit,
		"runtime/debug.unsupported": guestUnsupported,
		"runtime/debug.setPanicOnFault": func(_ *Machine, g *G, w []uint64) trap {
			w[0], g.survives = boolWord(g.survives), w[0]&1 != 0
			return trapNone
		},
		"crypto/internal/sysrand.Read":                 fillRandom,
		"internal/abi.EscapeNonString":                 nothing,
		"math/rand.runtime_rand":                       runtimeRand,
		"runtime.rand":                                 runtimeRand,
		"math/rand/v2.runtime_rand":                    runtimeRand,
		"internal/poll.runtime_isPollServerDescriptor": constResult(0),
		"internal/poll.runtime_rand":                   runtimeRand,
		"net.runtime_rand":                             runtimeRand,
		"internal/sync.runtime_rand":                   runtimeRand,
		"unique.runtime_rand":                          runtimeRand,

		"crypto/fips140.setBypass":                    nothing,
		"crypto/fips140.unsetBypass":                  nothing,
		"crypto/fips140.isBypassed":                   constResult(0),
		"crypto/internal/fips140.getIndicator":        constResult(0),
		"crypto/internal/fips140.setIndicator":        nothing,
		"crypto/internal/fips140.fatal":               guestThrow,
		"crypto/internal/sysrand.fatal":               guestThrow,
		"crypto/internal/boring/sig.BoringCrypto":     nothing,
		"crypto/internal/boring/sig.FIPSOnly":         nothing,
		"crypto/internal/boring/sig.StandardCrypto":   nothing,
		"crypto/internal/boring/bcache.registerCache": nothing,
		"crypto/rand.fatal":                           guestThrow,
		"crypto/subtle.setDITEnabled":                 constResult(0),
		"crypto/subtle.setDITDisabled":                nothing,
		"internal/cpu.cpuid":                          noCPU,
		"internal/cpu.xgetbv":                         noCPU,
		"internal/cpu.getGOAMD64level":                constResult(1),
		"golang.org/x/sys/cpu.cpuid":                  noCPU,
		"golang.org/x/sys/cpu.xgetbv":                 noCPU,
		"vendor/golang.org/x/sys/cpu.cpuid":           noCPU,
		"vendor/golang.org/x/sys/cpu.xgetbv":          noCPU,

		"crypto/internal/constanttime.boolToUint8": func(m *Machine, g *G, w []uint64) trap { return trapNone },
	})
}
