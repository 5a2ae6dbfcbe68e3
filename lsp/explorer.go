package lsp

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// An explorer is the background of a server: one goroutine that loads what was
// edited, when a pause in typing or a save says so, and one for each test
// that has begun to be explored.
//
// An edit holds up everything at once. When its code is loaded, explorations
// of tests that it did not change go on where they were; those of the others
// end, and begin anew.
type explorer struct {
	s    *server
	wake chan struct{}  // holds a token if due has changed
	work sync.WaitGroup // the goroutines

	mu        sync.Mutex
	edits     int64            // how many there were
	files     map[string]int64 // edited and not loaded since, with the number of the edit
	due       time.Time        // of the next load; zero: none
	abandon   context.CancelFunc
	typing    bool // an edit is not loaded yet: everything is held up
	paused    bool // only what the user asks for is explored
	queue     []*job
	jobs      int // how many there have been
	focus     focus
	snapshots map[string]*explore.Snapshot // the last ones, by root
	busy      chan struct{}                // closed when the queue is empty; nil if it is
	tired     bool                         // there was work since memory was given back
}

func newExplorer(s *server) *explorer {
	e := &explorer{
		s:         s,
		wake:      make(chan struct{}, 1),
		files:     map[string]int64{},
		abandon:   func() {},
		snapshots: map[string]*explore.Snapshot{},
	}
	e.work.Go(e.run)
	return e
}

// wait returns when the background has ended, which it does with the
// server's context.
func (e *explorer) wait() { e.work.Wait() }

// trigger has the tests that reach a file explored after a delay.
func (e *explorer) trigger(path string, delay time.Duration) {
	if !e.s.watches(path) {
		return
	}
	e.mu.Lock()
	e.edits++
	e.files[path] = e.edits
	if !e.paused {
		e.due = time.Now().Add(delay)
	}
	e.abandon()
	e.mu.Unlock()
	e.poke()
}

// interrupt holds up the work on code that is being edited, and marks what is
// known of it as stale. Unless a trigger follows, explorations of that code
// end, and the others go on.
func (e *explorer) interrupt(path string, triggered bool) {
	if !e.s.watches(path) {
		return
	}
	e.mu.Lock()
	e.edits++
	n := e.edits
	e.files[path] = n
	if triggered {
		e.typing = true
		e.abandon()
	}
	e.schedule()
	e.mu.Unlock()
	reached := e.s.results.edited(path, n)
	if !triggered {
		e.drop(func(j *job) bool { return reached[j.id] })
	}
}

// explore has tests explored now, before all that nobody asked for.
func (e *explorer) explore(ids ...testID) {
	for _, id := range ids {
		if t, _ := e.s.test(id); t != nil {
			root, _ := e.s.results.rootOf(id)
			e.enqueue(root, []*explore.Test{t}, true)
		}
	}
	e.mu.Lock()
	if len(e.files) > 0 {
		e.due = time.Now()
	}
	e.schedule()
	e.mu.Unlock()
	e.poke()
}

// pause holds everything up, but for what the user asks for, until it is called
// with false.
func (e *explorer) pause(paused bool) {
	e.mu.Lock()
	e.paused = paused
	switch {
	case paused:
		e.due = time.Time{}
		e.typing = false
	case len(e.files) > 0:
		e.due = time.Now()
	}
	e.schedule()
	e.mu.Unlock()
	e.poke()
}

func (e *explorer) isPaused() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.paused
}

// stop ends all explorations and forgets what was queued.
func (e *explorer) stop() {
	e.mu.Lock()
	e.due, e.typing = time.Time{}, false
	e.abandon()
	e.mu.Unlock()
	e.drop(func(*job) bool { return true })
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

// restAfter is how long nothing happens before memory is given back.
const restAfter = time.Second

func (e *explorer) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		e.mu.Lock()
		due, rest := e.due, e.tired && e.busy == nil
		e.mu.Unlock()
		switch {
		case !due.IsZero():
			timer.Reset(time.Until(due))
		case rest:
			timer.Reset(restAfter)
		default:
			timer.Stop()
		}
		select {
		case <-e.s.ctx.Done():
			e.stop()
			return
		case <-e.wake:
			continue // the time may have changed
		case <-timer.C:
		}
		if !due.IsZero() {
			e.load()
			continue
		}
		debug.FreeOSMemory()
		e.mu.Lock()
		e.tired = false
		e.mu.Unlock()
	}
}

