package por_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// members are searches of a program, each with a system of its own.
func members(source string, opts por.Options, names ...string) []por.Member {
	var list []por.Member
	for _, name := range names {
		list = append(list, por.Member{Name: name, Options: opts, System: toy.Parse(source)})
	}
	return list
}

// TestPortfolio has a search that can finish, whoever else takes part.
func TestPortfolio(t *testing.T) {
	want := por.Search("dl-s-por", toy.Parse(pi(7)), por.Options{}, nil)
	for at := range 3 {
		names := slices.Insert([]string{"all", "sleep"}, at, "dl-s-por")
		for range 3 {
			decided, results := por.Portfolio(members(pi(7), por.Options{}, names...)...)
			if decided != at || !reflect.DeepEqual(results[at], want) {
				t.Errorf("%v: %d decided, %+v", names, decided, results)
			}
			for i, r := range results {
				if i != at && (r.Complete || r.Bound != "stop" || r.Steps == 0) {
					t.Errorf("%v: %+v was not stopped", names, r)
				}
			}
		}
	}
}

// TestPortfolioUndecided has searches none of which can finish, and one
// member, and none.
func TestPortfolioUndecided(t *testing.T) {
	decided, results := por.Portfolio(members(pi(7), por.Options{MaxSteps: 10_000}, "all", "sleep")...)
	if decided != -1 || results[0].Bound != "steps" || results[1].Bound != "steps" {
		t.Errorf("%d decided: %+v", decided, results)
	}
	if decided, _ := por.Portfolio(members(pi(3), por.Options{}, "all")...); decided != 0 {
		t.Errorf("%d of one decided", decided)
	}
	if decided, results := por.Portfolio(); decided != -1 || len(results) != 0 {
		t.Errorf("%d of none decided: %+v", decided, results)
	}
}

// TestPortfolioFailure has a failure that some orders find soon.
func TestPortfolioFailure(t *testing.T) {
	const source = "write:x:0 read:x assert:0\nwrite:a:1 write:a:2 write:a:3\nwrite:b:1 write:b:2 write:b:3\nwrite:x:1\n"
	list := por.Recommended(16, 4, por.Options{})
	var last por.Options
	for i := range list {
		sys := toy.Parse(source)
		list[i].System, list[i].Options.Failed = sys, sys.Failed
		if want := []string{"dl-s-por", "s-por"}[i%2]; list[i].Name != want {
			t.Errorf("member %d is %s, want %s", i, list[i].Name, want)
		}
		if i%2 == 0 && i > 0 && slices.Equal(last.Order, list[i].Options.Order) {
			t.Errorf("member %d has the order of the one before: %v", i, last.Order)
		}
		last = list[i].Options
	}
	decided, results := por.Portfolio(list...)
	if decided < 0 || results[decided].Bound != "failure" {
		t.Errorf("%d decided: %+v", decided, results)
	}
	if n := len(por.Recommended(20, 2, por.Options{})); n != 20 {
		t.Errorf("%d members for two processes", n)
	}
}

// A broken system panics in the middle of an execution.
type broken struct{ *toy.System }

func (broken) Step(por.Choice) por.Event { panic("broken") }

// TestPortfolioPanic sees that a panic is the caller's.
func TestPortfolioPanic(t *testing.T) {
	defer func() {
		if r := recover(); r != "broken" {
			t.Errorf("recovered %v", r)
		}
	}()
	por.Portfolio(por.Member{Name: "all", System: toy.Parse(pi(7))}, por.Member{Name: "dl-s-por", System: broken{toy.Parse(pi(3))}})
}
