// Package signal is modelled because no signals come from outside the
// machine: only those that the program sends to itself are delivered.
//
//mazurka:replace
package signal

import (
	"context"
	"os"
	"syscall"
)

// A handler is a channel and the signals it wants; nil means all.
type handler struct {
	c    chan<- os.Signal
	want map[os.Signal]bool
}

var (
	handlers []handler
	ignored  = map[os.Signal]bool{}
)

func init() { syscall.MachineSignal = deliver }

// deliver sends a signal to the channels that want it. It reports whether
// the signal was caught or ignored.
func deliver(sig syscall.Signal) bool {
	caught := ignored[sig]
	for _, h := range handlers {
		if h.want == nil || h.want[sig] {
			caught = true
			select {
			case h.c <- sig:
			default:
			}
		}
	}
	return caught
}

func Notify(c chan<- os.Signal, sig ...os.Signal) {
	if c == nil {
		panic("os/signal: Notify using nil channel")
	}
	h := handler{c: c}
	i := 0
	for i < len(handlers) && handlers[i].c != c {
		i++
	}
	if i < len(handlers) {
		h = handlers[i]
	} else {
		h.want = map[os.Signal]bool{}
	}
	if len(sig) == 0 {
		h.want = nil
	}
	for _, s := range sig {
		delete(ignored, s)
		if h.want != nil {
			h.want[s] = true
		}
	}
	handlers = append(append([]handler(nil), without(c)...), h)
}

// without is the handlers but that of c.
func without(c chan<- os.Signal) []handler {
	var list []handler
	for _, h := range handlers {
		if h.c != c {
			list = append(list, h)
		}
	}
	return list
}

func Stop(c chan<- os.Signal) { handlers = without(c) }

func Ignore(sig ...os.Signal) {
	Reset(sig...)
	if len(sig) == 0 {
		for s := syscall.Signal(1); s < 65; s++ {
			ignored[s] = true
		}
	}
	for _, s := range sig {
		ignored[s] = true
	}
}

func Ignored(sig os.Signal) bool { return ignored[sig] }

func Reset(sig ...os.Signal) {
	if len(sig) == 0 {
		handlers, ignored = nil, map[os.Signal]bool{}
		return
	}
	var list []handler
	for _, h := range handlers {
		want := map[os.Signal]bool{}
		for s := syscall.Signal(1); s < 65; s++ {
			if h.want == nil || h.want[s] {
				want[s] = true
			}
		}
		for _, s := range sig {
			delete(want, s)
		}
		list = append(list, handler{h.c, want})
	}
	handlers = list
	for _, s := range sig {
		delete(ignored, s)
	}
}

// NotifyContext returns a context that one of the signals cancels.
func NotifyContext(parent context.Context, signals ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	c := &signalCtx{Context: ctx, cancel: cancel, ch: make(chan os.Signal, 1), names: signals}
	Notify(c.ch, signals...)
	if ctx.Err() == nil {
		go func() {
			select {
			case s := <-c.ch:
				c.cancel(signalError(s.String() + " signal received"))
			case <-c.Done():
			}
		}()
	}
	return c, c.stop
}

type signalError string

func (e signalError) Error() string        { return string(e) }
func (e signalError) Is(target error) bool { return target == context.Canceled }

type signalCtx struct {
	context.Context
	cancel context.CancelCauseFunc
	ch     chan os.Signal
	names  []os.Signal
}

func (c *signalCtx) stop() {
	c.cancel(nil)
	Stop(c.ch)
}

func (c *signalCtx) String() string {
	s := "signal.NotifyContext("
	if p, ok := c.Context.(interface{ String() string }); ok {
		name := p.String()
		if len(name) > 11 && name[len(name)-11:] == ".WithCancel" {
			name = name[:len(name)-11]
		}
		s += name
	}
	if len(c.names) > 0 {
		s += ", ["
		for i, sig := range c.names {
			if i > 0 {
				s += " "
			}
			s += sig.String()
		}
		s += "]"
	}
	return s + ")"
}
