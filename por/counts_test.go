package por_test

import (
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// counts are numbers of traces published for the benchmark programs, or
// given by a formula there.
var counts = []struct {
	name    string
	program string
	traces  int64
	blocks  bool // too many blocked executions for searches that have any
}{
	{"NRSCP18_Table1_Disp(2,3)", disp(2, 3), 150, false},
	{"NRSCP18_Table1_Disp(5,2)", disp(5, 2), 137, false},
	{"NRSCP18_Table1_Disp(5,3)", disp(5, 3), 1482, true},
	{"NRSCP18_Table1_Disp(5,4)", disp(5, 4), 15282, true},
	{"NRSCP18_Table1_Mpat(4)", mpat(4), 384, false},
	{"NRSCP18_Table1_Mpat(5)", mpat(5), 3840, false},
	{"NRSCP18_Table1_Mpat(6)", mpat(6), 46080, true},
	{"NRSCP18_Table1_MPC(2,5)", mpc(2, 5), 60, false},
	{"NRSCP18_Table1_MPC(3,4)", mpc(3, 4), 3486, true},
	{"NRSCP18_Table1_MPC(3,5)", mpc(3, 5), 2958, true},
	{"NRSCP18_Table1_Pi(5)", pi(5), 120, false},
	{"NRSCP18_Table1_Pi(7)", pi(7), 5040, false},
	{"NRSCP18_Table1_Poke(4,2)", poke(4, 2), 60, false},
	{"NRSCP18_Table1_Poke(7,3)", poke(7, 3), 2440, true},
	{"NRSCP18_Table1_Poke(8,3)", poke(8, 3), 3700, true},
	{"NRSCP18_Table1_Poke(12,3)", poke(12, 3), 12940, true},
	{"NRSCP18_Figure1(2)", fig1(2), 4, false},
	{"NRSCP18_Figure1(8)", fig1(8), 16, false},
	{"NRSCP18_Figure1_locks(10)", ssb(10), 20, false},
	{"lastzero(5)", lastzero(5), 64, false},
	{"lastzero(8)", lastzero(8), 704, false},
	{"lastzero(10)", lastzero(10), 3328, true},
	{"readers(3)", readers(3), 8, false},
	{"readers(10)", readers(10), 1024, false},
	{"fib(2)", fib(2), 140, false},
	{"fib(3)", fib(3), 1698, false},
	{"fib(4)", fib(4), 19605, true},
	{"indexer(11)", indexer(11), 1, false},
	{"indexer(12)", indexer(12), 8, false},
	{"indexer(13)", indexer(13), 64, false},
	{"indexer(14)", indexer(14), 512, true},
	{"casrot(5)", casrot(5), 43, false},
	{"casrot(8)", casrot(8), 2048, false},
	{"casw(3)", casw(3), 66, false},
	{"ainc(6)", ainc(6), 720, false},
	{"binc(4)", binc(4), 576, false},
	{"floating(6)", floating(6), 5040, false},
	{"lastwrite(6)", lastwrite(6), 720, false},
}

func TestCounts(t *testing.T) {
	for _, c := range counts {
		for _, name := range []string{"dpor", "source-dpor", "optimal-dpor"} {
			if c.blocks && name != "optimal-dpor" {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				sys := toy.Parse(c.program)
				r := por.Search(name, sys, por.Options{MaxExecutions: 4*c.traces + 10}, nil)
				if r.Executions != c.traces || !r.Complete {
					t.Errorf("%d executions, want %d; %+v", r.Executions, c.traces, r)
				}
				if name == "optimal-dpor" && r.Blocked != 0 {
					t.Errorf("%d blocked executions", r.Blocked)
				}
			})
		}
	}
}
