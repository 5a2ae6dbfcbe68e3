package main

import (
	"flag"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

// buildFlags are the flags that say what is compiled, as the go command
// has them.
type buildFlags struct {
	dir  string
	tags string
	mod  string
	env  stringList
}

func (b *buildFlags) add(fs *flag.FlagSet) {
	fs.StringVar(&b.dir, "C", "", "change to `dir` first")
	fs.StringVar(&b.tags, "tags", "", "build `tags`, separated by commas")
	fs.StringVar(&b.mod, "mod", "", "module download `mode`: readonly, vendor or mod")
	fs.Var(&b.env, "env", "a variable of the tests' environment, `NAME=VALUE`; may be repeated")
}

func (b *buildFlags) options(patterns []string) explore.LoadOptions {
	o := explore.LoadOptions{Dir: b.dir, Patterns: patterns, TestEnv: b.env}
	if b.tags != "" {
		o.Tags = strings.FieldsFunc(b.tags, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if b.mod != "" {
		o.BuildFlags = append(o.BuildFlags, "-mod="+b.mod)
	}
	return o
}

// A stringList is a flag that may be repeated.
type stringList []string

func (l *stringList) String() string { return strings.Join(*l, " ") }

func (l *stringList) Set(s string) error {
	*l = append(*l, s)
	return nil
}

// exploreFlags say how tests are explored.
type exploreFlags struct {
	o       explore.Options
	nocache bool
	quiet   bool
}

func (x *exploreFlags) add(fs *flag.FlagSet) {
	x.addLimits(fs, "each test")
	fs.StringVar(&x.o.Algorithm, "algorithm", explore.Auto, "`name` of the search: "+strings.Join(explore.Algorithms(), ", "))
	fs.IntVar(&x.o.Workers, "j", 1, "`number` of processors that explore one test together, with the searches auto and optimal-dpor")
	fs.IntVar(&x.o.Jobs, "p", 0, "`number` of tests explored at the same time (default: one for each processor)")
	fs.BoolVar(&x.nocache, "no-cache", false, "do not use or keep results of earlier checks")
}

// addLimits adds what every exploration has.
func (x *exploreFlags) addLimits(fs *flag.FlagSet, each string) {
	fs.DurationVar(&x.o.Budget, "budget", explore.DefaultBudget, "`time` for "+each)
	fs.Uint64Var(&x.o.Seed, "seed", 0, "`seed` of random schedules")
	fs.BoolVar(&x.quiet, "no-early-timers", false, "let timers fire only when nothing else can run")
	fs.IntVar(&x.o.Faults, "faults", 0, "`number` of faults of the network in one execution")
	fs.Int64Var(&x.o.Limits.Steps, "max-steps", 0, "`instructions` of one execution")
	fs.Uint64Var(&x.o.Limits.Memory, "max-memory", 0, "`bytes` allocated by one execution")
	fs.Uint64Var(&x.o.TotalMemory, "max-total-memory", 0, "`bytes` the whole process may hold (default 4 GiB, or half of the host's memory)")
	fs.IntVar(&x.o.Limits.Goroutines, "max-goroutines", 0, "live `goroutines`")
	fs.IntVar(&x.o.Limits.Events, "max-events", 0, "visible `operations` of one execution")
}

func (x *exploreFlags) options() explore.Options {
	o := x.o
	o.NoCache = x.nocache
	if x.quiet {
		o.Timing = explore.TimingQuiet
	}
	return o
}
