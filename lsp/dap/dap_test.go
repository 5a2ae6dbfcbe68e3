package dap

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"
)

// bankLaunch debugs the lost update of the examples.
func bankLaunch(t *testing.T) map[string]any {
	dir, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"cwd": dir, "package": "./bank", "test": "TestDepositLosesUpdate"}
}

// TestLines goes through the test from line to line, forwards and backwards.
func TestLines(t *testing.T) {
	c := newTestClient(t)
	at := c.launch(bankLaunch(t), nil)
	if at.Reason != "entry" || c.where(at.ThreadId) != "bank_test.go:29" {
		t.Fatalf("begins with %s at %s", at.Reason, c.where(at.ThreadId))
	}
	bank := filepath.Join(bankLaunch(t)["cwd"].(string), "bank", "bank_test.go")
	c.do("setBreakpoints", map[string]any{"source": map[string]any{"path": bank}, "breakpoints": []any{map[string]any{"line": 15}}}, nil)
	at = c.move("continue", at.ThreadId)
	var places []string
	for i := 0; at.Reason != "exception" && i < 20; i++ {
		places = append(places, c.where(at.ThreadId))
		at = c.move("next", at.ThreadId)
	}
	want := "15 16 17 18 16 17 18 16 23 24"
	if got := strings.Join(places, " "); got != "bank_test.go:"+strings.ReplaceAll(want, " ", " bank_test.go:") {
		t.Errorf("went through %s", got)
	}
	if c.where(at.ThreadId) != "bank_test.go:25" || !strings.Contains(at.Text, "balance is 50") {
		t.Errorf("%s at %s: %s", at.Reason, c.where(at.ThreadId), at.Text)
	}
	if v := c.scope(at.ThreadId, "Locals")["got"]; v.Value != "50" || v.Type != "int" {
		t.Errorf("got is %+v", v)
	}
	account := c.scope(at.ThreadId, "Arguments")["a"]
	data := c.vars(account.VariablesReference)["data"]
	if v := c.vars(data.VariablesReference)["balance"]; v.Value != "50" {
		t.Errorf("the balance is %+v", v)
	}
	for i := len(places) - 1; i >= 0; i-- {
		at = c.move("stepBack", at.ThreadId)
		if got := c.where(at.ThreadId); got != places[i] {
			t.Errorf("back at %s, want %s", got, places[i])
		}
	}
	if at.Reason != "breakpoint" {
		t.Errorf("stopped because of %s", at.Reason)
	}
	if at = c.move("reverseContinue", at.ThreadId); at.Reason != "entry" {
		t.Errorf("the beginning is %s", at.Reason)
	}
}

// TestColumns counts characters as clients do.
func TestColumns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(file, []byte("package x\n\tf(\"é𝄞\", y)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pos := token.Position{Filename: file, Line: 2, Column: 14} // bytes: tab f ( " é é 𝄞 𝄞 𝄞 𝄞 " , space y
	for _, tt := range []struct {
		client clientInfo
		want   int
	}{{clientInfo{}, 11}, {clientInfo{column0: true}, 10}} {
		s := &server{client: tt.client}
		if got := s.column(pos); got != tt.want {
			t.Errorf("%+v: column %d, want %d", tt.client, got, tt.want)
		}
	}
}

// TestPastNumbers asks, as an editor that is still filling its views does,
// for what it was told of before the last step.
func TestPastNumbers(t *testing.T) {
	c := newTestClient(t)
	at := c.launch(bankLaunch(t), nil)
	frame := c.frames(at.ThreadId)[0].Id
	var scopes dap.ScopesResponseBody
	c.do("scopes", map[string]any{"frameId": frame}, &scopes)
	group := scopes.Scopes[0].VariablesReference
	at = c.move("next", at.ThreadId)
	if now := c.frames(at.ThreadId)[0].Id; now == frame || now == group {
		t.Errorf("frames %d and %d of two stops have one number", frame, now)
	}
	scopes = dap.ScopesResponseBody{}
	c.do("scopes", map[string]any{"frameId": frame}, &scopes)
	if len(scopes.Scopes) != 0 || len(c.vars(group)) != 0 {
		t.Errorf("the past has scopes %+v and variables %+v", scopes.Scopes, c.vars(group))
	}
}
