//go:build unix

package explore

import (
	"syscall"
	"time"
)

// processorTime is how long the process has been running on processors, 0 if
// the host does not tell.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
