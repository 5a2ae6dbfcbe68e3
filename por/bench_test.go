package por_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// BenchmarkSearch reports, for the benchmark programs, executions and steps of
// the search, and the time of one step, that of the system included:
// BenchmarkSystem has the latter alone.
func BenchmarkSearch(b *testing.B) {
	programs := []struct{ name, source string }{
		{"Disp(5,3)", disp(5, 3)}, {"Mpat(5)", mpat(5)}, {"MPC(3,5)", mpc(3, 5)}, {"Pi(7)", pi(7)}, {"Poke(7,3)", poke(7, 3)},
		{"lastzero(8)", lastzero(8)}, {"readers(10)", readers(10)}, {"fib(3)", fib(3)}, {"indexer(14)", indexer(14)}, {"casrot(8)", casrot(8)},
		{"channels", pipeline(3, 3)},
	}
	for _, name := range []string{"source-dpor", "optimal-dpor"} {
		for _, p := range programs {
			b.Run(name+"/"+p.name, func(b *testing.B) {
				sys := toy.Parse(p.source)
				b.ReportAllocs()
				var steps int64
				for b.Loop() {
					r := por.Search(name, sys, por.Options{MaxExecutions: 5000}, nil)
					steps += r.Steps
					b.ReportMetric(float64(r.Executions), "executions")
					b.ReportMetric(float64(r.Blocked), "blocked")
					b.ReportMetric(float64(r.Steps), "steps")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}

// pipeline is n senders and a receiver of all they send, on a channel with
// room for one.
func pipeline(n, items int) string {
	return "chan c 1\n" + strings.Repeat(strings.Repeat("send:c:1 ", items)+"\n", n) + strings.Repeat("recv:c ", n*items) + "\n"
}

// BenchmarkSystem is the time that one step of a system takes in a search
// that does nothing else: Enabled, Step, Mark.
func BenchmarkSystem(b *testing.B) {
	sys := toy.Parse(poke(7, 3))
	buf := make([]por.Choice, 0, 64)
	steps := 0
	for b.Loop() {
		sys.Reset()
		for {
			sys.Mark()
			buf = sys.Enabled(buf[:0])
			if len(buf) == 0 {
				break
			}
			sys.Step(buf[0])
			steps++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
}

// TestSteadyState checks that the searches that promise it allocate nothing
// per step once they are warm.
func TestSteadyState(t *testing.T) {
	for _, name := range []string{"source-dpor", "optimal-dpor"} {
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
// executions: two processes that are busy for long on their own, then share
// three locks, and the first hundred of their executions.
func BenchmarkLength(b *testing.B) {
	for _, name := range []string{"source-dpor", "optimal-dpor"} {
		for _, n := range []int{100, 1000, 10000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				share := strings.Repeat("lock:m unlock:m ", 3)
				sys := toy.Parse(fmt.Sprintf("%[2]slock:a unlock:a rep:%[1]d:-3 %[2]s\n%[2]slock:b unlock:b rep:%[1]d:-3 %[2]s\n", n/4, share))
				var steps int64
				for b.Loop() {
					r := por.Search(name, sys, por.Options{MaxExecutions: 100}, nil)
					steps += r.Steps
					b.ReportMetric(float64(r.MaxDepth), "depth")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}
