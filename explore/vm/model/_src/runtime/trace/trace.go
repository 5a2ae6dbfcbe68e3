// Package trace is modelled because execution traces measure the host: those
// written here are empty. What marks places in them does nothing.
//
//mazurka:replace
package trace

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"
)

var enabled atomic.Bool

func Start(w io.Writer) error {
	if !enabled.CompareAndSwap(false, true) {
		return errors.New("execution tracer already enabled")
	}
	return nil
}

func Stop()           { enabled.Store(false) }
func IsEnabled() bool { return enabled.Load() || recording.Load() }

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

// recording tells that there is an active flight recorder: there can be one.
var recording atomic.Bool

type FlightRecorder struct {
	_       [0]func() // not comparable
	enabled atomic.Bool
}

func NewFlightRecorder(cfg FlightRecorderConfig) *FlightRecorder { return &FlightRecorder{} }

func (fr *FlightRecorder) Enabled() bool { return fr.enabled.Load() }

func (fr *FlightRecorder) Start() error {
	if fr.enabled.Load() {
		return errors.New("cannot enable a enabled flight recorder")
	}
	if !recording.CompareAndSwap(false, true) {
		return errors.New("flight recorder already enabled")
	}
	fr.enabled.Store(true)
	return nil
}

func (fr *FlightRecorder) Stop() {
	if fr.enabled.CompareAndSwap(true, false) {
		recording.Store(false)
	}
}

func (fr *FlightRecorder) WriteTo(w io.Writer) (n int64, err error) {
	if !fr.enabled.Load() {
		return 0, errors.New("cannot snapshot a disabled flight recorder")
	}
	return 0, nil
}
