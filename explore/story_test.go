package explore_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/mazurka-go/mazurka/explore"
)

// TestStory compares all that interleavings tell of the findings of each archive
// of testdata/story with the archive's section "output".
func TestStory(t *testing.T) {
	explore.Unhurried()
	s := explore.NewSession(t.TempDir())
	archives, err := filepath.Glob("testdata/story/*.txtar")
	if err != nil || len(archives) < 2 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := stories(t, s, extract(t, a))
			if want := section(a, "output"); *update {
				setSection(a, "output", got)
				writeFile(t, file, string(txtar.Format(a)))
			} else if got != want {
				t.Errorf("%s: %s\ngot\n%s", strings.TrimSpace(string(a.Comment)), firstDifference(want, got), got)
			}
		})
	}
}

// stories are the interleavings of the findings of a module's tests. Replaying the
// schedules must tell the same.
func stories(t *testing.T, s *explore.Session, dir string) string {
	t.Helper()
	snap, err := s.Load(t.Context(), explore.LoadOptions{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range s.Check(t.Context(), snap.Packages[0].Tests, explore.Options{Budget: time.Minute, NoCache: true}, nil) {
		for _, f := range r.Findings {
			fmt.Fprintf(&b, "%s: %s\n", r.Test.Name, f.Code)
			writeStory(&b, f.Interleaving)
			story, err := s.Replay(t.Context(), snap, f.Schedule)
			if err != nil {
				t.Error(err)
				continue
			}
			story.Findings = nil
			if !reflect.DeepEqual(story, f.Interleaving) {
				t.Errorf("%s: replayed\n%+v\nfirst told\n%+v", r.Test.Name, story, f.Interleaving)
			}
		}
	}
	return b.String()
}

// writeStory writes a line for each step, access, edge and wait.
func writeStory(b *strings.Builder, story *explore.Interleaving) {
	for i := range story.Steps {
		st := &story.Steps[i]
		fmt.Fprintf(b, "%4d G%d :%d %s", i, st.Goroutine, st.Pos.Line, st.Text)
		for i, is := range []bool{st.Half, st.Completed, st.Side} {
			if is {
				b.WriteString([]string{" half", " completed", " side"}[i])
			}
		}
		for _, c := range st.Calls[min(1, len(st.Calls)):] {
			fmt.Fprintf(b, " in %s", c.Func)
		}
		for _, v := range st.Values {
			b.WriteString(", " + valueText(v))
		}
		b.WriteString("\n")
		for _, a := range st.Accesses {
			fmt.Fprintf(b, "        G%d :%d %s\n", a.Goroutine, a.Pos.Line, valueText(a.Value))
		}
	}
	for _, e := range story.Edges {
		fmt.Fprintf(b, "    %d before %d\n", e.From, e.To)
	}
	for _, w := range story.Waits {
		fmt.Fprintf(b, "    G%d waits from %d to %d in %s", w.Goroutine, w.From, w.To, w.On)
		if w.Holder >= 0 {
			fmt.Fprintf(b, ", held by G%d", w.Holder)
		}
		b.WriteString("\n")
	}
}

func valueText(v explore.Value) string {
	s := fmt.Sprintf("%s %s %s %s", v.What, v.Name, v.Type, v.Before)
	if v.After != "" {
		s += " -> " + v.After
	}
	return s
}
