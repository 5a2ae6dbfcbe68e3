package por

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// This file explores with several workers at once, each with a system of its own.
//
// A worker explores a subtree of the search tree like the sequential search. When
// another has nothing to do, it shares the shallowest level at which something is
// pending, and so all levels above: they become nodes known to all. Whoever has
// nothing to do takes the first pending sequence of such a node: the nodes on the way
// to its end become shared as well, what is behind the end is the worker's own.
// Races found below are reversed in the common trees, under a lock. Which node that
// is, [workPool.pick] decides.
//
// Why this is Optimal-DPOR still. Number the branches at a node as they are taken
// from its wakeup tree. What happens is what the sequential search does if it explores
// them in that order, but for one thing: it has explored branch p, and made all the
// insertions that follow from it, before it takes the next one, b. Here a
// sequence v may be found below p after b was taken. In the sequential search it
// would have been inserted in the tree while b was still there. So if b begins v, what
// remains of v is inserted at the node behind b, and if that is where a sequence
// ended, v is left out: [workPool.insert]. Where a sequence ends nothing is asleep,
// as in [AAJS14], since what is inserted is not begun by anything taken before; so
// what is behind is explored completely and without regard to what other workers do.
// It follows that each trace is explored by exactly one execution, and none is
// blocked. Which execution of a trace it is depends on what happens first.
//
// If all that was taken before b, there and above, is explored, nothing can be
// inserted behind b but from behind b. Then not the sequence but b is taken, and
// all behind it is the worker's own, as in the sequential search. For the same reason
// nodes are forgotten once they are explored: [workPool.forget].

// CanShare reports whether [SearchParallel] knows the search called name.
func CanShare(name string) bool { return name == "optimal-dpor" }

// SearchParallel is [Search] by several workers, one for each of the systems,
// which have to be equal: processes, alternatives and objects have the same
// names in all of them. The visitor is told whose execution it
// sees. It is called by several goroutines at once, as is Options.Stop, but
// by one for each system. The Result it sees is that of one worker.
// MaxSteps is divided among the workers.
//
// If the search is complete, Executions and the set of traces are those of Search;
// which execution of a trace is shown may differ from time to time. SearchParallel
// panics if not [CanShare].
func SearchParallel(name string, systems []System, opts Options, visit func(system int, x *Execution) bool) Result {
	if !CanShare(name) {
		panic(fmt.Sprintf("por: no parallel search called %q", name))
	}
	if len(systems) == 1 {
		return Search(name, systems[0], opts, func(x *Execution) bool { return visit(0, x) })
	}
	return newWorkPool(len(systems), opts).run(systems, visit)
}

// A workPool is what the workers of a parallel search have in common.
type workPool struct {
	opts    Options
	workers int
	halt    atomic.Bool  // a limit was hit, or something has gone wrong
	begun   atomic.Int64 // executions that have come to their end
	// hungry counts the workers that wait and for which nothing is on its way.
	hungry atomic.Int32

	mu    sync.Mutex
	wake  sync.Cond
	tree  wakeupTree // the wakeup trees of shared nodes
	spare []*sharedNode
	known int // how many nodes there are
	many  int // nodes are much; most is a limit
	most  int
	root  *sharedNode
	part  float64 // of the search tree, if root is nil
	busy  int     // workers at work
	res   Result  // of all workers
	panic any     // of one of them
	// asleep is scratch.
	asleep []int32
}

// A job is what is behind the last branch of a path, to be explored, beginning with
// the worker's own wakeup tree at children. common is how many branches the path begins
// with that were on the worker's path before; branches has, for each of the
// other nodes, those up to the one that is on the path, and ends
// where those of each end. They are numbers in events, the pool's as far as there
// were any: what is in it does not change.
type job struct {
	path     []sharedStep
	common   int
	branches []int32
	ends     []int
	events   []digested
	children int32
}

// A sharedPath is the part of a worker's path that is shared.
type sharedPath struct {
	pool *workPool
	path []sharedStep
	job  job // the latest
	// asked says that others would rather do what is left of the job than anything else.
	asked atomic.Bool
	// sharedAt is how many executions there were when something was shared last.
	sharedAt int64
	// numbers are those of the events of the path in the pool's tree, 0 where that is not
	// known.
	numbers []int32
}

// shareAfter is how many executions a worker explores before it shares, again:
// what is shared then is likely to be larger.
const shareAfter = 4

func newWorkPool(workers int, opts Options) *workPool {
	p := &workPool{workers: workers, busy: workers, opts: opts, many: manyNodes, most: maxNodes}
	p.wake.L = &p.mu
	p.res = Result{States: 1}
	return p
}

// run lets the workers work until all is explored.
func (p *workPool) run(systems []System, visit func(int, *Execution) bool) Result {
	var wg sync.WaitGroup
	for i := range systems {
		wg.Go(func() {
			defer p.failed()
			p.work(systems[i], i == 0, func(x *Execution) bool { return visit(i, x) })
		})
	}
	wg.Wait()
	if p.panic != nil {
		panic(p.panic)
	}
	if p.root != nil {
		p.part = p.tree.part(p.root)
	}
	p.res.Estimate = float64(p.res.Executions) / min(max(p.part, leastPart), 1)
	p.res.Memory += p.tree.memory() + int64(len(p.spare)+p.known)*int64(unsafe.Sizeof(sharedNode{}))
	return p.res.concluded()
}

