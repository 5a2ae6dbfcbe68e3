package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// An explorer is the background of a server: one goroutine that waits until
// something is worth exploring, loads, and explores in rounds. A newer edit
// ends the round; what it had not finished goes into the next.
type explorer struct {
	s    *server
	wake chan struct{} // holds a token if the queue has changed
	done chan struct{} // closed when the goroutine has ended

	mu     sync.Mutex
	files  map[string]bool // changed since the last round
	tests  map[testID]bool // asked for, or left over from an ended round
	due    time.Time
	cancel context.CancelFunc // ends the present round
	paused bool               // only what is asked for by name is explored
	held   map[testID]bool    // what a pause kept from being explored
	// snapshots are the last ones, by root: what results are about.
	snapshots map[string]*explore.Snapshot
}

// A testID names a test across snapshots.
type testID struct{ pkg, name string }

func idOf(t *explore.Test) testID { return testID{t.Package, t.Name} }

func newExplorer(s *server) *explorer {
	e := &explorer{
		s:         s,
		wake:      make(chan struct{}, 1),
		done:      make(chan struct{}),
		files:     map[string]bool{},
		tests:     map[testID]bool{},
		held:      map[testID]bool{},
		cancel:    func() {},
		snapshots: map[string]*explore.Snapshot{},
	}
	go e.run()
	return e
}

// wait returns when the background has ended, which it does with the
// server's context.
func (e *explorer) wait() { <-e.done }

// trigger has the tests that reach a file explored after a delay.
func (e *explorer) trigger(path string, delay time.Duration) {
	e.mu.Lock()
	e.files[path] = true
	if !e.paused {
		e.due = time.Now().Add(delay)
	}
	e.cancel()
	e.mu.Unlock()
	e.poke()
}

// pause keeps edits from being explored until it is called with false. What
// is being explored goes back into the queue.
func (e *explorer) pause(paused bool) {
	if paused {
		e.mu.Lock()
		e.paused, e.due = true, time.Time{}
		e.cancel()
		e.mu.Unlock()
		ids := e.s.results.forgetQueued()
		e.mu.Lock()
		for _, id := range ids {
			e.held[id] = true
		}
		e.mu.Unlock()
		return
	}
	e.mu.Lock()
	e.paused = false
	maps.Copy(e.tests, e.held)
	clear(e.held)
	if len(e.files)+len(e.tests) > 0 {
		e.due = time.Now()
	}
	e.mu.Unlock()
	e.poke()
}

func (e *explorer) isPaused() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.paused
}

// explore has tests explored now.
func (e *explorer) explore(ids ...testID) {
	e.mu.Lock()
	for _, id := range ids {
		e.tests[id] = true
	}
	e.due = time.Now()
	e.cancel()
	e.mu.Unlock()
	e.poke()
}

// interrupt ends work on code that is no more, and marks what is known of it
// as stale.
func (e *explorer) interrupt(path string) {
	e.mu.Lock()
	e.files[path] = true
	e.cancel()
	e.mu.Unlock()
	e.s.results.stale(filepath.Dir(path))
}

// stop ends the present round and forgets what was queued.
func (e *explorer) stop() {
	e.mu.Lock()
	e.due = time.Time{}
	clear(e.tests)
	clear(e.held)
	e.cancel()
	e.mu.Unlock()
	e.s.results.forgetQueued()
}

// snapshot is what was last loaded for a root, or nil.
func (e *explorer) snapshot(root string) *explore.Snapshot {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.snapshots[root]
}

func (e *explorer) poke() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

func (e *explorer) run() {
	defer close(e.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		e.mu.Lock()
		due := e.due
		e.mu.Unlock()
		if due.IsZero() {
			timer.Reset(time.Hour)
		} else {
			timer.Reset(time.Until(due))
		}
		select {
		case <-e.s.ctx.Done():
			return
		case <-e.wake:
			continue // the time may have changed
		case <-timer.C:
		}
		if !due.IsZero() {
			e.round()
		}
	}
}

