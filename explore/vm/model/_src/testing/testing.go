// Tests and subtests: T, M, and the entry of the machine.

//mazurka:replace
package testing

import (
	"context"
	"flag"
	"internal/testlog"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// T runs a test.
type T struct {
	common
	denyParallel bool
	names        map[string]int // of subtests so far
}

// runTest is called by the machine on its main goroutine: it runs one test
// function, within TestMain if there is one.
func runTest(name string, f func(*T), testMain func(*M)) {
	Init()
	m := &M{tests: []InternalTest{{name, f}}, single: true}
	if testMain != nil {
		testMain(m)
		return
	}
	flag.Parse()
	testlog.SetPanicOnExit0(true)
	t := newT(nil, name)
	tRunner(t, f)
}

func newT(parent *common, name string) *T {
	ctx, cancel := context.WithCancel(context.Background())
	t := &T{common: common{
		name: name, kind: "t", parent: parent, ctx: ctx, cancel: cancel, done: newFlag(),
	}}
	if parent != nil {
		t.nested, t.program = parent.nested, parent.program
		t.barrier, t.signal = make(chan bool), make(chan bool, 1)
	}
	return t
}

const errNilPanicOrGoexit = "test executed panic(nil) or runtime.Goexit"

// tRunner runs a test on its own goroutine.
func tRunner(t *T, f func(t *T)) {
	t.goid = goid()
	defer t.finish()
	defer func() {
		if len(t.sub) == 0 {
			t.runCleanups()
		}
	}()
	f(t)
	t.finished = true
}

// finish ends a test: parallel subtests run now, then its cleanups.
func (t *T) finish() {
	if panicking() {
		t.failed = true
		return // the program ends with the panic
	}
	ok := true
	if !t.finished {
		ok = t.exited()
	}
	// Tell that the test is over even if a cleanup calls FailNow.
	defer func() {
		if !panicking() && t.signal != nil {
			t.signal <- ok
		}
	}()
	if len(t.sub) > 0 {
		close(t.barrier)
		for _, sub := range t.sub {
			<-sub.signal
		}
		t.runCleanups()
	}
	t.flush()
	t.show()
	if t.skipped && !t.failed && !t.nested && (t.parent == nil || t.parent.name == "") {
		skipped()
	}
	t.setDone()
}

// exited handles a test whose goroutine ended by Goexit without a call of its
// own FailNow or SkipNow. It reports whether the caller of Run may go on.
func (t *T) exited() bool {
	for p := t.parent; p != nil; p = p.parent {
		if p.finished {
			if !t.isParallel {
				t.Errorf("%s: subtest may have called FailNow on a parent test", errNilPanicOrGoexit)
			}
			return false
		}
	}
	t.failed = true
	panic(errNilPanicOrGoexit)
}

// Run runs f as a subtest on a goroutine of its own and waits until it is
// over or calls Parallel.
func (t *T) Run(name string, f func(t *T)) bool {
	if t.isSynctest {
		panic("testing: t.Run called inside synctest bubble")
	}
	if t.inCleanup {
		panic("testing: t.Run called during t.Cleanup")
	}
	sub := newT(&t.common, t.subName(name))
	var pcs [50]uintptr
	sub.creator = pcs[:runtime.Callers(2, pcs[:])]
	go tRunner(sub, f)
	if !<-sub.signal {
		runtime.Goexit() // a subtest has called FailNow on an ancestor
	}
	return !sub.failed
}

// subName is the full name of the subtest name: cleaned, and made unique by
// a number (runs of the same name are name, name#01, name#02, ...).
func (t *T) subName(name string) string {
	if t.names == nil {
		t.names = make(map[string]int)
	}
	if t.parent == nil && t.name == "" {
		return name // a top-level test
	}
	name = rewrite(name)
	base := t.name + "/" + name
	for {
		n := t.names[base]
		t.names[base] = n + 1
		if n == 0 && name != "" {
			if prefix, nn := cutNumber(base); prefix != base && nn < t.names[prefix] {
				continue // this number has been given to another run of prefix
			}
			return base
		}
		seq := strconv.Itoa(n)
		numbered := base + "#" + "00"[min(len(seq), 2):] + seq
		if t.names[numbered] == 0 {
			return numbered
		}
	}
}

// cutNumber cuts off a number as subName makes it.
func cutNumber(s string) (prefix string, n int) {
	i := strings.LastIndexByte(s, '#')
	if i < 0 {
		return s, 0
	}
	prefix, digits := s[:i], s[i+1:]
	if len(digits) < 2 || len(digits) > 2 && digits[0] == '0' || digits == "00" && !strings.HasSuffix(prefix, "/") {
		return s, 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 {
		return s, 0
	}
	return prefix, n
}

// rewrite makes a subname printable and free of spaces.
func rewrite(s string) string {
	var b []byte
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			b = append(b, '_')
		case !strconv.IsPrint(r):
			q := strconv.QuoteRune(r)
			b = append(b, q[1:len(q)-1]...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(b)
}

const parallelConflict = `testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel`

// Parallel lets the caller of Run go on, and waits until the parent's
// function has returned.
func (t *T) Parallel() {
	if t.isParallel {
		panic("testing: t.Parallel called multiple times")
	}
	if t.isSynctest {
		panic("testing: t.Parallel called inside synctest bubble")
	}
	if t.denyParallel {
		panic(parallelConflict)
	}
	t.isParallel = true
	if t.parent == nil || t.parent.barrier == nil && t.parent.parent != nil {
		return // the only test, or a seed of a fuzz target
	}
	if t.parent.barrier == nil {
		t.parent.barrier = make(chan bool)
	}
	t.parent.sub = append(t.parent.sub, t)
	t.signal <- true
	<-t.parent.barrier
}

// checkParallel panics if t or an ancestor is parallel.
func (t *T) checkParallel() {
	for c := &t.common; c != nil; c = c.parent {
		if c.isParallel {
			panic(parallelConflict)
		}
	}
	t.denyParallel = true
}

func (t *T) Setenv(key, value string) {
	t.checkParallel()
	t.common.Setenv(key, value)
}

func (t *T) Chdir(dir string) {
	t.checkParallel()
	t.common.Chdir(dir)
}

// Deadline says that there is none, as with -timeout=0.
func (t *T) Deadline() (deadline time.Time, ok bool) { return }

// testingCheckParallel is for testing/cryptotest.
func testingCheckParallel(t *T) { t.checkParallel() }

// testingSynctestTest runs f as the test of a synctest bubble; it is called
// inside the bubble by testing/synctest.
//
//go:linkname testingSynctestTest testing/synctest.testingSynctestTest
func testingSynctestTest(t *T, f func(*T)) (ok bool) {
	if t.inCleanup {
		panic("testing: synctest.Run called during t.Cleanup")
	}
	sub := newT(&t.common, t.name)
	sub.isSynctest = true
	var pcs [50]uintptr
	sub.creator = pcs[:runtime.Callers(2, pcs[:])]
	go tRunner(sub, f)
	if !<-sub.signal {
		runtime.Goexit()
	}
	return !sub.failed
}

// An InternalTest is a test function with its name.
type InternalTest struct {
	Name string
	F    func(*T)
}

// M is given to TestMain.
type M struct {
	tests   []InternalTest
	single  bool // made by runTest
	program bool // made by Main
	ran     int
}

// Run runs the tests and returns the exit status. A test runs on a goroutine
// of its own so that FailNow does not end TestMain.
func (m *M) Run() (code int) {
	if !flag.Parsed() {
		flag.Parse()
	}
	m.ran++
	testlog.SetPanicOnExit0(true)
	ok := m.runTests()
	testlog.SetPanicOnExit0(false)
	if m.single {
		testlog.SetOver()
	}
	if !ok {
		return 1
	}
	return 0
}

// RunTests runs tests on behalf of another test, whose business it is how
// they end.
func RunTests(matchString func(pat, str string) (bool, error), tests []InternalTest) (ok bool) {
	root := newT(nil, "")
	root.nested = true
	return root.runAll(tests)
}

func (m *M) runTests() (ok bool) {
	root := newT(nil, "")
	root.program = m.program
	return root.runAll(m.tests)
}

// runAll runs tests below t, which is not run yet.
func (t *T) runAll(tests []InternalTest) (ok bool) {
	t.signal = make(chan bool, 1)
	go tRunner(t, func(t *T) {
		for _, test := range tests {
			t.Run(test.Name, test.F)
		}
	})
	<-t.signal
	return !t.failed
}

// Main runs tests as a program of their own.
func Main(matchString func(pat, str string) (bool, error), tests []InternalTest, benchmarks []InternalBenchmark, examples []InternalExample) {
	Init()
	code := (&M{tests: tests, program: true}).Run()
	if code == 0 {
		output("PASS\n")
	} else {
		output("FAIL\n")
	}
	os.Exit(code)
}
