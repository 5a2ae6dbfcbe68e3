// Benchmarks, which run for one iteration.

//mazurka:replace
package testing

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
)

// An InternalBenchmark is a benchmark with its name.
type InternalBenchmark struct {
	Name string
	F    func(b *B)
}

// B runs a benchmark: one iteration, without timing.
type B struct {
	common
	N     int
	bytes int64
	loops int
	start time.Time
	on    bool
	spent time.Duration
	extra map[string]float64
}

// runBenchmark is called by the machine on its main goroutine: it runs one
// benchmark as a test.
func runBenchmark(name string, f func(*B), testMain func(*M)) {
	runTest(name, func(t *T) {
		b := &B{common: common{
			name: t.name, kind: "b", parent: &t.common, goid: goid(), ctx: t.ctx, cancel: t.cancel, done: newFlag(), nested: t.nested,
		}, N: 1}
		defer func() {
			t.finished, t.skipped = b.finished, b.skipped
			b.setDone()
		}()
		defer b.runCleanups()
		b.StartTimer()
		f(b)
		b.finished = true
	}, testMain)
}

func RunBenchmarks(matchString func(pat, str string) (bool, error), benchmarks []InternalBenchmark) {}

// Benchmark runs f with N = 1.
func Benchmark(f func(b *B)) BenchmarkResult {
	b := &B{common: *newCommon("", "b"), N: 1}
	b.run(f)
	return BenchmarkResult{N: b.N, T: b.Elapsed(), Bytes: b.bytes, Extra: b.extra}
}

func newCommon(name, kind string) *common {
	t := newT(nil, name)
	t.kind = kind
	return &t.common
}

// run runs f on a goroutine of its own, which FailNow ends.
func (b *B) run(f func(b *B)) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer b.StopTimer()
		defer b.runCleanups()
		b.goid = goid()
		b.StartTimer()
		f(b)
	}()
	<-done
	b.setDone()
}

func (b *B) Run(name string, f func(b *B)) bool {
	sub := &B{common: *newCommon(strings.TrimPrefix(b.name+"/"+rewrite(name), "/"), "b"), N: 1}
	sub.parent = &b.common
	sub.run(f)
	return !sub.failed
}

// Loop is true once.
func (b *B) Loop() bool {
	b.loops++
	if b.loops == 1 {
		b.ResetTimer()
		return true
	}
	b.StopTimer()
	return false
}

func (b *B) StartTimer() {
	if !b.on {
		b.on, b.start = true, time.Now()
	}
}

func (b *B) StopTimer() {
	if b.on {
		b.on = false
		b.spent += time.Since(b.start)
	}
}

func (b *B) ResetTimer() {
	b.spent, b.start = 0, time.Now()
	clear(b.extra)
}

func (b *B) Elapsed() time.Duration {
	if b.on {
		return b.spent + time.Since(b.start)
	}
	return b.spent
}

func (b *B) SetBytes(n int64)     { b.bytes = n }
func (b *B) SetParallelism(p int) {}
func (b *B) ReportAllocs()        {}

func (b *B) ReportMetric(n float64, unit string) {
	if unit == "" {
		panic("metric unit must not be empty")
	}
	if strings.ContainsFunc(unit, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }) {
		panic("metric unit must not contain whitespace")
	}
	if b.extra == nil {
		b.extra = make(map[string]float64)
	}
	b.extra[unit] = n
}

// A PB is the loop of RunParallel.
type PB struct {
	left int
}

func (pb *PB) Next() bool {
	pb.left--
	return pb.left >= 0
}

// RunParallel runs body on as many goroutines as there are processors, one
// iteration each.
func (b *B) RunParallel(body func(*PB)) {
	done := make(chan bool)
	n := runtime.GOMAXPROCS(0)
	for range n {
		go func() {
			defer func() { done <- true }()
			body(&PB{left: 1})
		}()
	}
	for range n {
		<-done
	}
}

// A BenchmarkResult is the result of a benchmark.
type BenchmarkResult struct {
	N         int
	T         time.Duration
	Bytes     int64
	MemAllocs uint64
	MemBytes  uint64
	Extra     map[string]float64
}

// perOp is a quantity per iteration, or what ReportMetric said of it.
func (r BenchmarkResult) perOp(unit string, total int64) int64 {
	if v, ok := r.Extra[unit]; ok {
		return int64(v)
	}
	if r.N <= 0 {
		return 0
	}
	return total / int64(r.N)
}

func (r BenchmarkResult) NsPerOp() int64           { return r.perOp("ns/op", r.T.Nanoseconds()) }
func (r BenchmarkResult) AllocsPerOp() int64       { return r.perOp("allocs/op", int64(r.MemAllocs)) }
func (r BenchmarkResult) AllocedBytesPerOp() int64 { return r.perOp("B/op", int64(r.MemBytes)) }

func (r BenchmarkResult) MemString() string {
	return fmt.Sprintf("%8d B/op\t%8d allocs/op", r.AllocedBytesPerOp(), r.AllocsPerOp())
}

func (r BenchmarkResult) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%8d\t%10d ns/op", r.N, r.NsPerOp())
	var units []string
	for unit := range r.Extra {
		if !slices.Contains([]string{"ns/op", "MB/s", "B/op", "allocs/op"}, unit) {
			units = append(units, unit)
		}
	}
	slices.Sort(units)
	for _, unit := range units {
		fmt.Fprintf(&b, "\t%10g %s", r.Extra[unit], unit)
	}
	return b.String()
}
