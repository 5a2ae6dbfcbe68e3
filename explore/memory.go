package explore

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// defaultTotalMemory is how much memory the process may hold while it explores,
// unless the host has less than twice as much.
const defaultTotalMemory = 4 << 30

// totalMemory is the limit for a host with a given memory, 0 if unknown.
func totalMemory(host uint64) uint64 {
	if host == 0 {
		return defaultTotalMemory
	}
	return min(defaultTotalMemory, host/2)
}

// A memoryGuard keeps the process from holding more memory than it may:
// limits bound what one execution allocates, but not what machines and
// searches need to go back, nor how many tests are explored at the same time.
// When the process holds too much, the job that holds most has to give up.
//
// Like the budget it is no part of the semantics: where it strikes depends on
// the host, and the verdict of the job it strikes is Incomplete.
type memoryGuard struct {
	limit uint64
	used  func() uint64 // by the whole process
	clean func()        // gives back what is not needed

	mu     sync.Mutex
	jobs   map[*job]uint64 // what the machines of the running jobs hold
	next   time.Time       // of the next look at the process
	victim *job            // has been told to give up and has not done so yet
}

// guardEvery is how long the guard looks away.
const guardEvery = 20 * time.Millisecond

func newMemoryGuard(limit uint64) *memoryGuard {
	return &memoryGuard{limit: limit, used: residentMemory, clean: debug.FreeOSMemory, jobs: map[*job]uint64{}}
}

func (g *memoryGuard) bound() string {
	return fmt.Sprintf("limit of %d MiB for all tests", g.limit>>20)
}

// enter and leave enclose the life of a job.
func (g *memoryGuard) enter(j *job) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.jobs[j] = 0
}

func (g *memoryGuard) leave(j *job) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.jobs, j)
	if g.victim == j {
		g.victim = nil
		g.clean()
	}
}

// weigh notes how much the machine of a job holds.
func (g *memoryGuard) weigh(j *job, held uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, running := g.jobs[j]; running {
		g.jobs[j] = held
	}
}

// givesUp reports whether a job has to give up. Every job asks now and then.
func (g *memoryGuard) givesUp(j *job) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.victim != nil && !g.victim.o.Gate.isClosed() {
		return g.victim == j
	}
	now := time.Now()
	if now.Before(g.next) {
		return false
	}
	g.next = now.Add(guardEvery)
	if g.used() <= g.limit {
		return false
	}
	if g.clean(); g.used() <= g.limit {
		// Cleaning is expensive, and what was garbage once comes again.
		g.next = time.Now().Add(10 * guardEvery)
		return false
	}
	g.victim = j
	for other, held := range g.jobs {
		if held > g.jobs[g.victim] && !other.o.Gate.isClosed() { // who is held up cannot give up
			g.victim = other
		}
	}
	return g.victim == j
}

// heapMemory is what the Go heap holds, for hosts that tell no more.
func heapMemory() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
