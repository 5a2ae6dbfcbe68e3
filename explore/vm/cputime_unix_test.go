//go:build unix

package vm

import (
	"syscall"
	"testing"
	"time"
)

// reportProcessorTime makes b report how much of the processors' time an
// operation takes: other processes may be running.
func reportProcessorTime(b *testing.B) (done func()) {
	start := processorTime(b)
	return func() {
		b.ReportMetric(float64((processorTime(b)-start).Nanoseconds())/float64(b.N), "cpu-ns/op")
	}
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
