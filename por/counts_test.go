package por_test

import (
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// A count is the number of traces of a benchmark program, as published or as
// given by a formula.
type count struct {
	name    string
	program string
	traces  int64
	// blocks says that there are too many blocked executions for searches
	// that have any.
	blocks bool
}

// checkCounts sees that the searches that promise traces explore as many.
func checkCounts(t *testing.T, counts ...count) {
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

func TestNRSCP18_Table1(t *testing.T) {
	checkCounts(t,
		count{"Disp(2,3)", disp(2, 3), 150, false},
		count{"Disp(5,2)", disp(5, 2), 137, false},
		count{"Disp(5,3)", disp(5, 3), 1482, true},
		count{"Disp(5,4)", disp(5, 4), 15282, true},
		count{"Mpat(4)", mpat(4), 384, false},
		count{"Mpat(5)", mpat(5), 3840, false},
		count{"Mpat(6)", mpat(6), 46080, true},
		count{"MPC(2,5)", mpc(2, 5), 60, false},
		count{"MPC(3,4)", mpc(3, 4), 3486, true},
		count{"MPC(3,5)", mpc(3, 5), 2958, true},
		count{"Pi(5)", pi(5), 120, false},
		count{"Pi(6)", pi(6), 720, false},
		count{"Pi(7)", pi(7), 5040, false},
		count{"Poke(4,2)", poke(4, 2), 60, false},
		count{"Poke(7,3)", poke(7, 3), 2440, true},
		count{"Poke(8,3)", poke(8, 3), 3700, true},
		count{"Poke(12,3)", poke(12, 3), 12940, true},
	)
}

func TestNRSCP18_Figure1(t *testing.T) {
	checkCounts(t,
		count{"2", fig1(2), 4, false},
		count{"4", fig1(4), 8, false},
		count{"8", fig1(8), 16, false},
		count{"locks(4)", ssb(4), 8, false},
		count{"locks(10)", ssb(10), 20, false},
	)
}

// TestNRSCP18_Figure1_Blocked shows what optimal-dpor is for: the executions
// that source-dpor begins in vain grow much faster than the traces.
func TestNRSCP18_Figure1_Blocked(t *testing.T) {
	before := int64(0)
	for n := 3; n <= 9; n++ {
		r := por.Search("source-dpor", toy.Parse(fig1(n)), por.Options{}, nil)
		if r.Executions != int64(2*n) || r.Blocked < 2*before {
			t.Errorf("%d writers: %d executions, %d blocked, %d with one writer less", n, r.Executions, r.Blocked, before)
		}
		before = r.Blocked
	}
}

func TestAAJS14_Lastzero(t *testing.T) {
	checkCounts(t,
		count{"5", lastzero(5), 64, false},
		count{"8", lastzero(8), 704, false},
		count{"10", lastzero(10), 3328, true},
	)
}

func TestAAJS14_Readers(t *testing.T) {
	checkCounts(t,
		count{"3", readers(3), 8, false},
		count{"8", readers(8), 256, false},
		count{"10", readers(10), 1024, false},
	)
}

func TestFG05_Indexer(t *testing.T) {
	checkCounts(t,
		count{"11", indexer(11), 1, false},
		count{"12", indexer(12), 8, false},
		count{"13", indexer(13), 64, false},
		count{"14", indexer(14), 512, false},
	)
}

// TestAtomicCounts has small programs that other tools are measured by.
func TestAtomicCounts(t *testing.T) {
	checkCounts(t,
		count{"fib(2)", fib(2), 140, false},
		count{"fib(3)", fib(3), 1698, false},
		count{"fib(4)", fib(4), 19605, true},
		count{"casrot(5)", casrot(5), 43, false},
		count{"casrot(8)", casrot(8), 2048, false},
		count{"casw(3)", casw(3), 66, false},
		count{"casw(4)", casw(4), 1200, false},
		count{"ainc(6)", ainc(6), 720, false},
		count{"binc(4)", binc(4), 576, false},
		count{"floating(6)", floating(6), 5040, false},
		count{"lastwrite(6)", lastwrite(6), 720, false},
	)
}
