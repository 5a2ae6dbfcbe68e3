// Package order has tests whose output shows in which order package testing
// calls things. The machine must print what `go test` prints.
package order

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func TestCleanupOrder(t *testing.T) {
	t.Cleanup(func() { say("outer 1 failed=%t", t.Failed()) })
	t.Cleanup(func() {
		say("outer 2")
		t.Cleanup(func() { say("added in cleanup") })
	})
	defer say("deferred")
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { say("sub cleanup %s", t.Name()) })
		say("in sub")
	})
	say("after sub")
}

func TestNames(t *testing.T) {
	for _, n := range []string{"a", "a", "a b", "", "", "a#01", "a", "x/y", "é\x01", "a#01"} {
		t.Run(n, func(t *testing.T) {
			t.Run("in", func(t *testing.T) { say("%s", t.Name()) })
		})
	}
}

func TestParallel(t *testing.T) {
	t.Cleanup(func() { say("cleanup after all") })
	t.Run("group", func(t *testing.T) {
		for i := range 2 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				say("before %d", i)
				t.Parallel()
			})
		}
		say("group function ends")
	})
	say("group is over")
	t.Run("one", func(t *testing.T) {
		t.Parallel()
		say("one runs last")
	})
	say("function ends")
}

func TestSkip(t *testing.T) {
	defer say("deferred: skipped=%t", t.Skipped())
	t.Cleanup(func() { say("skipped=%t failed=%t", t.Skipped(), t.Failed()) })
	t.Skipf("because %d", 5)
	say("not reached")
}

func TestFatalInSub(t *testing.T) {
	ok := t.Run("bad", func(t *testing.T) {
		t.Cleanup(func() { say("bad cleanup, failed=%t", t.Failed()) })
		defer say("bad deferred")
		t.Fatal("fatal", 1, "message\nsecond line")
	})
	say("ok=%t failed=%t", ok, t.Failed())
	t.Log("goes on")
}

func TestErrors(t *testing.T) {
	t.Errorf("no newline")
	t.Error("a", 1, "b")
	helper(t, "from a helper")
	t.Log("x\ny\n")
	fmt.Fprintf(t.Output(), "through\nOutput")
	fmt.Fprintln(t.Output(), " continued")
	say("failed=%t", t.Failed())
}

func helper(t *testing.T, s string) {
	t.Helper()
	inner(t, s)
}

func inner(t *testing.T, s string) {
	t.Helper()
	t.Error(s)
}

func TestDirs(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	say("%t %s %s", a != b, filepath.Base(a), filepath.Base(b))
	if err := os.WriteFile(filepath.Join(a, "f"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(a)
	_, err := os.Stat("f")
	say("%v %t", err, os.Getenv("PWD") == a)
	t.Cleanup(func() {
		_, err := os.Stat(a)
		say("%v", err)
	})
}

func TestEnv(t *testing.T) {
	t.Run("set", func(t *testing.T) {
		t.Setenv("ORDER_X", "1")
		say("%s", os.Getenv("ORDER_X"))
		defer func() { say("%v", recover()) }()
		t.Parallel()
	})
	_, ok := os.LookupEnv("ORDER_X")
	say("%t", ok)
}

func TestContext(t *testing.T) {
	var ctx context.Context
	t.Run("sub", func(t *testing.T) {
		ctx = t.Context()
		say("%v", ctx.Err())
		t.Cleanup(func() { say("%v", ctx.Err()) })
	})
	say("%t %v", errors.Is(ctx.Err(), context.Canceled), t.Context().Err())
}

func TestMisuse(t *testing.T) {
	t.Run("twice", func(t *testing.T) {
		t.Parallel()
		defer func() { say("%v", recover()) }()
		t.Parallel()
	})
	t.Run("run in cleanup", func(t *testing.T) {
		t.Cleanup(func() {
			defer func() { say("%v", recover()) }()
			t.Run("x", func(t *testing.T) {})
		})
	})
}

func TestParentFails(t *testing.T) {
	t.Run("outer", func(t *testing.T) {
		parent := t
		t.Cleanup(func() { say("outer cleanup") })
		t.Run("inner", func(t *testing.T) {
			t.Cleanup(func() { say("inner cleanup") })
			parent.Error("parent")
		})
		say("%t", t.Failed())
	})
}

func TestGoexitIsNotAllowedToPass(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.Goexit()
	}()
	<-done
	say("%t %t %t", testing.Testing(), testing.Short(), strings.Contains(t.Name(), "Goexit"))
}

func TestCleanupsAfterFatalInCleanup(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { say("first registered runs last") })
		t.Cleanup(func() { t.FailNow() })
		t.Cleanup(func() { say("last registered runs first") })
	})
	say("parent goes on")
}

// TestReports: a failed test that RunTests runs is reported on os.Stdout.
func TestReports(t *testing.T) {
	stdout := os.Stdout
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = w
	ok := testing.RunTests(func(pat, str string) (bool, error) { return true, nil }, []testing.InternalTest{
		{Name: "Fails", F: func(t *testing.T) {
			t.Log("before")
			t.Run("sub", func(t *testing.T) { t.Error("within") })
			t.Run("good", func(t *testing.T) {})
		}},
	})
	w.Close()
	os.Stdout = stdout
	text, err := io.ReadAll(r)
	say("%t %v", ok, err)
	for _, want := range []string{"--- FAIL: Fails (0.00s)\n", "before\n", "    --- FAIL: Fails/sub (0.00s)\n", "within\n"} {
		say("%q %t", want, strings.Contains(string(text), want))
	}
}