// load loads what was edited and puts the tests that it concerns into the
// queue. A fault of ours ends the load, not the server.
func (e *explorer) load() {
	defer func() {
		if r := recover(); r != nil {
			e.s.log.Error("loading", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	e.mu.Lock()
	ctx, cancel := context.WithCancel(e.s.ctx)
	defer cancel()
	e.abandon = cancel
	e.due = time.Time{}
	upto := e.edits
	byRoot := map[string][]string{}
	for _, f := range sortedKeys(e.files) {
		root := rootOf(f)
		byRoot[root] = append(byRoot[root], f)
	}
	e.mu.Unlock()
	for _, root := range sortedKeys(byRoot) {
		e.loadRoot(ctx, root, byRoot[root], upto)
	}
	e.mu.Lock()
	if e.edits == upto {
		e.typing = false
	}
	e.schedule()
	e.mu.Unlock()
}

// loadRoot loads the packages of a root after edits of its files, up to the
// edit with a number.
func (e *explorer) loadRoot(ctx context.Context, root string, files []string, upto int64) {
	set := e.s.set()
	overlay, open := e.s.docs.overlay()
	snap, err := e.s.session.Load(ctx, explore.LoadOptions{
		Dir: root, Patterns: patternsOf(root), BuildFlags: set.BuildFlags,
		Env: set.environ(os.Environ()), TestEnv: set.variables(), Overlay: overlay,
	})
	if ctx.Err() != nil {
		return // a newer edit; the files are still there
	}
	e.mu.Lock()
	for _, f := range files {
		if e.files[f] <= upto {
			delete(e.files, f)
		}
	}
	if err == nil {
		e.snapshots[root] = snap
	}
	e.mu.Unlock()
	switch {
	case errors.Is(err, explore.ErrNoPackages):
		snap = &explore.Snapshot{} // they are gone
	case err != nil:
		e.s.log.Warn("loading", "root", root, "error", err)
		e.drop(func(j *job) bool { return j.root == root })
		return
	}
	e.s.results.loaded(root, snap, open, upto)
	e.renew(root, snap)
	e.enqueue(root, e.s.results.outdated(e.chosen(snap, files, &set)), false)
	e.suspect(ctx, snap, files, &set)
}

// chosen lists the tests that edits of files have explored, nearest first:
// those that reach the files, and those that were explored before.
func (e *explorer) chosen(snap *explore.Snapshot, files []string, set *Settings) (tests []*explore.Test) {
	inScope := e.s.scope(set)
	seen := map[testID]bool{}
	broken := map[string]bool{}
	for _, pkg := range snap.Packages {
		broken[pkg.Path] = len(pkg.Errors) > 0
	}
	add := func(t *explore.Test) {
		if t.Explored() && !broken[t.Package] && !seen[idOf(t)] && inScope(t) {
			seen[idOf(t)] = true
			tests = append(tests, t)
		}
	}
	for _, f := range files {
		for _, t := range snap.Affected(f) {
			add(t)
		}
	}
	for _, pkg := range snap.Packages {
		for _, t := range pkg.Tests {
			if e.s.results.explored(idOf(t)) {
				add(t)
			}
		}
	}
	return tests
}

// suspect shows the suspicions of the packages of files, if that is wanted.
func (e *explorer) suspect(ctx context.Context, snap *explore.Snapshot, files []string, set *Settings) {
	for _, pkg := range snap.Packages {
		if !inDir(pkg.Dir, files) {
			continue
		}
		var hints []*explore.Hint
		if set.StaticHints && len(pkg.Errors) == 0 {
			var err error
			if hints, err = e.s.session.Hints(ctx, snap, pkg); err != nil {
				continue
			}
		}
		e.s.results.suspect(pkg.Path, hints)
	}
}
