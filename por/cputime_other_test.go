//go:build !unix

package por_test

import "time"

var started = time.Now()

// processorTime is, where it cannot be told how long the process has been running
// on processors, how long it has been running at all.
func processorTime() time.Duration { return time.Since(started) }
