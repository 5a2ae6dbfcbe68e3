package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A wire speaks to a server process in raw messages.
type wire struct {
	t    testing.TB
	cmd  *exec.Cmd
	in   io.WriteCloser
	msgs chan map[string]any // closed at the end of the output
	id   int
}

// startServer starts a server with a cache of its own, unless variables of the
// environment say something else.
func startServer(t testing.TB, env ...string) *wire {
	t.Helper()
	w := &wire{t: t, cmd: mazurka(t, "serve"), msgs: make(chan map[string]any, 1000)}
	w.cmd.Env = append(w.cmd.Env, env...)
	if testing.Verbose() {
		w.cmd.Stderr = os.Stderr
	}
	var err error
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go w.read(bufio.NewReader(out))
	return w
}

func (w *wire) read(r *bufio.Reader) {
	defer close(w.msgs)
	for {
		size := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				size, _ = strconv.Atoi(v)
			}
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m map[string]any
		if err := json.Unmarshal(body, &m); err != nil {
			w.t.Errorf("the server wrote %q: %v", body, err)
			return
		}
		w.msgs <- m
	}
}

func (w *wire) raw(s string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, s); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) send(m map[string]any) {
	w.t.Helper()
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		w.t.Fatal(err)
	}
	w.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (w *wire) notify(method string, params any) {
	w.t.Helper()
	w.send(map[string]any{"method": method, "params": params})
}

// call sends a request and waits for its answer.
func (w *wire) call(method string, params any) map[string]any {
	w.t.Helper()
	w.id++
	id := w.id
	w.send(map[string]any{"id": id, "method": method, "params": params})
	return w.wait(method, func(m map[string]any) bool { return m["id"] == float64(id) && m["method"] == nil })
}

// wait returns the first message for which ok holds; the others are dropped.
func (w *wire) wait(what string, ok func(map[string]any) bool) map[string]any {
	w.t.Helper()
	deadline := time.After(60 * time.Second)
	for {
		select {
		case m, more := <-w.msgs:
			if !more {
				w.t.Fatalf("%s: the server is gone", what)
			}
			if ok(m) {
				return m
			}
		case <-deadline:
			w.t.Fatalf("%s: no message within a minute", what)
		}
	}
}

// diagnostics waits for a publication for a file of which ok holds.
func (w *wire) diagnostics(file string, ok func([]any) bool) []any {
	w.t.Helper()
	var list []any
	w.wait("diagnostics of "+file, func(m map[string]any) bool {
		p, _ := m["params"].(map[string]any)
		if m["method"] != "textDocument/publishDiagnostics" || !strings.HasSuffix(fmt.Sprint(p["uri"]), file) {
			return false
		}
		list, _ = p["diagnostics"].([]any)
		return ok(list)
	})
	return list
}

func (w *wire) initialize() {
	w.t.Helper()
	w.call("initialize", map[string]any{
		"processId":             os.Getpid(),
		"capabilities":          map[string]any{"textDocument": map[string]any{"publishDiagnostics": map[string]any{"relatedInformation": true}}},
		"initializationOptions": map[string]any{"diagnosticsDelay": "10ms"},
	})
	w.notify("initialized", map[string]any{})
}

// end waits for the process and returns its exit status.
func (w *wire) end() int {
	w.t.Helper()
	done := make(chan error, 1)
	go func() { done <- w.cmd.Wait() }()
	select {
	case <-done:
		return w.cmd.ProcessState.ExitCode()
	case <-time.After(20 * time.Second):
		w.t.Fatal("the server does not end")
		return -1
	}
}

const racyTest = `package p

import (
	"sync"
	"testing"
)

func TestSum(t *testing.T) {
	sum := 0
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			sum += i
		})
	}
	wg.Wait()
}
`

