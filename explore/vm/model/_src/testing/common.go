// Package testing is modelled because the machine runs one test function
// under many schedules: there is no command line that selects tests, no
// timing, no coverage, no parallelism limit; a failed assertion is a finding
// with a position; and what the package synchronises for its own sake must not
// order the goroutines of the test.
//
// The code of this package runs without scheduling points and unseen by the
// race detector, so it needs no locks, except where tests really wait for
// each other (the channels in T) and in isDone and setDone: a goroutine
// that logs without being waited for races with the end of its test, as
// it does in gc.
//
//mazurka:replace
package testing

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"unicode"
	"unsafe"
)

// The kinds of report, numbered as in the machine.
const (
	failure = 4
	misuse  = 5
)

// report tells the machine that something went wrong at pc.
func report(kind int, msg string, pc uintptr)

// output writes to the output of the tests.
func output(s string)

// skipped tells the machine that the test skipped itself.
func skipped()

// panicking reports whether the calling goroutine runs deferred calls
// because of a panic (rather than Goexit or an ordinary return).
func panicking() bool

// goid is a number for the calling goroutine.
func goid() int

// acquireObject and releaseObject make an edge of happens-before.
func acquireObject(p unsafe.Pointer)
func releaseObject(p unsafe.Pointer)

// TB is what T, B and F have in common.
type TB interface {
	ArtifactDir() string
	Attr(key, value string)
	Cleanup(func())
	Error(args ...any)
	Errorf(format string, args ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Helper()
	Log(args ...any)
	Logf(format string, args ...any)
	Name() string
	Setenv(key, value string)
	Chdir(dir string)
	Skip(args ...any)
	SkipNow()
	Skipf(format string, args ...any)
	Skipped() bool
	TempDir() string
	Context() context.Context
	Output() io.Writer

	// Nobody else may implement the interface.
	private()
}

var (
	_ TB = (*T)(nil)
	_ TB = (*B)(nil)
	_ TB = (*F)(nil)
)

// common is the part of T, B and F that is the same.
type common struct {
	name       string
	kind       string // "t", "b", "f", for messages
	parent     *common
	goid       int // of the goroutine that runs the test
	failed     bool
	skipped    bool
	finished   bool        // the function returned, or FailNow or SkipNow was called
	done       *completion // over, with cleanups and subtests
	inFuzz     bool
	isSynctest bool
	isParallel bool
	inCleanup  bool
	ending     bool // cleanups have begun
	nested     bool // run by RunTests
	program    bool // run by Main: what is logged is shown if the test has failed
	held       string
	cleanups   []func()
	helpers    map[string]bool // functions that called Helper
	creator    []uintptr       // stack of the call of Run
	ctx        context.Context
	cancel     context.CancelFunc
	ctxUsed    bool
	tempDir    string
	tempSeq    int
	artifacts  string
	partial    string // output without a newline yet

	barrier chan bool // closed when the parallel subtests may go on
	signal  chan bool // gets true when this test is over or has called Parallel
	sub     []*T      // parallel subtests waiting
}

// A completion says whether a test is over.
type completion bool

// newFlag, isDone and setDone are the exception to the rule that the race
// detector does not see this package.
func newFlag() *completion     { return new(completion) }
func (c *common) isDone() bool { return c.done != nil && bool(*c.done) }
func (c *common) setDone()     { *c.done = true }

func (c *common) private() {}

func (c *common) Name() string  { return c.name }
func (c *common) Failed() bool  { return c.failed }
func (c *common) Skipped() bool { return c.skipped }

// Context returns the test's context. One that nobody has asked for is not
// cancelled, which nobody can tell.
func (c *common) Context() context.Context {
	c.checkFuzz("Context")
	if !c.ctxUsed {
		c.ctxUsed = true
		if c.ending {
			c.cancel()
		}
	}
	return c.ctx
}

func (c *common) checkFuzz(name string) {
	if c.inFuzz {
		panic("testing: f." + name + " was called inside the fuzz target, use t." + name + " instead")
	}
}

// fail marks the test and its ancestors as failed.
func (c *common) fail() {
	if isMeasured() {
		unsupported("a failure after measuring memory, which differs from that under gc")
	}
	if c.parent != nil {
		c.parent.fail()
	}
	if c.isDone() {
		panic("Fail in goroutine after " + c.name + " has completed")
	}
	c.failed = true
}

// report tells the machine that something went wrong in a test. A value that
// is not one that runs, such as new(T), or one that another test runs by
// RunTests, only records its failure: libraries of assertions test themselves
// that way.
func (c *common) report(kind int, msg string, pc uintptr) {
	if c.done != nil && !c.nested {
		report(kind, msg, pc)
	}
}

func (c *common) Fail() {
	pc, _ := c.caller()
	c.fail()
	c.report(failure, c.name+" failed ("+c.kind+".Fail)", pc)
}

func (c *common) FailNow() {
	c.checkFuzz("FailNow")
	pc, _ := c.caller()
	c.fail()
	c.report(failure, c.name+" failed ("+c.kind+".FailNow)", pc)
	c.exit("FailNow")
}

// exit ends the calling goroutine, which ought to be that of the test.
func (c *common) exit(name string) {
	if id := goid(); id != c.goid && c.goid != 0 && !c.finished {
		pc, _ := c.caller()
		c.report(misuse, c.kind+"."+name+" called from a goroutine that does not run the test "+c.name+
			": it ends that goroutine, not the test", pc)
	}
	c.finished = true
	runtime.Goexit()
}

func (c *common) SkipNow() {
	c.checkFuzz("SkipNow")
	c.skipped = true
	c.exit("SkipNow")
}

func (c *common) Log(args ...any) { c.checkFuzz("Log"); c.log(fmt.Sprintln(args...)) }
func (c *common) Logf(format string, args ...any) {
	c.checkFuzz("Logf")
	c.log(fmt.Sprintf(format, args...))
}

func (c *common) Error(args ...any) {
	c.checkFuzz("Error")
	c.logFailure(fmt.Sprintln(args...))
}

func (c *common) Errorf(format string, args ...any) {
	c.checkFuzz("Errorf")
	c.logFailure(fmt.Sprintf(format, args...))
}

func (c *common) Fatal(args ...any) {
	c.checkFuzz("Fatal")
	c.logFailure(fmt.Sprintln(args...))
	c.exit("Fatal")
}

func (c *common) Fatalf(format string, args ...any) {
	c.checkFuzz("Fatalf")
	c.logFailure(fmt.Sprintf(format, args...))
	c.exit("Fatalf")
}

func (c *common) Skip(args ...any) {
	c.checkFuzz("Skip")
	c.log(fmt.Sprintln(args...))
	c.skipped = true
	c.exit("Skip")
}

func (c *common) Skipf(format string, args ...any) {
	c.checkFuzz("Skipf")
	c.log(fmt.Sprintf(format, args...))
	c.skipped = true
	c.exit("Skipf")
}

// logFailure logs s and reports it as a failure.
func (c *common) logFailure(s string) {
	pc := c.log(s)
	c.fail()
	c.report(failure, strings.TrimSuffix(s, "\n"), pc)
}

// destination is c or its nearest ancestor that is not over, or nil.
func (c *common) destination() *common {
	if !c.isDone() && !c.isSynctest {
		return c
	}
	for p := c.parent; p != nil; p = p.parent {
		if !p.isDone() {
			return p
		}
	}
	return nil
}

const indent = "    "

// log prints s with the place where it was logged, which it returns.
func (c *common) log(s string) uintptr {
	s = strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n"+indent+indent) + "\n"
	n := c.destination()
	if n == nil {
		panic("Log in goroutine after " + c.name + " has completed: " + s)
	}
	pc, where := n.caller()
	if n.done == nil {
		return pc
	}
	n.flush()
	n.print(indent + where + ": " + s)
	return pc
}

// reports reports whether what is logged is part of a report that is shown if
// the test has failed.
func (c *common) reports() bool { return c.program || c.nested }

// print shows text, or keeps it until the test is over.
func (c *common) print(text string) {
	if c.reports() {
		c.held += text
	} else {
		output(text)
	}
}

// show shows what a failed test that is over has logged, below its name.
func (c *common) show() {
	if !c.reports() || !c.failed || c.parent == nil {
		return
	}
	text := "--- FAIL: " + c.name + " (0.00s)\n" + c.held
	switch {
	case c.parent.name != "":
		for line := range strings.Lines(text) {
			c.parent.held += indent + line
		}
	case c.nested:
		os.Stdout.WriteString(text) // where somebody may wait for it
	default:
		output(text)
	}
}

// flush ends a line begun by Output.
func (c *common) flush() {
	if c.partial != "" {
		c.print(indent + c.partial + "\n")
		c.partial = ""
	}
}

// A writer is what Output returns.
type writer struct{ c *common }

func (w writer) Write(p []byte) (int, error) {
	n := w.c.destination()
	if n == nil {
		panic("Write called after " + w.c.name + " has completed")
	}
	text := n.partial + string(p)
	for {
		line, rest, ok := strings.Cut(text, "\n")
		if !ok {
			break
		}
		n.print(indent + line + "\n")
		text = rest
	}
	n.partial = text
	return len(p), nil
}

func (c *common) Output() io.Writer {
	c.checkFuzz("Output")
	n := c.destination()
	if n == nil {
		panic("Output called after " + c.name + " has completed")
	}
	return writer{c}
}

func (c *common) Helper() {
	var pcs [1]uintptr
	if runtime.Callers(2, pcs[:]) == 0 {
		return
	}
	f, _ := runtime.CallersFrames(pcs[:]).Next()
	if c.helpers == nil {
		c.helpers = make(map[string]bool)
	}
	c.helpers[f.Function] = true
}

// caller finds the innermost call outside this package and outside helpers.
func (c *common) caller() (pc uintptr, where string) {
	var pcs [50]uintptr
	stack := pcs[:runtime.Callers(3, pcs[:])]
	var first runtime.Frame
	for owner := c; owner != nil; owner = owner.parent {
		frames := runtime.CallersFrames(stack)
		for {
			f, more := frames.Next()
			if f.Function == "" || f.Function == "testing.tRunner" {
				break
			}
			if !strings.HasPrefix(f.Function, "testing.") {
				if first.PC == 0 {
					first = f
				}
				if !c.isHelper(f.Function) {
					return f.PC, position(f)
				}
			}
			if !more {
				break
			}
		}
		// The whole stack is helpers: go on where the test was started.
		stack = owner.creator
	}
	return first.PC, position(first)
}

func (c *common) isHelper(function string) bool {
	for ; c != nil; c = c.parent {
		if c.helpers[function] {
			return true
		}
	}
	return false
}

func position(f runtime.Frame) string {
	file := f.File
	if file == "" {
		return "???:1"
	}
	return file[strings.LastIndexByte(file, '/')+1:] + ":" + strconv.Itoa(f.Line)
}

func (c *common) Cleanup(f func()) {
	c.checkFuzz("Cleanup")
	c.lockCleanups()
	c.cleanups = append(c.cleanups, f)
	c.unlockCleanups()
}

// lockCleanups and unlockCleanups make the edges of the mutex that guards the
// cleanups: what a goroutine did before it registered one happens before that
// is called.
func (c *common) lockCleanups()   { acquireObject(unsafe.Pointer(&c.cleanups)) }
func (c *common) unlockCleanups() { releaseObject(unsafe.Pointer(&c.cleanups)) }

// runCleanups calls the cleanups, last one first. Those that remain are
// called even if one panics or exits.
func (c *common) runCleanups() {
	c.inCleanup, c.ending = true, true
	defer func() {
		if len(c.cleanups) > 0 {
			c.runCleanups()
		}
		c.inCleanup = false
	}()
	if c.ctxUsed {
		c.cancel()
	}
	for len(c.cleanups) > 0 {
		c.lockCleanups()
		last := len(c.cleanups) - 1
		f := c.cleanups[last]
		c.cleanups = c.cleanups[:last]
		c.unlockCleanups()
		f()
	}
}

func (c *common) Setenv(key, value string) {
	c.checkFuzz("Setenv")
	old, ok := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		c.Fatalf("cannot set environment variable: %v", err)
	}
	if ok {
		c.Cleanup(func() { os.Setenv(key, old) })
	} else {
		c.Cleanup(func() { os.Unsetenv(key) })
	}
}

