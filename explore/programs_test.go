package explore

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// programs are tests of the module benchmarks that are small enough for every
// search, by package, with what is wrong with them: "" for nothing.
var programs = map[string]map[string]Kind{
	"airport":    {"Test2x1x2": "", "Test2x2x2": "", "TestUnseen2x1x2": KindFailure},
	"alarmclock": {"Test1x2": "", "Test2x2": "", "TestCareless1x2": KindFailure, "TestCareless2x2": KindFailure},
	"cache":      {"Test2x1x1": "", "Test2x2x1": "", "TestCareless2x1x1": KindFailure},
	"classic":    {"TestFib2": "", "TestCasrot5": "", "TestPi5": ""},
	"collections": {
		"TestCoarseList01": "", "TestOptimisticList04": "", "TestTree03": "", "TestShardedMap03": "",
		"TestTwoLockQueue03": "", "TestMichaelScottQueue04": "",
		"TestBuggyCoarseList01": KindFailure, "TestBuggyOptimisticList01": KindFailure,
		"TestBuggyShardedMap05": KindRace, "TestBuggyTwoLockQueue02": KindFailure,
	},
	"control":    {"Test2x1": "", "Test3x1": "", "TestUnlocked1": KindRace},
	"crypt":      {"Test2x8": "", "TestOverlap2x2": KindRace},
	"daisy":      {"Test2x1x1": "", "Test2x3x1": "", "TestEager2x1x1": KindFailure},
	"elevator":   {"Test2x1x2": "", "Test1x2x2": "", "TestLate2x1x2": KindFailure},
	"linkedlist": {"Test2x3": "", "Test3x2": "", "TestUnlocked2x1": KindRace},
	"multicast":  {"Test1x3": "", "Test2x2": "", "TestSmallQuorum2x2": KindFailure},
	"orders":     {"Test2x1x1": "", "Test2x2x2": "", "TestGreedy2x1x2": KindDeadlock},
	"paxos":      {"Test1x3": "", "Test2x2": "", "TestStubborn2x1": KindFailure},
	"prodcons":   {"Test1x1x2x1": "", "Test2x2x1x1": "", "TestPoll3": "", "TestHasty2x2x1x1": KindDeadlock},
	"qsort":      {"Test2x4": "", "Test3x7": "", "TestUnlocked2x4": KindRace},
	"rax":        {"Test1x1": "", "Test1x3": "", "TestNext1x1": KindDeadlock},
	"register":   {"Test1x1x1": "", "TestOne1x1x2": KindFailure},
	"sor":        {"Test2x1": "", "Test2x2": "", "TestNoBarrier2x1": KindRace},
	"tsp":        {"Test2x3": "", "Test3x3": "", "TestHasty2x3": KindFailure},
	"workers":    {"Test2x1x1": "", "Test2x2x1": "", "TestSilent2x1x1": KindDeadlock},
}

// TestPrograms checks that in each program of the literature the portfolio finds
// the error, of the wanted kind, or verifies that there is none; and that all
// exhaustive searches agree on what can happen.
func TestPrograms(t *testing.T) {
	s, snap := loaded(t, "../benchmarks", "./...")
	for _, p := range snap.Packages {
		want, ok := programs[path.Base(p.Path)]
		if !ok {
			t.Errorf("nothing is wanted of package %s", p.Path)
		}
		for name, kind := range want {
			test := snap.Lookup(p.Path, name)
			if test == nil {
				t.Errorf("%s has no %s", p.Path, name)
				continue
			}
			t.Run(path.Base(p.Path)+"/"+name, func(t *testing.T) {
				checkProgram(t, s, test, kind)
				compareSearches(t, s, test, kind)
			})
		}
	}
}

func checkProgram(t *testing.T, s *Session, test *Test, kind Kind) {
	r := s.Check(context.Background(), []*Test{test}, Options{NoCache: true, Budget: time.Minute}, nil)[0]
	found := func(f *Finding) bool { return f.Kind == kind }
	switch {
	case kind == "" && r.Verdict != Verified:
		t.Errorf("%s %s %v", r.Verdict, r.Bound, r.Findings)
	case kind != "" && !slices.ContainsFunc(r.Findings, found):
		t.Errorf("%s, want a %s: %v", r.Verdict, kind, r.Findings)
	}
}

// comparedSearches are those that come to an end on small programs, and reduce.
func comparedSearches() (names []string) {
	for _, name := range Algorithms() {
		a, ok := por.Lookup(name)
		if ok && a.Exhaustive() && name != "all" && name != "states" && name != "sleep" && !strings.HasPrefix(name, "stateless-") {
			names = append(names, name)
		}
	}
	return names
}

func compareSearches(t *testing.T, s *Session, test *Test, kind Kind) {
	o := CompareOptions{Options: Options{Budget: time.Minute}, Algorithms: comparedSearches()}
	c, err := s.Compare(context.Background(), test, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range c.Disagreements {
		t.Errorf("%s is complete without %s, seen by %s: %s", d.Algorithm, d.What, d.Seen, d.File)
	}
	for _, r := range c.Runs {
		found := slices.ContainsFunc(r.Faults, func(f Fault) bool { return f.Kind == kind })
		if !r.Complete || found != (kind != "") || kind == "" && len(r.Faults) > 0 {
			t.Errorf("%s: complete: %v (%s); faults %v, want %q", r.Algorithm, r.Complete, r.Bound, r.Faults, kind)
		}
	}
}
