// Package pprof is modelled because profiles measure the host: those written
// here are empty, but for that of goroutines, which is always text. Labels and
// the program's own profiles work.
//
//mazurka:replace
package pprof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// A Profile is a set of values.
type Profile struct {
	name string
	mu   sync.Mutex
	m    map[any]bool
}

var profiles struct {
	mu sync.Mutex
	m  map[string]*Profile
}

// builtin are the names of the predefined profiles.
var builtin = []string{"allocs", "block", "goroutine", "heap", "mutex", "threadcreate"}

// all returns the profiles by name (locked).
func all() map[string]*Profile {
	if profiles.m == nil {
		profiles.m = map[string]*Profile{}
		for _, name := range builtin {
			profiles.m[name] = &Profile{name: name}
		}
	}
	return profiles.m
}

func NewProfile(name string) *Profile {
	if name == "" {
		panic("pprof: NewProfile with empty name")
	}
	profiles.mu.Lock()
	defer profiles.mu.Unlock()
	if all()[name] != nil {
		panic("pprof: NewProfile name already in use: " + name)
	}
	p := &Profile{name: name, m: map[any]bool{}}
	all()[name] = p
	return p
}

func Lookup(name string) *Profile {
	profiles.mu.Lock()
	defer profiles.mu.Unlock()
	return all()[name]
}

func Profiles() []*Profile {
	profiles.mu.Lock()
	defer profiles.mu.Unlock()
	var list []*Profile
	for _, p := range all() {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *Profile) int { return strings.Compare(a.name, b.name) })
	return list
}

func (p *Profile) Name() string { return p.name }

func (p *Profile) Count() int {
	if p.name == "goroutine" {
		return runtime.NumGoroutine()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.m)
}

func (p *Profile) Add(value any, skip int) {
	if p.name == "" {
		panic("pprof: use of uninitialized Profile")
	}
	if slices.Contains(builtin, p.name) {
		panic("pprof: Add called on built-in Profile " + p.name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m[value] {
		panic("pprof: Profile.Add of duplicate value")
	}
	p.m[value] = true
}

func (p *Profile) Remove(value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.m, value)
}

func (p *Profile) WriteTo(w io.Writer, debug int) error {
	switch {
	case p.name == "goroutine" && debug >= 2:
		buf := make([]byte, 1<<20)
		_, err := w.Write(buf[:runtime.Stack(buf, true)])
		return err
	case p.name == "goroutine":
		return writeGoroutines(w)
	}
	_, err := fmt.Fprintf(w, "%s profile: total %d\n", p.name, p.Count())
	return err
}

func WriteHeapProfile(w io.Writer) error { return Lookup("heap").WriteTo(w, 0) }

var profiling bool

func StartCPUProfile(w io.Writer) error {
	if profiling {
		return errors.New("cpu profiling already in use")
	}
	profiling = true
	return nil
}

func StopCPUProfile() { profiling = false }

// A LabelSet is a set of labels.
type LabelSet struct {
	list []label
}

type label struct{ key, value string }

type labelKey struct{}

func Labels(args ...string) LabelSet {
	if len(args)%2 != 0 {
		panic("uneven number of arguments to pprof.Labels")
	}
	var list []label
	for i := 0; i < len(args); i += 2 {
		list = with(list, label{args[i], args[i+1]})
	}
	return LabelSet{list}
}

// with returns list with a label added or replaced, sorted by key.
func with(list []label, l label) []label {
	out := slices.Clone(list)
	i, found := slices.BinarySearchFunc(out, l.key, func(a label, key string) int { return strings.Compare(a.key, key) })
	if found {
		out[i] = l
		return out
	}
	return slices.Insert(out, i, l)
}

func labelsOf(ctx context.Context) []label {
	list, _ := ctx.Value(labelKey{}).([]label)
	return list
}

func WithLabels(ctx context.Context, labels LabelSet) context.Context {
	list := labelsOf(ctx)
	for _, l := range labels.list {
		list = with(list, l)
	}
	return context.WithValue(ctx, labelKey{}, list)
}

func Label(ctx context.Context, key string) (string, bool) {
	for _, l := range labelsOf(ctx) {
		if l.key == key {
			return l.value, true
		}
	}
	return "", false
}

func ForLabels(ctx context.Context, f func(key, value string) bool) {
	for _, l := range labelsOf(ctx) {
		if !f(l.key, l.value) {
			return
		}
	}
}

// setLabels sets the labels of the calling goroutine.
func setLabels(labels unsafe.Pointer)

// goroutines are the stacks and labels of the goroutines that live.
func goroutines() (stacks [][]uintptr, labels []unsafe.Pointer)

func SetGoroutineLabels(ctx context.Context) {
	list := labelsOf(ctx)
	setLabels(unsafe.Pointer(&list))
}

func Do(ctx context.Context, labels LabelSet, f func(context.Context)) {
	defer SetGoroutineLabels(ctx)
	ctx = WithLabels(ctx, labels)
	SetGoroutineLabels(ctx)
	f(ctx)
}

// writeGoroutines writes the profile of goroutines as text: those with equal
// stacks and labels together, the most numerous first.
func writeGoroutines(w io.Writer) error {
	stacks, labels := goroutines()
	var texts []string
	count := map[string]int{}
	for i, pcs := range stacks {
		text := goroutineText(pcs, labels[i])
		if count[text]++; count[text] == 1 {
			texts = append(texts, text)
		}
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	var b strings.Builder
	fmt.Fprintf(&b, "goroutine profile: total %d\n", len(stacks))
	for _, text := range texts {
		fmt.Fprintf(&b, "%d @%s\n", count[text], text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func goroutineText(pcs []uintptr, labels unsafe.Pointer) string {
	var b strings.Builder
	for _, pc := range pcs {
		fmt.Fprintf(&b, " %#x", pc)
	}
	b.WriteByte('\n')
	if labels != nil && len(*(*[]label)(labels)) > 0 {
		b.WriteString("# labels: {")
		for i, l := range *(*[]label)(labels) {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%q:%q", l.key, l.value)
		}
		b.WriteString("}\n")
	}
	frames := runtime.CallersFrames(pcs)
	for more := len(pcs) > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&b, "#\t%#x\t%s+%#x\t%s:%d\n", f.PC, f.Function, f.PC-f.Entry, f.File, f.Line)
	}
	return b.String()
}
