package explore

import (
	"context"
	"testing"
	"time"
)

// memoryJobs are jobs of a guard whose process holds *used bytes.
func memoryJobs(limit uint64, used *uint64, n int) (*memoryGuard, []*job) {
	g := newMemoryGuard(limit)
	g.used = func() uint64 { return *used }
	g.clean = func() {}
	var jobs []*job
	for range n {
		j := &job{ctx: context.Background(), guard: g, start: time.Now(), end: time.Now().Add(time.Hour)}
		g.enter(j)
		jobs = append(jobs, j)
	}
	return g, jobs
}

func TestMemoryGuardStopsTheLargest(t *testing.T) {
	used := uint64(50)
	g, jobs := memoryJobs(100, &used, 3)
	g.weigh(jobs[0], 10)
	g.weigh(jobs[1], 30)
	g.weigh(jobs[2], 20)
	for i, j := range jobs {
		if g.next = (time.Time{}); j.over(1) {
			t.Errorf("job %d gives up below the limit", i)
		}
	}
	used = 150
	g.next = time.Time{}
	for i, want := range []bool{false, true, false} {
		if got := jobs[i].over(1); got != want {
			t.Errorf("job %d gives up: %v, want %v", i, got, want)
		}
	}
	if got, want := jobs[1].cut(), g.bound(); got != want {
		t.Errorf("bound %q, want %q", got, want)
	}
	// Another one follows only after the first has gone, and only if that was
	// not enough.
	g.leave(jobs[1])
	if g.next = (time.Time{}); !jobs[2].over(1) || jobs[0].over(1) {
		t.Error("the largest of the rest ought to give up")
	}
	g.leave(jobs[2])
	used = 90
	if g.next = (time.Time{}); jobs[0].over(1) {
		t.Error("gives up below the limit")
	}
}

func TestMemoryGuardCleansFirst(t *testing.T) {
	used := uint64(150)
	g, jobs := memoryJobs(100, &used, 1)
	g.clean = func() { used = 80 }
	if jobs[0].over(1) {
		t.Error("gives up although what it held was garbage")
	}
}

func TestMemoryOfThisProcess(t *testing.T) {
	if n := residentMemory(); n < 1<<20 || n > 1<<40 {
		t.Errorf("the process holds %d bytes", n)
	}
	if n := totalMemory(2 << 30); n != 1<<30 {
		t.Errorf("limit of a small host: %d", n)
	}
}

// TestMemoryGuardSparesTheHeld holds up the largest job, which cannot give up
// then; another one has to.
func TestMemoryGuardSparesTheHeld(t *testing.T) {
	used := uint64(150)
	g, jobs := memoryJobs(100, &used, 2)
	g.weigh(jobs[0], 10)
	g.weigh(jobs[1], 30)
	if jobs[0].over(1) { // jobs[1] is told to
		t.Error("the smaller one gives up")
	}
	jobs[1].o.Gate = new(Gate)
	jobs[1].o.Gate.Close()
	if g.next = (time.Time{}); !jobs[0].over(1) {
		t.Error("nobody gives up")
	}
}
