package explore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Check explores tests and returns their results in the same order. It calls
// sink, if not nil, with every update, one at a time. When ctx is cancelled
// Check returns soon, with verdict Incomplete (bound "cancelled") for what
// was not finished.
//
// Tests of one call may come from several snapshots of the session. Those
// that are not [Test.Runnable], or whose package does not compile, have no
// result: it is nil.
func (s *Session) Check(ctx context.Context, tests []*Test, o Options, sink func(Update)) []*Result {
	o = o.withDefaults()
	c := &check{s: s, ctx: ctx, o: o, guard: s.memoryGuard(o.TotalMemory), sink: sink, ignores: map[*Snapshot]*ignores{}}
	results := make([]*Result, len(tests))
	var todo []int
	for i, t := range tests {
		if t.Runnable() && !t.pkg.target.Broken() {
			todo = append(todo, i)
			c.ignores[t.snap] = newIgnores(t.snap.options.Overlay)
			c.update(Update{Test: t, State: Queued})
		}
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(o.Jobs, len(todo)) {
		wg.Go(func() {
			for i := range next {
				results[i] = c.test(tests[i])
			}
		})
	}
	for _, i := range todo {
		next <- i
	}
	close(next)
	wg.Wait()
	return results
}

// A check is one call of Check.
type check struct {
	s       *Session
	ctx     context.Context
	o       Options
	guard   *memoryGuard
	ignores map[*Snapshot]*ignores

	mu   sync.Mutex
	sink func(Update)
}

func (c *check) update(u Update) {
	if c.sink == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sink(u)
}

// test takes one test to its result.
func (c *check) test(t *Test) *Result {
	res := c.result(t)
	res.Test = t
	for _, f := range res.Findings {
		c.store(t, f)
	}
	c.update(Update{
		Test: t, State: Done, Result: res,
		Progress: Progress{Executions: res.Executions, Estimate: res.Estimate, Elapsed: res.Elapsed},
	})
	return res
}

func (c *check) result(t *Test) *Result {
	start := time.Now()
	if c.ctx.Err() != nil {
		return &Result{Verdict: Incomplete, Bound: "cancelled"}
	}
	c.update(Update{Test: t, State: Running})
	key, cached := c.key(t)
	if cached {
		if res, ok := c.s.store.load(key); ok {
			res.Elapsed = time.Since(start)
			return res
		}
	}
	res, files := c.explore(t, start)
	if cached {
		c.s.store.save(key, res, files)
	}
	return res
}

// key identifies the result; ok is false if results are not kept.
func (c *check) key(t *Test) (key resultKey, ok bool) {
	id := buildIdentity()
	if c.o.NoCache || id == "" || c.s.store.dir == "" {
		return resultKey{}, false
	}
	o := c.o
	o.Jobs, o.Workers, o.TotalMemory, o.NoCache, o.Gate = 0, 0, 0, false, nil
	return resultKey{
		Mazurka: id, Target: t.pkg.target.Hash, Test: t.Package + "." + t.Name, Options: o,
		TestEnv: t.snap.options.TestEnv, Kept: hashKept(t),
	}, true
}

// explore explores the test in the machine.
func (c *check) explore(t *Test, start time.Time) (res *Result, files map[string]string) {
	res = new(Result)
	j := &job{ctx: c.ctx, o: c.o, start: start, known: map[fault]bool{}, kept: keptSchedules(t), guard: c.guard}
	c.guard.enter(j)
	defer c.guard.leave(j)
	p, err := c.s.acquire(c.ctx, t)
	if err != nil {
		if c.ctx.Err() == nil {
			j.fail(err.Error())
		}
		j.conclude(res, false)
		return res, nil
	}
	defer c.s.release(p)
	// Compiling and initialising is no exploration.
	start = c.o.Gate.now()
	j.start = start
	j.progress = func(pr Progress) { c.update(Update{Test: t, State: Running, Progress: pr}) }
	j.accept = func(f *Finding) bool {
		f.Schedule.Package, f.Schedule.Test = t.Package, t.Name
		f.Schedule.Dir, f.Schedule.Sources = t.pkg.Dir, t.pkg.target.Hash
		f.Interleaving.Package, f.Interleaving.Test = t.Package, t.Name
		if c.ignores[t.snap].suppressed(f) {
			return false
		}
		c.store(t, f)
		c.update(Update{Test: t, State: Running, Finding: f, Progress: Progress{Elapsed: c.o.Gate.now().Sub(start)}})
		return true
	}
	if p.init != nil {
		j.initFailed(p.initFault())
		j.conclude(res, false)
		return res, p.files.seen()
	}
	j.factory = p.factory(t, c.o.Limits)
	if !c.o.NoCache {
		j.learned = c.s.store.learned(t)
		defer func() { c.s.store.learn(t, res) }()
	}
	j.run(res)
	return res, p.files.seen()
}

// store writes the finding's schedule to the session's store.
func (c *check) store(t *Test, f *Finding) { f.File = c.s.keep(t, f.Schedule) }

// keep writes a schedule of a test to the session's store. It returns the path
// of the file, empty if there is none.
func (s *Session) keep(t *Test, sched *Schedule) (path string) {
	b := sched.Bytes()
	sum := sha256.Sum256(b)
	name := filepath.Join("schedules", t.Name, sched.fileName(hex.EncodeToString(sum[:6])))
	path, err := s.store.write(name, b)
	if err != nil {
		return ""
	}
	return path
}

// Keep stores a finding's schedule as a regression of its test, in
// testdata/mazurka/TestName below the package's directory, and returns the
// path of the file. Check replays such schedules first.
func (s *Session) Keep(t *Test, f *Finding) (string, error) {
	kept := *f.Schedule
	kept.Dir = ""
	b := kept.Bytes()
	sum := sha256.Sum256(b)
	path := filepath.Join(regressionDir(t.pkg.Dir, t.Name), kept.fileName(hex.EncodeToString(sum[:6])))
	return path, writeFile(path, b)
}

// keptFiles lists the schedules kept for a test, sorted.
func keptFiles(t *Test) []string {
	// The only possible error is a bad pattern; names of tests and
	// directories with meta characters have no regressions.
	files, _ := filepath.Glob(filepath.Join(regressionDir(t.pkg.Dir, t.Name), "*"+scheduleExt))
	slices.Sort(files)
	return files
}

// keptSchedules reads them; one that cannot be read is passed over, since
// the replay command tells why.
func keptSchedules(t *Test) (list []*Schedule) {
	for _, file := range keptFiles(t) {
		if s, err := ReadSchedule(file); err == nil && s.Test == t.Name {
			list = append(list, s)
		}
	}
	return list
}

func hashKept(t *Test) [32]byte {
	h := sha256.New()
	for _, file := range keptFiles(t) {
		b, err := os.ReadFile(file)
		fmt.Fprintf(h, "%q %v %d\n", filepath.Base(file), err != nil, len(b))
		h.Write(b)
	}
	return [32]byte(h.Sum(nil))
}