func (c *common) Chdir(dir string) {
	c.checkFuzz("Chdir")
	old, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		c.Fatal(err)
	}
	if !filepath.IsAbs(dir) {
		if dir, err = os.Getwd(); err != nil {
			c.Fatal(err)
		}
	}
	c.Setenv("PWD", dir)
	c.Cleanup(func() {
		if err := os.Chdir(old); err != nil {
			panic("testing.Chdir: " + err.Error())
		}
	})
}

func (c *common) TempDir() string {
	c.checkFuzz("TempDir")
	if c.tempDir == "" {
		dir, err := os.MkdirTemp("", strings.Map(fileNameRune, c.name))
		if err != nil {
			c.Fatalf("TempDir: %v", err)
		}
		c.tempDir = dir
		c.Cleanup(func() {
			if err := os.RemoveAll(c.tempDir); err != nil {
				c.Errorf("TempDir RemoveAll cleanup: %v", err)
			}
		})
	}
	c.tempSeq++
	seq := strconv.Itoa(c.tempSeq)
	dir := c.tempDir + "/" + "000"[min(len(seq), 3):] + seq
	if err := os.Mkdir(dir, 0o777); err != nil {
		c.Fatalf("TempDir: %v", err)
	}
	return dir
}

// fileNameRune keeps what may stand in any file name.
func fileNameRune(r rune) rune {
	if r < 0x80 {
		if strings.ContainsRune("!#$%&()+,-.=@^_{}~ ", r) || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
	} else if unicode.IsLetter(r) || unicode.IsNumber(r) {
		return r
	}
	return -1
}

func (c *common) ArtifactDir() string {
	c.checkFuzz("ArtifactDir")
	if c.artifacts == "" {
		c.artifacts = c.TempDir()
	}
	return c.artifacts
}

func (c *common) Attr(key, value string) {
	if strings.ContainsFunc(key, unicode.IsSpace) {
		c.Errorf("disallowed whitespace in attribute key %q", key)
	} else if strings.ContainsAny(value, "\r\n") {
		c.Errorf("disallowed newline in attribute value %q", value)
	}
}
