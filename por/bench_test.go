package por_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// benchmarks are the programs that searches are timed with.
var benchmarks = []struct{ name, source string }{
	{"Disp(5,3)", disp(5, 3)}, {"Mpat(5)", mpat(5)}, {"MPC(3,5)", mpc(3, 5)}, {"Pi(7)", pi(7)}, {"Poke(7,3)", poke(7, 3)},
	{"lastzero(8)", lastzero(8)}, {"readers(10)", readers(10)}, {"fib(3)", fib(3)}, {"indexer(14)", indexer(14)}, {"casrot(8)", casrot(8)},
	{"channels", pipeline(3, 3)},
}

// BenchmarkSearch reports, for the benchmark programs, executions and steps of
// the search, the processor time of one step, and how much of that is the search's own:
// what is left without the time that the system takes for the same calls.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"source-dpor", "optimal-dpor", "observers", "qpor"} {
		for _, p := range benchmarks {
			b.Run(name+"/"+p.name, func(b *testing.B) {
				sys := toy.Parse(p.source)
				system := systemTime(name, sys)
				b.ReportAllocs()
				var steps int64
				begin := processorTime()
				for b.Loop() {
					r := por.Search(name, sys, por.Options{MaxExecutions: 5000, Alternatives: 2}, nil)
					steps += r.Steps
					b.ReportMetric(float64(r.Executions), "executions")
					b.ReportMetric(float64(r.Blocked), "blocked")
					b.ReportMetric(float64(r.Steps), "steps")
				}
				step := float64((processorTime() - begin).Nanoseconds()) / float64(steps)
				b.ReportMetric(step, "ns/step")
				b.ReportMetric(step-system, "search-ns/step")
			})
		}
	}
}