// TestServe is a session over real pipes: a race is found, replayed, and
// repaired in the buffer alone.
func TestServe(t *testing.T) {
	file := filepath.Join(writeModule(t), "p_test.go")
	w := startServer(t)
	w.initialize()
	uri := "file://" + filepath.ToSlash(file)
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "go", "version": 1, "text": racyTest}})
	list := w.diagnostics("p_test.go", func(l []any) bool { return len(l) > 0 })
	d := list[0].(map[string]any)
	if d["code"] != "MZ001" {
		t.Errorf("code %v, want MZ001", d["code"])
	}
	if rel, _ := d["relatedInformation"].([]any); len(rel) < 2 {
		t.Errorf("related information %v, want both sides", d["relatedInformation"])
	}
	actions := w.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": d["range"], "context": map[string]any{"diagnostics": []any{d}},
	})["result"].([]any)
	replayed := false
	for _, a := range actions {
		a := a.(map[string]any)
		if strings.HasPrefix(fmt.Sprint(a["title"]), "Replay") {
			cmd := a["command"].(map[string]any)
			res := w.call("workspace/executeCommand", map[string]any{"command": cmd["command"], "arguments": cmd["arguments"]})
			text := fmt.Sprint(res["result"])
			replayed = strings.Contains(text, "p_test.go:13") && strings.Contains(text, "sum += i")
		}
	}
	if !replayed {
		t.Errorf("no action replays the race: %v", actions)
	}
	fixed := strings.Replace(strings.Replace(racyTest, "sum += i", "mu.Lock()\n\t\t\tsum += i\n\t\t\tmu.Unlock()", 1), "sum := 0", "sum := 0\n\tvar mu sync.Mutex", 1)
	w.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{map[string]any{"text": fixed}},
	})
	w.diagnostics("p_test.go", func(l []any) bool { return len(l) == 0 })
	w.call("shutdown", nil)
	w.notify("exit", nil)
	if code := w.end(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
}

var noise = flag.Int("serve.noise", 3000, "messages of TestServeNoise")

// noiseMethods are what a client may send, and what none does.
var noiseMethods = []string{
	"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose", "textDocument/codeLens",
	"textDocument/codeAction", "textDocument/inlayHint", "textDocument/inlineValue", "textDocument/diagnostic", "workspace/diagnostic",
	"workspace/executeCommand", "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders",
	"workspace/textDocumentContent", "window/workDoneProgress/cancel", "$/cancelRequest", "$/setTrace", "initialize", "initialized", "x", "",
}

// noiseValue is a value of any shape; names and strings are often those that a
// message has.
func noiseValue(rng *rand.Rand, dir string, depth int) any {
	keys := []string{"textDocument", "uri", "version", "text", "contentChanges", "range", "start", "end", "line", "character", "command",
		"arguments", "package", "test", "schedule", "reason", "settings", "changes", "type", "event", "added", "removed", "context", "diagnostics",
		"source", "data", "message", "id", "token", "previousResultIds", "stoppedLocation", "frameId"}
	texts := []string{"", "p", "TestSum", "file://" + dir + "/p_test.go", "file:///nowhere/a.go", "untitled:1", "mazurka:/a/b/c.interleaving",
		racyTest, "package p", "\u2028\x00", "mazurka", "mazurka.explore", "mazurka.replay", "mazurka.show_trace", "mazurka.debug",
		"mazurka.keep_as_test", "mazurka.ignore", "mazurka.explore_all", "mazurka.stop", "mazurka.pause", "mazurka.resume", "mazurka.close_trace"}
	switch n := rng.IntN(12); {
	case n < 5 && depth > 0:
		m := map[string]any{}
		for range rng.IntN(6) {
			m[keys[rng.IntN(len(keys))]] = noiseValue(rng, dir, depth-1)
		}
		return m
	case n < 6 && depth > 0:
		var list []any
		for range rng.IntN(3) {
			list = append(list, noiseValue(rng, dir, depth-1))
		}
		return list
	case n < 9:
		return texts[rng.IntN(len(texts))]
	case n == 9:
		return []any{nil, true, -1, 1.5, 1 << 40}[rng.IntN(5)]
	}
	return rng.IntN(40)
}

// noiseParams are parameters that are right but for one place.
func noiseParams(rng *rand.Rand, dir string) any {
	at := map[string]any{"line": rng.IntN(30), "character": rng.IntN(9)}
	p := map[string]any{
		"textDocument":   map[string]any{"uri": "file://" + dir + "/p_test.go", "languageId": "go", "version": rng.IntN(9), "text": racyTest},
		"contentChanges": []any{map[string]any{"text": "x", "range": map[string]any{"start": at, "end": at}}},
		"range":          map[string]any{"start": at, "end": map[string]any{"line": rng.IntN(30), "character": 0}},
		"context":        map[string]any{"diagnostics": []any{}},
		"command":        "mazurka.replay", "arguments": []any{map[string]any{"package": "p", "test": "TestSum"}},
		"changes": []any{map[string]any{"uri": "file://" + dir + "/p_test.go", "type": 1 + rng.IntN(3)}},
	}
	for key := range p {
		if rng.IntN(8) == 0 {
			p[key] = noiseValue(rng, dir, 3)
		}
	}
	return p
}