// failed keeps a panic for the one who has called.
func (p *workPool) failed() {
	if r := recover(); r != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.panic = r
		p.halt.Store(true)
		p.wake.Broadcast()
	}
}

// work is one worker; the first one begins.
func (p *workPool) work(sys System, first bool, visit Visitor) {
	opts := p.opts
	opts.Stop = func() bool { return p.halt.Load() || p.opts.Stop != nil && p.opts.Stop() }
	opts.MaxExecutions = 0
	if opts.MaxSteps > 0 {
		opts.MaxSteps = max(opts.MaxSteps/int64(p.workers), 1)
	}
	s := newOptimal(sys, opts, func(x *Execution) bool {
		n, most := p.begun.Add(1), p.opts.MaxExecutions
		if most > 0 && n > most {
			return false
		}
		return visit(x) && n != most
	})
	s.shared.pool = p
	if first {
		s.push(nil, 0)
		s.explore()
	}
	for s.next() {
		s.explore()
	}
	p.finish(s)
}

// finish adds what a worker has done.
func (p *workPool) finish(s *optimalSearch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r, t := &s.res, &p.res
	t.Executions += r.Executions
	t.Blocked += r.Blocked
	t.States += r.Transitions
	t.Transitions += r.Transitions
	t.Steps += r.Steps
	t.Choices += r.Choices
	t.MaxDepth = max(t.MaxDepth, r.MaxDepth)
	_, memory := s.measure()
	t.Memory += memory
	if r.Bound != "" && (t.Bound == "" || t.Bound == "depth") {
		t.Bound = r.Bound
	}
	if most := p.opts.MaxExecutions; most > 0 && p.begun.Load() >= most {
		t.Executions = min(t.Executions, most)
		t.Bound = "executions"
	}
}

// next takes a branch to explore and goes there; it waits for one if need be. It
// reports whether there is one.
func (s *optimalSearch) next() bool {
	p := s.shared.pool
	p.mu.Lock()
	p.busy--
	for !p.halt.Load() {
		if n := p.pick(s.shared.path); n != nil {
			p.busy++
			s.take(n)
			p.feed()
			p.mu.Unlock()
			s.begin()
			return true
		}
		if p.busy == 0 {
			break
		}
		p.hungry.Add(1)
		p.wake.Wait()
	}
	p.wake.Broadcast()
	p.mu.Unlock()
	return false
}

// feed wakes a worker that waits if there is something for it to do.
func (p *workPool) feed() {
	if p.hungry.Load() > 0 && p.pick(nil) != nil {
		p.hungry.Add(-1)
		p.wake.Signal()
	}
}

// take takes the first pending sequence at n, and makes its end the job; or its
// first event if nothing that was taken before is still under way.
func (s *optimalSearch) take(n *sharedNode) {
	p, j := s.shared.pool, &s.shared.job
	at := sharedStep{n, 0}
	firm := n.settled() && n.firm() // otherwise what is behind is not, either
	for {
		n := at.node
		number, children, rest := p.tree.take(n.pending)
		if n.pending = rest; rest != 0 {
			n.announce()
		}
		at.via = len(n.branches)
		whole := children == 0 || firm
		n.branches = append(n.branches, number)
		n.below = append(n.below, branchState{whole: whole})
		if len(n.branches) == 2 {
			p.res.Choices++
		}
		if whole {
			n.below[at.via].by = &s.shared
			j.children = s.tree.adopt(&p.tree, children)
			break
		}
		next := p.node(at)
		next.pending = children
		n.below[at.via].node = next
		at.node = next
	}
	j.path = j.path[:0]
	for ; at.node != nil; at = at.node.up {
		j.path = append(j.path, at)
	}
	slices.Reverse(j.path)
	s.prepare()
}

// prepare collects what it takes to go to the job.
func (s *optimalSearch) prepare() {
	j, path := &s.shared.job, s.shared.path
	j.events = s.shared.pool.tree.events.events
	j.common = 0
	for j.common < len(path) && j.common < len(j.path)-1 && path[j.common] == j.path[j.common] {
		j.common++
	}
	j.branches, j.ends = j.branches[:0], j.ends[:0]
	for _, at := range j.path[j.common:] {
		j.branches = append(j.branches, at.node.branches[:at.via+1]...)
		j.ends = append(j.ends, len(j.branches))
	}
}