// BenchmarkStates reports the same for searches that match states, and those
// that would but for their memory.
func BenchmarkStates(b *testing.B) {
	for _, name := range slices.Concat(stateSearches, pragmaticStateless) {
		for _, p := range []struct{ name, source string }{
			{"Mpat(5)", mpat(5)}, {"Pi(7)", pi(7)}, {"lastzero(8)", lastzero(8)}, {"fib(3)", fib(3)}, {"casrot(8)", casrot(8)}, {"channels", pipeline(3, 3)},
		} {
			b.Run(name+"/"+p.name, func(b *testing.B) {
				sys := toy.Parse(p.source)
				var steps int64
				begin := processorTime()
				for b.Loop() {
					r := por.Search(name, sys, por.Options{MaxSteps: 100_000}, nil)
					steps += r.Steps
					b.ReportMetric(float64(r.States), "states")
					b.ReportMetric(float64(r.Steps), "steps")
					b.ReportMetric(float64(r.Executions), "executions")
					b.ReportMetric(float64(r.Memory), "memory")
				}
				b.ReportMetric(float64((processorTime()-begin).Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}

// systemTime is how many nanoseconds, per step, sys takes for the calls that a
// search makes: they are recorded, and made again with nothing around them.
func systemTime(name string, sys *toy.System) float64 {
	r := &recorder{System: sys}
	por.Search(name, r, por.Options{MaxExecutions: 5000, MaxSteps: 100_000}, nil)
	best := time.Duration(math.MaxInt64)
	for range 5 {
		start := processorTime()
		r.repeat()
		best = min(best, processorTime()-start)
	}
	return float64(best.Nanoseconds()) / float64(r.steps)
}

// A recorder is a system that remembers what it was asked.
type recorder struct {
	*toy.System
	calls []call
	steps int
}

type call struct {
	kind   callKind
	choice por.Choice
}

type callKind uint8

const (
	callReset callKind = iota
	callEnabled
	callPending
	callStep
	callMark
	callRewind
)

func (r *recorder) Reset() {
	r.calls = append(r.calls, call{kind: callReset})
	r.System.Reset()
}

func (r *recorder) Enabled(buf []por.Choice) []por.Choice {
	r.calls = append(r.calls, call{kind: callEnabled})
	return r.System.Enabled(buf)
}

func (r *recorder) Pending(buf []por.Event) []por.Event {
	r.calls = append(r.calls, call{kind: callPending})
	return r.System.Pending(buf)
}

func (r *recorder) Step(c por.Choice) por.Event {
	r.calls = append(r.calls, call{callStep, c})
	r.steps++
	return r.System.Step(c)
}

func (r *recorder) Mark() int {
	r.calls = append(r.calls, call{kind: callMark})
	return r.System.Mark()
}

func (r *recorder) Rewind(mark int) {
	r.calls = append(r.calls, call{callRewind, por.Choice{Alt: int32(mark)}})
	r.System.Rewind(mark)
}

// repeat makes the recorded calls.
func (r *recorder) repeat() {
	var (
		sys     por.System   = r.System
		pending por.Pending  = r.System
		rewind  por.Rewinder = r.System
		choices              = make([]por.Choice, 0, 64)
		events               = make([]por.Event, 0, 64)
	)
	for _, c := range r.calls {
		switch c.kind {
		case callReset:
			sys.Reset()
		case callEnabled:
			choices = sys.Enabled(choices[:0])
		case callPending:
			events = pending.Pending(events[:0])
		case callStep:
			sys.Step(c.choice)
		case callMark:
			rewind.Mark()
		case callRewind:
			rewind.Rewind(int(c.choice.Alt))
		}
	}
}

// pipeline is n senders and a receiver of all they send, on a channel with
// room for one.
func pipeline(n, items int) string {
	return "chan c 1\n" + strings.Repeat(strings.Repeat("send:c:1 ", items)+"\n", n) + strings.Repeat("recv:c ", n*items) + "\n"
}

// TestSteadyState checks that the searches that promise it allocate nothing
// per step once they are warm.
func TestSteadyState(t *testing.T) {
	for _, name := range []string{"sleep", "dpor", "source-dpor", "optimal-dpor", "stateless-s-por", "stateless-de-s-por", "stateless-dl-s-por"} {
		for _, p := range []string{disp(5, 3), poke(7, 3), fib(3), pipeline(3, 3)} {
			sys := toy.Parse(p)
			var warm, cold runtime.MemStats
			var steps int64
			por.Search(name, sys, por.Options{}, func(x *por.Execution) bool {
				if x.Result.Executions == 50 {
					steps = x.Result.Steps
					runtime.ReadMemStats(&warm)
				}
				if x.Result.Executions < 1000 {
					return true
				}
				steps = x.Result.Steps - steps
				return false
			})
			runtime.ReadMemStats(&cold)
			if n := cold.Mallocs - warm.Mallocs; n > 100 {
				t.Errorf("%s: %d allocations in %d steps", name, n, steps)
			}
		}
	}
}

// BenchmarkLength shows how the time of one step grows with the length of
// executions, over the first hundred of them: of two processes that are busy
// for long on their own, then share three locks; that share one lock all the
// time; that pass on values, one by one.
func BenchmarkLength(b *testing.B) {
	share := strings.Repeat("lock:m unlock:m ", 3)
	programs := []struct {
		name   string
		source func(n int) string
	}{
		{"alone", func(n int) string {
			return fmt.Sprintf("%[2]slock:a unlock:a rep:%[1]d:-3 %[2]s\n%[2]slock:b unlock:b rep:%[1]d:-3 %[2]s\n", n/4, share)
		}},
		{"lock", func(n int) string { return fmt.Sprintf("%[2]s rep:%[1]d:-7\n%[2]s rep:%[1]d:-7\n", n/12, share) }},
		{"channel", func(n int) string { return fmt.Sprintf("chan c 0\nsend:c:1 rep:%[1]d:-2\nrecv:c rep:%[1]d:-2\n", n/2) }},
	}
	for _, name := range []string{"source-dpor", "optimal-dpor", "qpor"} {
		for _, p := range programs {
			for _, n := range []int{100, 1000, 10000} {
				b.Run(fmt.Sprintf("%s/%s/%d", name, p.name, n), func(b *testing.B) {
					sys := toy.Parse(p.source(n))
					var steps int64
					begin := processorTime()
					for b.Loop() {
						r := por.Search(name, sys, por.Options{MaxExecutions: 100}, nil)
						steps += r.Steps
						b.ReportMetric(float64(r.MaxDepth), "depth")
					}
					b.ReportMetric(float64((processorTime()-begin).Nanoseconds())/float64(steps), "ns/step")
				})
			}
		}
	}
}
