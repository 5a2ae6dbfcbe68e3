package lsp

import (
	"cmp"
	"context"
	"path/filepath"
	"runtime/debug"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/mazurka-go/mazurka/explore"
)

// A testID names a test across snapshots.
type testID struct{ pkg, name string }

func idOf(t *explore.Test) testID { return testID{t.Package, t.Name} }

// A job is a test that is to be explored, or is being explored.
type job struct {
	id     testID
	test   *explore.Test
	root   string
	named  bool // the user asked for it
	number int  // in the order in which they were asked for

	cancel context.CancelFunc // nil until it is begun
	gate   explore.Gate
	going  bool
}

// maxHeld is how many explorations are held up at most for more urgent ones
// while they keep what they have.
const maxHeld = 3

// A focus is where the user is.
type focus struct {
	path        string
	first, last int // lines, from 1
}

// see takes note of where the user is: at a range of a document, or just
// looking at it.
func (e *explorer) see(path string, at *protocol.Range) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case at != nil:
		e.focus = focus{path, int(at.Start.Line) + 1, int(at.End.Line) + 1}
	case e.focus.path == "":
		e.focus.path = path
	default:
		return
	}
	e.schedule()
}

// distance is how far a test is from the user: 0 at it, 1 in its file, 2 in
// its package.
func (f *focus) distance(t *explore.Test) int {
	switch {
	case f.path == t.Pos.Filename && f.first <= t.End.Line && f.last >= t.Pos.Line:
		return 0
	case f.path == t.Pos.Filename:
		return 1
	case filepath.Dir(f.path) == filepath.Dir(t.Pos.Filename):
		return 2
	}
	return 3
}

// enqueue puts tests behind those that are in the queue already.
func (e *explorer) enqueue(root string, tests []*explore.Test, named bool) {
	var added []*explore.Test
	e.mu.Lock()
	for _, t := range tests {
		i := slices.IndexFunc(e.queue, func(j *job) bool { return j.id == idOf(t) })
		if i >= 0 {
			e.queue[i].named = e.queue[i].named || named
			continue
		}
		e.jobs++
		e.queue = append(e.queue, &job{id: idOf(t), test: t, root: root, named: named, number: e.jobs})
		added = append(added, t)
	}
	e.mu.Unlock()
	e.s.results.queue(added)
}

// renew takes over the tests of a new snapshot. Explorations of code that has
// changed end and wait to begin anew; those of tests that are gone just end.
func (e *explorer) renew(root string, snap *explore.Snapshot) {
	var again []*explore.Test
	e.mu.Lock()
	e.queue = slices.DeleteFunc(e.queue, func(j *job) bool {
		return j.root == root && snap.Lookup(j.id.pkg, j.id.name) == nil && j.end()
	})
	for i, j := range e.queue {
		if j.root != root {
			continue
		}
		t := snap.Lookup(j.id.pkg, j.id.name)
		if j.cancel != nil && t.Identity() == j.test.Identity() {
			continue
		}
		j.end()
		e.queue[i] = &job{id: j.id, test: t, root: root, named: j.named, number: j.number}
		again = append(again, t)
	}
	e.mu.Unlock()
	e.s.results.queue(again)
}

// end ends the exploration, if it has begun. It returns true.
func (j *job) end() bool {
	if j.cancel != nil {
		j.cancel()
	}
	return true
}

// drop takes jobs out of the queue and ends them.
func (e *explorer) drop(which func(*job) bool) {
	var ids []testID
	e.mu.Lock()
	e.queue = slices.DeleteFunc(e.queue, func(j *job) bool {
		if !which(j) {
			return false
		}
		ids = append(ids, j.id)
		return j.end()
	})
	e.schedule()
	e.mu.Unlock()
	e.s.results.forget(ids)
}

// schedule lets the most urgent jobs go on, as many as may at the same time,
// and holds up the others (locked).
func (e *explorer) schedule() {
	e.announce()
	if e.s.ctx.Err() != nil {
		return
	}
	slices.SortStableFunc(e.queue, func(a, b *job) int {
		if a.named != b.named {
			return cmp.Compare(btoi(b.named), btoi(a.named))
		}
		return cmp.Or(cmp.Compare(e.focus.distance(a.test), e.focus.distance(b.test)), cmp.Compare(a.number, b.number))
	})
	set := e.s.set()
	room := set.jobs()
	held := 0
	for i, j := range e.queue {
		if room > 0 && !e.typing && (!e.paused || j.named) {
			room--
			e.proceed(j, &set)
			continue
		}
		if j.cancel == nil {
			continue
		}
		j.going = false
		j.gate.Close()
		if held++; held > maxHeld {
			j.end()
			e.queue[i] = &job{id: j.id, test: j.test, root: j.root, named: j.named, number: j.number}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// proceed begins a job, or lets it go on (locked).
func (e *explorer) proceed(j *job, set *Settings) {
	if j.going {
		return
	}
	j.going = true
	j.gate.Open()
	if j.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(e.s.ctx)
	j.cancel = cancel
	o := set.options()
	o.Jobs, o.Gate = 1, &j.gate
	e.work.Go(func() {
		defer e.finished(j)
		defer cancel()
		e.s.session.Check(ctx, []*explore.Test{j.test}, o, func(u explore.Update) {
			if ctx.Err() == nil && u.State != explore.Queued {
				e.s.results.update(u)
			}
		})
	})
}

// finished takes a job out of the queue. A fault of ours ends the job, not the server.
func (e *explorer) finished(j *job) {
	if r := recover(); r != nil {
		e.s.log.Error("exploration", "test", j.id, "panic", r, "stack", string(debug.Stack()))
	}
	e.mu.Lock()
	last := len(e.queue)
	e.queue = slices.DeleteFunc(e.queue, func(x *job) bool { return x == j })
	ended := len(e.queue) < last // rather than dropped, or replaced by another one
	e.schedule()
	e.mu.Unlock()
	if ended {
		e.s.results.ended(j.id)
	}
}

// announce tells of the beginning and the end of a time with work to do (locked).
func (e *explorer) announce() {
	switch {
	case len(e.queue) > 0 && e.busy == nil && e.s.ctx.Err() == nil:
		e.busy = make(chan struct{})
		done := e.busy
		e.work.Go(func() { e.s.showProgress(done) })
	case len(e.queue) == 0 && e.busy != nil:
		close(e.busy)
		e.busy = nil
		e.tired = true
		e.poke()
	}
}
