package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The benchmarks of this file measure a server process as an editor sees it.
// Each edit is another text, so no result comes from a cache:
//
//	go test ./cmd/mazurka -run '^$' -bench Latency -benchtime 100x

// A bench is a server on a directory with one file open.
type bench struct {
	*wire
	b       *testing.B
	dir     string
	version int
	stale   map[any]bool // the tests whose code has changed since
}

func openWorkspace(b *testing.B, files map[string]string) *bench {
	dir := b.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	w := &bench{wire: startServer(b), b: b, dir: dir, stale: map[any]bool{}}
	w.call("initialize", map[string]any{
		"processId":        os.Getpid(),
		"capabilities":     map[string]any{"experimental": map[string]any{"mazurkaStatus": true}},
		"workspaceFolders": []any{map[string]any{"uri": w.uri(""), "name": "w"}},
	})
	w.notify("initialized", map[string]any{})
	return w
}

func (w *bench) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(w.dir, name))
}

func (w *bench) open(name, text string) {
	w.version++
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": w.uri(name), "languageId": "go", "version": w.version, "text": text,
	}})
}

func (w *bench) change(name, text string) {
	w.version++
	w.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": w.uri(name), "version": w.version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// save changes a file in the editor and on disk, and says so; it returns when
// it did.
func (w *bench) save(name, text string) time.Time {
	w.change(name, text)
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o666); err != nil {
		w.b.Fatal(err)
	}
	start := time.Now()
	w.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": w.uri(name)}})
	return start
}

// idle waits until everything is explored.
func (w *bench) idle() {
	w.status(func(p, t map[string]any) bool {
		return p["state"] == "idle" && len(w.stale) == 0 && t["verdict"] != ""
	})
}

// status waits for news of a test for which ok holds.
func (w *bench) status(ok func(params, test map[string]any) bool) {
	w.wait("status", func(m map[string]any) bool {
		p, _ := m["params"].(map[string]any)
		if m["method"] != "mazurka/status" {
			return false
		}
		found := false
		for _, t := range p["changed"].([]any) {
			t := t.(map[string]any)
			name := t["package"]
			if w.stale[name] = t["stale"] == true; !w.stale[name] {
				delete(w.stale, name)
			}
			found = found || ok(p, t)
		}
		return found
	})
}

// quantiles reports the median and the 95th percentile.
func quantiles(b *testing.B, name string, all []time.Duration) {
	slices.Sort(all)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(all[len(all)/2]), "ms-"+name+"-median")
	b.ReportMetric(ms(all[len(all)*95/100]), "ms-"+name+"-p95")
}

// variant is a text like the given one that no other n has.
func variant(text string, n int) string { return text + fmt.Sprintf("\nvar _ = %d\n", n) }

const repairedTest = `package p

import (
	"sync"
	"testing"
)

func TestSum(t *testing.T) {
	sum := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			sum += i
			mu.Unlock()
		})
	}
	wg.Wait()
}
`

