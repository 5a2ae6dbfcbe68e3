package main

import (
	"bufio"
	"encoding/json"
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

func startServer(t testing.TB) *wire {
	t.Helper()
	w := &wire{t: t, cmd: mazurka(t, "serve"), msgs: make(chan map[string]any, 1000)}
	w.cmd.Stderr = os.Stderr
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
	dir := t.TempDir()
	file := filepath.Join(dir, "p_test.go")
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": racyTest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
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

// TestServeNoise feeds the server noise and nonsense; it answers to the end.
func TestServeNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	w := startServer(t)
	w.initialize()
	methods := []string{"textDocument/didOpen", "textDocument/didChange", "textDocument/codeLens", "workspace/executeCommand",
		"textDocument/codeAction", "$/cancelRequest", "workspace/didChangeWatchedFiles", "x", "initialize", "textDocument/didSave"}
	values := []any{nil, 7, -1.5, "x", true, []any{}, map[string]any{}, map[string]any{"uri": "file:///a.go"},
		map[string]any{"textDocument": map[string]any{"uri": "file:///a.go", "version": 3, "text": "package a"}},
		map[string]any{"textDocument": map[string]any{"uri": "file:///a_test.go"}, "contentChanges": []any{map[string]any{"text": "\u2028"}}},
		map[string]any{"command": "mazurka.replay", "arguments": []any{map[string]any{"schedule": "\x00"}}}}
	for i := range 3000 {
		switch rng.IntN(6) {
		case 0:
			noise := make([]byte, rng.IntN(50))
			for i := range noise {
				noise[i] = byte(rng.IntN(256))
			}
			w.raw("Content-Length: " + strconv.Itoa(len(noise)) + "\r\n\r\n" + string(noise))
		case 1:
			w.send(map[string]any{"id": 100000 + i, "method": methods[rng.IntN(len(methods))], "params": values[rng.IntN(len(values))]})
		default:
			w.send(map[string]any{"method": methods[rng.IntN(len(methods))], "params": values[rng.IntN(len(values))]})
		}
	}
	w.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": "file:///a.go"}})
	w.call("shutdown", nil)
	w.notify("exit", nil)
	if code := w.end(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
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

// TestServeDeadParent names a process that is gone.
func TestServeDeadParent(t *testing.T) {
	gone := mazurka(t, "version")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	w := startServer(t)
	w.call("initialize", map[string]any{"processId": gone.Process.Pid, "capabilities": map[string]any{}})
	if code := w.end(); code != 1 {
		t.Errorf("exit status %d, want 1", code)
	}
}
