// What is not tests: flags, coverage, and the questions about the run.

//mazurka:replace
package testing

import (
	"flag"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"time"
)

var (
	initRan bool
	short   *bool
	verbose *bool
)

// Init registers the flags that `go test` knows; most have no effect.
func Init() {
	if initRan {
		return
	}
	initRan = true
	short = flag.Bool("test.short", false, "run smaller test suite to save time")
	verbose = flag.Bool("test.v", false, "verbose: print additional output")
	for _, name := range []string{"bench", "run", "skip", "list", "fuzz", "coverprofile", "cpu", "outputdir"} {
		flag.String("test."+name, "", "see go help testflag")
	}
	flag.Uint("test.count", 1, "see go help testflag")
	flag.Int("test.parallel", 1, "see go help testflag")
	flag.Bool("test.failfast", false, "see go help testflag")
	flag.Bool("test.benchmem", false, "see go help testflag")
	flag.Duration("test.timeout", 0, "see go help testflag")
	flag.String("test.benchtime", "1s", "see go help testflag")
}

func Short() bool {
	if short == nil {
		panic("testing: Short called before Init")
	}
	if !flag.Parsed() {
		panic("testing: Short called before Parse")
	}
	return *short
}

func Verbose() bool {
	if verbose == nil {
		panic("testing: Verbose called before Init")
	}
	if !flag.Parsed() {
		panic("testing: Verbose called before Parse")
	}
	return *verbose
}

// Testing reports whether the program is a test.
func Testing() bool { return len(os.Args) > 0 && strings.HasSuffix(os.Args[0], ".test") }

// CoverBlock, Cover and RegisterCover are for instrumented code, of which
// there is none.

type CoverBlock struct {
	Line0 uint32
	Col0  uint16
	Line1 uint32
	Col1  uint16
	Stmts uint16
}

type Cover struct {
	Mode            string
	Counters        map[string][]uint32
	Blocks          map[string][]CoverBlock
	CoveredPackages string
}

func RegisterCover(c Cover) {}
func CoverMode() string     { return "" }
func Coverage() float64     { return 0 }

// AllocsPerRun counts the allocations that gc makes whatever its escape
// analysis and its inliner find out. So it is a lower bound: a test that
// allows f a number of allocations does not fail here unless it fails in gc.
// One that demands a number may fail for no other reason, so what has called
// this, or runtime.ReadMemStats, cannot fail: that is unsupported.
func AllocsPerRun(runs int, f func()) (avg float64) {
	setMeasured()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f() // warm up
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		f()
	}
	runtime.ReadMemStats(&after)
	return float64((after.Mallocs - before.Mallocs) / uint64(runs))
}

// Package runtime knows whether a test has measured memory.

func setMeasured()
func isMeasured() bool

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

func RunExamples(matchString func(pat, str string) (bool, error), examples []InternalExample) (ok bool) {
	return true
}

// testDeps is what a generated test main passes to MainStart.
type testDeps interface {
	ImportPath() string
	ModulePath() string
	MatchString(pat, str string) (bool, error)
	SetPanicOnExit0(bool)
	StartCPUProfile(io.Writer) error
	StopCPUProfile()
	StartTestLog(io.Writer)
	StopTestLog() error
	WriteProfileTo(string, io.Writer, int) error
	CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error
	RunFuzzWorker(func(corpusEntry) error) error
	ReadCorpus(string, []reflect.Type) ([]corpusEntry, error)
	CheckCorpus([]any, []reflect.Type) error
	ResetCoverage()
	SnapshotCoverage()
	InitRuntimeCoverage() (mode string, tearDown func(coverprofile string, gocoverdir string) (string, error), snapcov func() float64)
}

// A corpusEntry is an input of a fuzz target.
type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

func MainStart(deps testDeps, tests []InternalTest, benchmarks []InternalBenchmark, fuzzTargets []InternalFuzzTarget, examples []InternalExample) *M {
	Init()
	return &M{tests: tests}
}
