// Package trace is modelled because execution traces measure the host: none
// can be made. What marks places in them does nothing.
//
//mazurka:replace
package trace

import (
	"context"
	"errors"
	"io"
	"time"
)

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

func Start(w io.Writer) error {
	unsupported("runtime/trace.Start")
	return nil
}

func Stop()           {}
func IsEnabled() bool { return false }

func Log(ctx context.Context, category, message string)              {}
func Logf(ctx context.Context, category, format string, args ...any) {}

func WithRegion(ctx context.Context, regionType string, fn func()) { fn() }

type Region struct{}

func StartRegion(ctx context.Context, regionType string) *Region { return &Region{} }
func (r *Region) End()                                           {}

type Task struct{}

type taskKey struct{}

func NewTask(pctx context.Context, taskType string) (ctx context.Context, task *Task) {
	task = &Task{}
	return context.WithValue(pctx, taskKey{}, task), task
}

func (t *Task) End() {}

type FlightRecorderConfig struct {
	MinAge   time.Duration
	MaxBytes uint64
}

type FlightRecorder struct {
	_ [0]func() // not comparable
}

func NewFlightRecorder(cfg FlightRecorderConfig) *FlightRecorder { return &FlightRecorder{} }

func (fr *FlightRecorder) Enabled() bool { return false }
func (fr *FlightRecorder) Stop()         {}

func (fr *FlightRecorder) Start() error {
	unsupported("runtime/trace.FlightRecorder.Start")
	return nil
}

func (fr *FlightRecorder) WriteTo(w io.Writer) (n int64, err error) {
	return 0, errors.New("cannot snapshot a disabled flight recorder")
}
