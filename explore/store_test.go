package explore

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func storedFinding() *Result {
	return &Result{
		Verdict: Failed, Algorithm: "source-dpor", Executions: 3, Estimate: 3,
		Findings: []*Finding{{Code: "MZ005", Kind: KindFailure, Schedule: sampleSchedule(), Interleaving: &Interleaving{}}},
	}
}

// TestStore checks that a result comes back, that another key does not give
// it, and that a damaged or copied entry counts as absent.
func TestStore(t *testing.T) {
	s := store{t.TempDir()}
	key := resultKey{Mazurka: "x", Test: "p.TestX"}
	if _, ok := s.load(key); ok {
		t.Fatal("an empty store has a result")
	}
	s.save(key, storedFinding(), nil)
	got, ok := s.load(key)
	if !ok || !got.Cached || got.Verdict != Failed || len(got.Findings) != 1 || got.Findings[0].Schedule.Where != sampleSchedule().Where {
		t.Fatalf("loaded %+v, %v", got, ok)
	}
	other := key
	other.Options.Seed = 1
	if _, ok := s.load(other); ok {
		t.Error("a result for another seed")
	}
	path := filepath.Join(s.dir, key.name())
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"cut": b[:len(b)/2], "empty": nil, "noise": []byte("\x00\x01"), "no schedule": []byte(`{"Key":"` + key.name() + `","Result":{"Findings":[{}]}}`),
	} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, ok := s.load(key); ok {
			t.Errorf("%s: loaded", name)
		}
	}
	copied := filepath.Join(s.dir, other.name())
	if err := writeFile(copied, b); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.load(other); ok {
		t.Error("an entry under a wrong name was loaded")
	}
}

// TestStoreVerdicts checks that only what is final is kept.
func TestStoreVerdicts(t *testing.T) {
	s := store{t.TempDir()}
	for verdict, want := range map[Verdict]bool{Verified: true, Failed: true, Unsupported: true, Incomplete: false, Broken: false} {
		key := resultKey{Test: string(verdict)}
		s.save(key, &Result{Verdict: verdict}, nil)
		if _, ok := s.load(key); ok != want {
			t.Errorf("%s: kept %v", verdict, ok)
		}
	}
}

// TestStoreFiles checks that a result that depends on files is forgotten
// when they change, appear or disappear.
func TestStoreFiles(t *testing.T) {
	dir := t.TempDir()
	file, absent := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	h := newHostFiles(nil, dir)
	if b, err := h.ReadFile(file); err != nil || string(b) != "one" {
		t.Fatalf("read %q, %v", b, err)
	}
	if _, err := h.ReadFile(absent); err == nil {
		t.Fatal("read a file that is not there")
	}
	if names, err := h.ReadDir(dir); err != nil || len(names) != 1 {
		t.Fatalf("names %v, %v", names, err)
	}
	if _, err := h.ReadFile("/etc/passwd"); err == nil {
		t.Error("read a file outside the view")
	}
	seen := h.seen()
	if !filesUnchanged(seen) {
		t.Error("changed already")
	}
	write("two")
	if filesUnchanged(seen) {
		t.Error("another content was not noticed")
	}
	if b, _ := h.ReadFile(file); string(b) != "one" {
		t.Error("the view has changed")
	}
	write("one")
	if err := os.WriteFile(absent, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if filesUnchanged(seen) {
		t.Error("a new file was not noticed")
	}
}

// TestStoreConcurrently checks that writers and readers of one entry do not
// disturb each other.
func TestStoreConcurrently(t *testing.T) {
	s := store{t.TempDir()}
	key := resultKey{Test: "p.TestX"}
	s.save(key, storedFinding(), nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				s.save(key, storedFinding(), nil)
				if _, ok := s.load(key); !ok {
					t.Error("no result while another is written")
				}
			}
		})
	}
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(s.dir, filepath.Dir(key.name()), ".tmp-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %s, %v", strings.Join(left, " "), err)
	}
}
