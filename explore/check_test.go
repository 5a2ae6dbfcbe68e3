package explore_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// TestCheck checks the module in each archive of testdata/check, whose first
// line says what it is about, and compares what a person would read with the
// archive's section "output". The findings' schedules must replay.
func TestCheck(t *testing.T) {
	explore.Unhurried()
	s := explore.NewSession(t.TempDir())
	archives, err := filepath.Glob("testdata/check/*.txtar")
	if err != nil || len(archives) < 15 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := extract(t, a)
			got := checked(t, s, dir, section(a, "options"))
			want := section(a, "output")
			if *update {
				setSection(a, "output", got)
				writeFile(t, file, string(txtar.Format(a)))
			} else if got != want {
				t.Errorf("%s: %s\ngot\n%s", strings.TrimSpace(string(a.Comment)), firstDifference(want, got), got)
			}
		})
	}
}

// extract writes the files of an archive to a directory; a go.mod file is
// added if there is none.
func extract(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	files, err := txtar.FS(a)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	if _, err := fs.Stat(files, "go.mod"); err != nil {
		writeFile(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	}
	return dir
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func setSection(a *txtar.Archive, name, text string) {
	for i := range a.Files {
		if a.Files[i].Name == name {
			a.Files[i].Data = []byte(text)
			return
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
}

// checked checks all tests of the module and tells the outcome without what
// differs from run to run.
func checked(t *testing.T, s *explore.Session, dir, options string) string {
	t.Helper()
	load := explore.LoadOptions{Dir: dir, Patterns: []string{"./..."}, TestEnv: []string{"FROM=test"}}
	snap, err := s.Load(t.Context(), load)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := text.Options{Dir: dir, Width: 120}
	var tests []*explore.Test
	for _, p := range snap.Packages {
		for _, e := range p.Errors {
			fmt.Fprintf(&out, "%s: %s\n", text.Position(e.Pos, dir), e.Message)
		}
		tests = append(tests, p.Tests...)
	}
	opts := explore.Options{Budget: time.Minute, NoCache: true}
	if strings.Contains(options, "one") {
		opts.Algorithm = explore.One
	}
	if _, name, ok := strings.Cut(options, "algorithm="); ok {
		opts.Algorithm = strings.TrimSpace(name)
	}
	if strings.Contains(options, "quiet") {
		opts.Timing = explore.TimingQuiet
	}
	if strings.Contains(options, "short") { // for what is cut by another bound
		opts.Budget = 300 * time.Millisecond
	}
	for i, r := range s.Check(t.Context(), tests, opts, nil) {
		if r == nil {
			fmt.Fprintf(&out, "%s.%s: not run: %s\n", tests[i].Package, tests[i].Name, tests[i].Kind)
			continue
		}
		replays(t, s, snap, r)
		r.Elapsed = 0
		for _, f := range r.Findings {
			f.File = ""
		}
		text.Result(&out, r, o)
	}
	return strings.NewReplacer(", <1ms", "", dir, "DIR").Replace(out.String())
}

// replays checks that the schedules of the findings are stored, and replay to
// the interleavings that were told.
func replays(t *testing.T, s *explore.Session, snap *explore.Snapshot, r *explore.Result) {
	t.Helper()
	for _, f := range r.Findings {
		sched, err := explore.ReadSchedule(f.File)
		if err != nil {
			t.Error(err)
			continue
		}
		var told [2]string
		for i := range told {
			story, err := s.Replay(context.Background(), snap, sched)
			if err != nil {
				t.Errorf("%s %s: %v", r.Test.Name, f.Code, err)
				return
			}
			story.Findings = nil
			var b bytes.Buffer
			text.Interleaving(&b, story, text.Options{All: true})
			told[i] = b.String()
		}
		var b bytes.Buffer
		text.Interleaving(&b, f.Interleaving, text.Options{All: true})
		if told[0] != told[1] || told[0] != b.String() {
			t.Errorf("%s %s: replayed\n%s\nfirst told\n%s", r.Test.Name, f.Code, told[0], b.String())
		}
	}
}
