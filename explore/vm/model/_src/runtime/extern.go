// Call stacks and facts about the machine, as programs see them.

//mazurka:replace
package runtime

import (
	"internal/goarch"
	"internal/goos"
)

const (
	Compiler        = "gc"
	GOARCH   string = goarch.GOARCH
	GOOS     string = goos.GOOS
)

// callers fills pcs with the return addresses of the calling goroutine's
// stack, innermost first, skip of them left out, and returns how many it
// filled in. skip 0 begins with the function that calls callers.
func callers(skip int, pcs []uintptr) int

// pcinfo finds the function and line of a pc; ret says that pc is a return
// address, so that the line is that of the call before it.
func pcinfo(pc uintptr, ret bool) (function, file string, line int, entry uintptr)

// hasParams reports whether the function of a pc has parameters.
func hasParams(pc uintptr) bool

// goid is a small number for the calling goroutine; 1 is the main one.
func goid() int

func numGoroutine() int

// corostart runs the coroutine c, whose function is f.
func corostart(f func(c uintptr), c uintptr) {
	f(c)
	coroend()
}

// coroend tells that a coroutine has ended.
func coroend()

// buildGOROOT is the root directory of the toolchain.
func buildGOROOT() string

// buildVersion is the version of the toolchain.
func buildVersion() string

// environ is the environment of the program: a list of k=v.
func environ() []string

// memStats returns the bytes allocated so far and the number of allocations
// that gc cannot avoid, how many bytes the latest call of GC has found
// unreachable, and how many such calls there were.
func memStats() (bytes, objects, garbage, cycles uint64)

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

// haveHighResSleep: sleeps end when they are over.
var haveHighResSleep = true

// Gosched lets others run.
func Gosched()

func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	var pcs [1]uintptr
	if skip < 0 || callers(skip+1, pcs[:]) == 0 {
		return
	}
	_, file, line, _ = pcinfo(pcs[0], true)
	return pcs[0], file, line, true
}

func Callers(skip int, pc []uintptr) int {
	if len(pc) == 0 {
		return 0
	}
	// In gc, 0 is the frame of Callers itself.
	return callers(skip, pc)
}

// A Frame is one call of a stack.
type Frame struct {
	PC        uintptr
	Func      *Func
	Function  string
	File      string
	Line      int
	startLine int
	Entry     uintptr
}

// Frames turns the pcs of Callers into frames.
type Frames struct {
	callers []uintptr
}

func CallersFrames(callers []uintptr) *Frames { return &Frames{callers} }

func (ci *Frames) Next() (frame Frame, more bool) {
	for len(ci.callers) > 0 {
		pc := ci.callers[0]
		ci.callers = ci.callers[1:]
		if pc == 0 {
			continue
		}
		name, file, line, entry := pcinfo(pc, true)
		if name == "" {
			continue
		}
		return Frame{PC: pc - 1, Func: &Func{entry, name}, Function: name,
			File: file, Line: line, Entry: entry}, len(ci.callers) > 0
	}
	return Frame{}, false
}

// A Func is a function of the program.
type Func struct {
	entry uintptr
	name  string
}

func FuncForPC(pc uintptr) *Func {
	name, _, _, entry := pcinfo(pc, false)
	if name == "" {
		return nil
	}
	return &Func{entry, name}
}

func (f *Func) Name() string {
	if f == nil {
		return ""
	}
	return f.name
}

func (f *Func) Entry() uintptr { return f.entry }

func (f *Func) FileLine(pc uintptr) (file string, line int) {
	_, file, line, _ = pcinfo(pc, false)
	return
}

// These stand in call stacks where gc's runtime has functions of the same
// names and the machine has none (explore/vm/callstack.go).

func main()          {}
func goexit()        {}
func doInit()        {}
func doInit1()       {}
func gopanic(e any)  {}
func sigpanic()      {}
func panicBounds()   {}
func panicBounds64() {}

func Version() string { return buildVersion() }

func GOROOT() string {
	for _, s := range environ() {
		if len(s) > 7 && s[:7] == "GOROOT=" {
			return s[7:]
		}
	}
	return buildGOROOT()
}

// procs is what GOMAXPROCS says. It has no effect: the search runs the
// goroutines in every order anyhow.
var procs = NumCPU()

func GOMAXPROCS(n int) int {
	old := procs
	if n > 0 {
		procs = n
	}
	return old
}

func SetDefaultGOMAXPROCS() { procs = NumCPU() }

// NumCPU is small because programs start a goroutine for each.
func NumCPU() int       { return 2 }
func NumCgoCall() int64 { return 0 }
func LockOSThread()     {}
func UnlockOSThread()   {}

func Breakpoint() { unsupported("runtime.Breakpoint") }