// TestServeNoise feeds the server noise and nonsense about a module that is
// there; it answers to the end.
func TestServeNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	w := startServer(t)
	w.initialize()
	dir := filepath.ToSlash(writeModule(t))
	lenses := map[string]any{"textDocument": map[string]any{"uri": "file://" + dir + "/p_test.go"}}
	for i := range *noise {
		if i%200 == 0 {
			w.call("textDocument/codeLens", lenses)
		}
		if i%2000 == 0 { // so that there is something to make noise about
			w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
				"uri": "file://" + dir + "/p_test.go", "languageId": "go", "version": 1, "text": racyTest,
			}})
			time.Sleep(100 * time.Millisecond)
		}
		m := map[string]any{"method": noiseMethods[rng.IntN(len(noiseMethods))]}
		switch rng.IntN(10) {
		case 0:
			noise := make([]byte, rng.IntN(50))
			for i := range noise {
				noise[i] = byte(rng.IntN(256))
			}
			w.raw("Content-Length: " + strconv.Itoa(len(noise)) + "\r\n\r\n" + string(noise))
			continue
		case 1, 2:
			m["params"] = noiseValue(rng, dir, 4)
		default:
			m["params"] = noiseParams(rng, dir)
		}
		if rng.IntN(2) == 0 {
			m["id"] = 1000000 + i
		}
		w.send(m)
	}
	w.notify("mazurka/none", nil)
	w.call("textDocument/codeLens", lenses)
	w.call("shutdown", nil)
	w.notify("exit", nil)
	if code := w.end(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
}

// writeModule writes a module with a racy test and returns its directory.
func writeModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": racyTest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestServeTwo lets two servers work on one module with one cache.
func TestServeTwo(t *testing.T) {
	dir := writeModule(t)
	file := filepath.Join(dir, "p_test.go")
	uri := "file://" + filepath.ToSlash(file)
	cache := "XDG_CACHE_HOME=" + t.TempDir()
	one, two := startServer(t, cache), startServer(t, cache)
	for _, w := range []*wire{one, two} {
		w.initialize()
		w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "go", "version": 1, "text": racyTest}})
	}
	for i := range 10 {
		text := fmt.Sprintf("%s\nvar _ = %d\n", racyTest, i)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, w := range []*wire{one, two} {
			w.notify("textDocument/didChange", map[string]any{
				"textDocument":   map[string]any{"uri": uri, "version": i + 2},
				"contentChanges": []any{map[string]any{"text": text}},
			})
			w.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
		}
		for _, w := range []*wire{one, two} {
			w.diagnostics("p_test.go", func(l []any) bool { return len(l) > 0 && l[0].(map[string]any)["severity"] == 1.0 })
		}
	}
}

// TestServeOrphan closes the server's input without a word.
func TestServeOrphan(t *testing.T) {
	w := startServer(t)
	w.initialize()
	w.in.Close()
	if code := w.end(); code != 1 {
		t.Errorf("exit status %d, want 1", code)
	}
}

// TestServeDeadParent kills the process that the client says it is, in the middle of
// an exploration; the pipes stay open.
func TestServeDeadParent(t *testing.T) {
	parent := mazurka(t, "serve")
	in, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	w := startServer(t)
	w.call("initialize", map[string]any{"processId": parent.Process.Pid, "capabilities": map[string]any{}})
	text := strings.Replace(racyTest, "range 2", "range 9", 1)
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": "file://" + filepath.ToSlash(writeModule(t)) + "/p_test.go", "languageId": "go", "version": 1, "text": text,
	}})
	w.diagnostics("p_test.go", func(l []any) bool { return len(l) > 0 })
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	if code := w.end(); code != 1 {
		t.Errorf("exit status %d, want 1", code)
	}
}