// begin goes to where the job begins.
func (s *optimalSearch) begin() {
	sh, j := &s.shared, &s.shared.job
	for len(s.sleep.levels) > j.common {
		s.sleep.leave()
	}
	s.cut(j.common)
	s.history.cut(j.common)
	s.searched = min(s.searched, j.common)
	s.tree.numbers = s.tree.numbers[:min(len(s.tree.numbers), j.common)]
	sh.cut(j.common)
	from := 0
	for k, end := range j.ends {
		s.repeat(j.common+k, j.branches[from:end])
		from = end
	}
	last := len(j.path) - 1
	sh.path = append(sh.path[:0], j.path...)
	sh.sharedAt = s.res.Executions
	s.res.Transitions -= int64(last - j.common)
	s.push(&s.events[last], j.children)
}

// repeat makes level k of the path as it is when the last of the branches is
// explored and the others sleep, and goes there.
func (s *optimalSearch) repeat(k int, branches []int32) {
	events := s.shared.job.events
	var e *Event
	if k > 0 {
		e = &s.events[k-1]
	}
	s.sleep.enter(e)
	if k == len(s.levels) {
		s.levels = append(s.levels, optimalLevel{})
	}
	s.levels[k] = optimalLevel{}
	s.depth = k + 1
	last := len(branches) - 1
	for _, b := range branches[:last] {
		s.sleep.add(&events[b].Event, events[b].digest)
	}
	b := &events[branches[last]].Event
	s.tree.numbers = append(s.tree.numbers, 0)
	got := s.extendWithOthers(b.Choice)
	if !foretells(b, got) {
		panic(broken(b, got))
	}
	s.history.add(got, s.others, s.rival)
}

// explore explores the job, and shares it with others that have nothing to do.
func (s *optimalSearch) explore() {
	sh := &s.shared
	for s.depth > len(sh.path) && !s.halt {
		if sh.pool.halt.Load() {
			break
		}
		s.advance()
		if (sh.pool.hungry.Load() > 0 || sh.asked.Load()) && s.res.Executions-sh.sharedAt >= shareAfter {
			s.share()
		}
	}
	s.settle()
}

// settle notes how far the job was explored.
func (s *optimalSearch) settle() {
	p, sh := s.shared.pool, &s.shared
	p.mu.Lock()
	defer p.mu.Unlock()
	part, _ := s.measure()
	if n := len(sh.path); n > 0 {
		at := sh.path[n-1]
		b := &at.node.below[at.via]
		b.part, b.done, b.by = part, !s.halt && s.depth <= n, nil
		sh.asked.Store(false)
		p.forget(at.node)
		p.feed()
	} else {
		p.part = part
	}
	if s.halt {
		p.halt.Store(true)
		p.wake.Broadcast()
	}
}

// share shares the shallowest level of its own at which something is pending.
func (s *optimalSearch) share() {
	sh := &s.shared
	own := len(sh.path)
	k := own
	for k < s.depth-1 && s.levels[k].pending == 0 {
		k++
	}
	if k >= s.depth-1 {
		return
	}
	sh.sharedAt = s.res.Executions
	sh.asked.Store(false)
	p := sh.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := own; i <= k; i++ {
		s.shareLevel(i)
	}
	p.feed()
}

// shareLevel makes level i a shared node.
func (s *optimalSearch) shareLevel(i int) {
	p, sh, t := s.shared.pool, &s.shared, &s.shared.pool.tree
	n := p.node(sharedStep{})
	if i == 0 {
		p.root = n
	} else {
		n.up = sh.path[i-1]
		n.up.node.below[n.up.via].node = n
	}
	n.based = true
	lo, hi := s.sleep.levels[i].events, s.sleep.levels[i+1].events
	slept := s.sleep.set(i)
	for _, at := range slept[:len(slept)-int(hi-lo)] {
		e := &s.sleep.events[at.at]
		n.asleep = append(n.asleep, t.events.number(&e.Event, e.digest))
	}
	for k := lo; k < hi; k++ {
		e := &s.sleep.events[k]
		n.branches = append(n.branches, t.events.number(&e.Event, e.digest))
		n.below = append(n.below, branchState{part: 1, done: true})
	}
	n.finished = len(n.branches)
	if hi > lo {
		p.res.Choices++
	}
	n.branches = append(n.branches, t.events.number(&s.events[i], s.history.steps[i].digest))
	n.below = append(n.below, branchState{by: sh})
	n.pending = t.adopt(&s.tree, s.levels[i].pending)
	n.announce()
	s.levels[i] = optimalLevel{}
	sh.path = append(sh.path, sharedStep{n, int(hi - lo)})
}

// cut forgets the numbers of events from position d on.
func (sh *sharedPath) cut(d int) { sh.numbers = sh.numbers[:min(len(sh.numbers), d)] }

// insertShared inserts s.v before event i, where a level is shared.
func (s *optimalSearch) insertShared(i int) {
	p, sh := s.shared.pool, &s.shared
	p.mu.Lock()
	defer p.mu.Unlock()
	sh.numbers = append(sh.numbers, make([]int32, len(s.events)-len(sh.numbers))...)
	p.tree.path, p.tree.numbers, p.tree.extra = s.events, sh.numbers, s.tree.extra
	p.insert(sh.path[i].node, sh.path[i].via+1, s.v)
	p.feed()
}