// take empties the queue for a round that ends with the returned context.
func (e *explorer) take() (ctx context.Context, files []string, tests []testID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.paused {
		files = sortedKeys(e.files)
		clear(e.files)
	}
	for id := range e.tests {
		tests = append(tests, id)
	}
	clear(e.tests)
	e.due = time.Time{}
	ctx, e.cancel = context.WithCancel(e.s.ctx)
	return ctx, files, tests
}

// round explores what is queued. A fault of ours ends the round, not the
// server.
func (e *explorer) round() {
	ctx, files, wanted := e.take()
	defer e.cancel()
	defer func() {
		if r := recover(); r != nil {
			e.s.log.Error("exploration", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	byRoot := map[string][]string{}
	for _, f := range files {
		root := rootOf(f)
		byRoot[root] = append(byRoot[root], f)
	}
	for _, id := range wanted {
		if root, ok := e.s.results.rootOf(id); ok && byRoot[root] == nil {
			byRoot[root] = []string{}
		}
	}
	for _, root := range sortedKeys(byRoot) {
		e.exploreRoot(ctx, root, byRoot[root], wanted)
	}
	// What was not done because the round was ended is to be done next.
	if ctx.Err() != nil && e.s.ctx.Err() == nil {
		e.leave(e.s.results.unfinished())
	}
}

// leave puts tests back into the queue of a round that is due already.
func (e *explorer) leave(ids []testID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.due.IsZero() {
		return // stopped by the user
	}
	for _, id := range ids {
		e.tests[id] = true
	}
}

func (e *explorer) exploreRoot(ctx context.Context, root string, files []string, wanted []testID) {
	set := e.s.set()
	overlay, versions := e.s.docs.overlay()
	snap, err := e.s.session.Load(ctx, explore.LoadOptions{
		Dir: root, Patterns: []string{"./..."}, BuildFlags: set.BuildFlags,
		Env: set.environ(os.Environ()), TestEnv: set.variables(), Overlay: overlay,
	})
	if ctx.Err() != nil {
		e.leaveFiles(files)
		return
	}
	if err != nil {
		if !errors.Is(err, explore.ErrNoPackages) {
			e.s.log.Warn("loading", "root", root, "error", err)
		}
		return
	}
	e.mu.Lock()
	e.snapshots[root] = snap
	e.mu.Unlock()
	e.s.results.loaded(root, snap, versions)
	tests := testsOf(snap, files, wanted)
	if len(tests) == 0 {
		return
	}
	p := newProgress(e.s, fmt.Sprintf("Exploring %d tests", len(tests)))
	e.s.results.queue(tests)
	e.s.session.Check(ctx, tests, set.options(), func(u explore.Update) {
		if ctx.Err() != nil {
			return // about code that is no more
		}
		e.s.results.update(u)
		p.report(ctx, u)
	})
	p.end()
}

// leaveFiles puts files back whose round ended before they were loaded.
func (e *explorer) leaveFiles(files []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, f := range files {
		e.files[f] = true
	}
}

// testsOf lists what to explore, nearest to the edited files first.
func testsOf(snap *explore.Snapshot, files []string, wanted []testID) (tests []*explore.Test) {
	seen := map[testID]bool{}
	add := func(t *explore.Test) {
		if t != nil && t.Explored() && !seen[idOf(t)] {
			seen[idOf(t)] = true
			tests = append(tests, t)
		}
	}
	for _, id := range wanted {
		add(snap.Lookup(id.pkg, id.name))
	}
	for _, f := range files {
		for _, t := range snap.Affected(f) {
			add(t)
		}
	}
	return tests
}

// rootOf is the directory whose packages are loaded together with a file's:
// that of its module (the go command finds the go.work that it belongs to).
func rootOf(path string) string {
	dir := filepath.Dir(path)
	for d := dir; d != filepath.Dir(d); d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
	}
	return dir
}
