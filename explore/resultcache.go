package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// A store keeps results and schedules in a directory, under names made of
// the hash of all that they depend on. Entries never change, so several
// processes may use one directory at once: a file is written under
// another name and renamed. An entry that cannot be read or makes no sense
// counts as absent.
type store struct{ dir string } // empty: nothing is kept

// defaultStoreDir is the directory mazurka in the user's cache directory.
func defaultStoreDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "mazurka")
}

// clear removes what saves work: results, and what was learned of tests.
// Schedules stay, since they may be on display.
func (s store) clear() error {
	if s.dir == "" {
		return nil
	}
	return errors.Join(os.RemoveAll(filepath.Join(s.dir, "results")), os.RemoveAll(filepath.Join(s.dir, "learned")))
}

// write puts data in a file below the store's directory and returns its path.
func (s store) write(name string, data []byte) (string, error) {
	if s.dir == "" {
		return "", os.ErrNotExist
	}
	path := filepath.Join(s.dir, name)
	return path, writeFile(path, data)
}

// read returns what is in a file below the store's directory.
func (s store) read(name string) ([]byte, error) {
	if s.dir == "" {
		return nil, os.ErrNotExist
	}
	return os.ReadFile(filepath.Join(s.dir, name))
}

// hashName is a file name for a text.
func hashName(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:16])
}

// writeFile creates or replaces a file as a whole, with its directory.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// resultKey identifies everything that a result depends on, except the files
// that the tests read.
type resultKey struct {
	Mazurka string // identity of this build
	Target  [32]byte
	Test    string
	Options Options
	TestEnv []string
	Kept    [32]byte // the schedules kept as regressions
}

// name is the name of the entry.
func (k resultKey) name() string {
	b, err := json.Marshal(k)
	if err != nil {
		panic(err) // plain data
	}
	h := sha256.Sum256(b)
	return filepath.Join("results", hex.EncodeToString(h[:1]), hex.EncodeToString(h[1:])+".json")
}

// A storedResult is the content of an entry.
type storedResult struct {
	Key    string // the entry's own name: a copied or cut file is noticed
	Result storedVerdict
	Files  map[string]string // what the tests looked at, by path: see hostFiles
}

// A storedVerdict is a Result without what belongs to one check.
type storedVerdict struct {
	Verdict     Verdict
	Algorithm   string
	Executions  int
	Blocked     int
	States      int
	Transitions int
	Estimate    float64
	Findings    []*Finding
	Ignored     int
	Missing     *Missing
	Bound       string
	Skipped     bool
	Output      string
}

// load returns the result with the key, if it is still good.
func (s store) load(k resultKey) (*Result, bool) {
	if s.dir == "" {
		return nil, false
	}
	name := k.name()
	b, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		return nil, false
	}
	var e storedResult
	if json.Unmarshal(b, &e) != nil || e.Key != name || !filesUnchanged(e.Files) {
		return nil, false
	}
	v := e.Result
	for _, f := range v.Findings {
		if f == nil || f.Schedule == nil {
			return nil, false
		}
	}
	return &Result{
		Verdict: v.Verdict, Algorithm: v.Algorithm, Executions: v.Executions, Blocked: v.Blocked,
		States: v.States, Transitions: v.Transitions, Estimate: v.Estimate, Findings: v.Findings,
		Ignored: v.Ignored, Missing: v.Missing, Bound: v.Bound, Skipped: v.Skipped, Output: v.Output, Cached: true,
	}, true
}

// save keeps a result. Only what another check would find as well is kept: not what a
// budget, a cancellation or a fault of ours cut short.
func (s store) save(k resultKey, r *Result, files map[string]string) {
	switch r.Verdict {
	case Verified, Failed, Unsupported:
	default:
		return
	}
	name := k.name()
	b, err := json.Marshal(storedResult{Key: name, Files: files, Result: storedVerdict{
		Verdict: r.Verdict, Algorithm: r.Algorithm, Executions: r.Executions, Blocked: r.Blocked,
		States: r.States, Transitions: r.Transitions, Estimate: r.Estimate, Findings: r.Findings,
		Ignored: r.Ignored, Missing: r.Missing, Bound: r.Bound, Skipped: r.Skipped, Output: r.Output,
	}})
	if err != nil {
		panic(fmt.Sprintf("explore: encoding a result: %v", err))
	}
	// A result that cannot be kept is found again next time.
	_, _ = s.write(name, b)
}

// buildIdentity identifies this build of Mazurka: the hash of the running
// executable. It is empty, and nothing is cached, if that cannot be read.
var buildIdentity = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	sum, err := hashFile(path)
	if err != nil {
		return ""
	}
	return sum
})