// BenchmarkLatencyFinding measures the time from didSave to the first
// diagnostic of a shallow bug.
func BenchmarkLatencyFinding(b *testing.B) {
	w := openWorkspace(b, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": racyTest})
	w.open("p_test.go", racyTest)
	w.idle()
	var all []time.Duration
	for b.Loop() {
		w.save("p_test.go", variant(repairedTest, len(all)))
		w.status(func(_, t map[string]any) bool { return t["verdict"] == "verified" && t["stale"] == false })
		start := w.save("p_test.go", variant(racyTest, len(all)))
		w.diagnostics("p_test.go", func(l []any) bool { return len(l) > 0 })
		all = append(all, time.Since(start))
		w.idle()
	}
	quantiles(b, "finding", all)
}

// thousandTest has 1,680 traces: the orders in which three goroutines take a
// lock three times each.
const thousandTest = `package p

import (
	"sync"
	"testing"
)

func TestOrders(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var log []int
	for i := range 3 {
		wg.Go(func() {
			for range 3 {
				mu.Lock()
				log = append(log, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}
`

// BenchmarkLatencyVerified measures the time from didSave to the verdict of a test with
// more than 1,000 traces.
func BenchmarkLatencyVerified(b *testing.B) {
	w := openWorkspace(b, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": thousandTest})
	w.open("p_test.go", thousandTest)
	w.idle()
	var all []time.Duration
	for b.Loop() {
		start := w.save("p_test.go", variant(thousandTest, len(all)))
		w.status(func(_, t map[string]any) bool {
			return t["verdict"] == "verified" && t["stale"] == false && t["state"] == "done"
		})
		all = append(all, time.Since(start))
	}
	quantiles(b, "verified", all)
}

// endlessTest is not explored within any budget.
var endlessTest = strings.Replace(strings.Replace(thousandTest, "range 3", "range 12", 2), "TestOrders", "TestEndless", 1)

// BenchmarkLatencyTyping measures how long a didChange is under way while a
// test is being explored: the request behind it is answered when it is handled.
func BenchmarkLatencyTyping(b *testing.B) {
	w := openWorkspace(b, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": endlessTest, "q_test.go": "package p\n"})
	w.open("p_test.go", endlessTest)
	w.open("q_test.go", "package p\n")
	w.status(func(_, t map[string]any) bool { return t["state"] == "running" })
	var all []time.Duration
	for b.Loop() {
		start := time.Now()
		w.change("p_test.go", variant(endlessTest, len(all)))
		w.call("textDocument/inlayHint", map[string]any{
			"textDocument": map[string]any{"uri": w.uri("q_test.go")},
			"range":        map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 1, "character": 0}},
		})
		all = append(all, time.Since(start))
		time.Sleep(20 * time.Millisecond)
	}
	quantiles(b, "typing", all)
}

// manyPackages is a workspace of 50 packages with what tests commonly import.
func manyPackages() map[string]string {
	files := map[string]string{"go.mod": "module w\n\ngo 1.26\n"}
	for i := range 50 {
		text := strings.Replace(repairedTest, "package p", fmt.Sprintf("package p%d", i), 1)
		files[fmt.Sprintf("p%d/p_test.go", i)] = text
		imports := ""
		if i > 0 {
			imports = fmt.Sprintf("\t_ \"w/p%d\"\n", i-1)
		}
		files[fmt.Sprintf("p%d/p.go", i)] = fmt.Sprintf(`package p%d

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
%s)

func F(ctx context.Context, v any) (string, error) {
	select {
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), os.ErrClosed)
	case <-time.After(time.Second):
	}
	b, err := json.Marshal(v)
	return fmt.Sprint(strings.ToUpper(string(b))), err
}
`, i, imports)
	}
	return files
}

// BenchmarkLatencyMemory measures what a server holds of a workspace of 50 packages after edits,
// and what it does when there is nothing to do.
func BenchmarkLatencyMemory(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("reads /proc")
	}
	files := manyPackages()
	w := openWorkspace(b, files)
	const name = "p0/p.go" // which all others import
	w.open(name, files[name])
	w.idle()
	n := 0
	for b.Loop() {
		n++
		w.save(name, variant(files[name], n))
		w.idle()
	}
	time.Sleep(4 * time.Second)
	before := w.ticks()
	time.Sleep(3 * time.Second)
	b.ReportMetric(float64(w.ticks()-before)/3, "ticks/s-idle")
	b.ReportMetric(w.memory("VmHWM"), "MB-peak")
	b.ReportMetric(w.memory("VmRSS"), "MB-idle")
}

// memory is a field of the status of the server's process in megabytes.
func (w *bench) memory(field string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.cmd.Process.Pid))
	if err != nil {
		w.b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), field+":")
	kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		w.b.Fatal(err)
	}
	return kb / 1000
}

// ticks is the processor time of the server's process in hundredths of a second.
func (w *bench) ticks() (n int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.cmd.Process.Pid))
	if err != nil {
		w.b.Fatal(err)
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')'):]))
	for _, f := range fields[12:14] { // utime and stime, counted from the state
		v, err := strconv.Atoi(f)
		if err != nil {
			w.b.Fatal(err)
		}
		n += v
	}
	return n
}
