package explore

import (
	"fmt"
	"runtime"
)

// Defaults of the limits of one execution. Those of steps are the machine's.
const (
	defaultEvents     = 20_000
	defaultMemory     = 64 << 20
	defaultGoroutines = 4_000
)

func (l Limits) events() int {
	if l.Events == 0 {
		return defaultEvents
	}
	return l.Events
}

func (l Limits) eventBound() string {
	return fmt.Sprintf("limit of %d visible operations in one execution", l.events())
}

// withDefaults fills in what was left zero.
func (o Options) withDefaults() Options {
	if o.Budget <= 0 {
		o.Budget = DefaultBudget
	}
	o.Workers = max(o.Workers, 1)
	if o.Jobs <= 0 {
		o.Jobs = max(runtime.GOMAXPROCS(0)/o.Workers, 1)
	}
	if o.TotalMemory == 0 {
		o.TotalMemory = totalMemory(hostMemory())
	}
	if o.Algorithm == "" {
		o.Algorithm = Auto
	}
	if o.Algorithm == One {
		o.Limits = o.Limits.forOne()
	}
	return o
}
