package explore_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

var allStd = flag.Bool("explore.std", false, "run the tests of all packages of the standard library that TestStd knows, not only of some")

const stdRecorded = "testdata/std.txt"

// The least share of test functions, in percent, that end in the machine as
// under go test: of stdPackages, and of stdNetwork.
const (
	stdAgreement        = 97
	stdNetworkAgreement = 95
)

// stdNetwork are packages of which those tests are run that need neither a
// process nor the outside world; see [stdInScope].
var stdNetwork = strings.Fields("net net/http net/http/httptest")

// stdPackages are the packages all of whose tests are run.
var stdPackages = strings.Fields(`
	bufio bytes container/heap container/list container/ring context
	encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json encoding/xml
	errors fmt hash hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html html/template
	io io/fs io/ioutil iter maps math math/bits math/cmplx math/rand math/rand/v2
	net/url path path/filepath reflect regexp regexp/syntax slices sort strconv strings
	sync sync/atomic text/scanner text/tabwriter text/template text/template/parse
	time unicode unicode/utf16 unicode/utf8 unique`)

// stdQuick are those that run without -explore.std.
var stdQuick = strings.Fields("container/list context encoding/csv errors iter net/http/httptest text/tabwriter unicode/utf8")

// stdOptions bound one test function. The limits that decide are exact; the
// budget is for hosts that are busy.
var stdOptions = explore.Options{
	Algorithm: explore.One, Budget: 10 * time.Minute, Jobs: 1, NoCache: true,
	Limits: explore.Limits{Steps: 3_000_000_000, LocalSteps: 3_000_000_000, Memory: 1 << 30},
}

// TestStd runs the test functions of the standard library in the machine, each
// by itself, and compares how they end with how they end under go test, as
// recorded in testdata/std.txt. Those that end otherwise must be listed in
// [stdDeviations], and those listed must.
func TestStd(t *testing.T) {
	packages := stdQuick
	if *allStd {
		packages = slices.Concat(stdPackages, stdNetwork)
	}
	want := readStd(t)
	if *update || *toolchain {
		native := stdNatively(t, packages)
		for _, p := range packages {
			if *update {
				want[p] = native[p]
			} else if a, b := want[p].String(), native[p].String(); a != b {
				t.Errorf("%s: what is recorded is not what go test does: %s", p, firstDifference(b, a))
			}
		}
	}
	if *update {
		writeStd(t, want)
	}
	for _, p := range packages {
		t.Run(strings.ReplaceAll(p, "/", "."), func(t *testing.T) { stdInMachine(t, p, want[p]) })
	}
}

// TestStdPage checks that the page says what is recorded, and that enough test
// functions end as under go test.
func TestStdPage(t *testing.T) {
	text, counts := stdText(readStd(t))
	for i, least := range []int{stdAgreement, stdNetworkAgreement} {
		if c := counts[i]; c.same*100 < least*c.functions {
			t.Errorf("%d of %d test functions end as under go test, want %d%%", c.same, c.functions, least)
		}
	}
	if *update {
		writeFile(t, stdPage, text)
	} else if page := readFile(t, stdPage); page != text {
		t.Errorf("the page is not up to date: %s", firstDifference(text, page))
	}
}

// stdEnds says how the test functions of a package end: pass, fail or skip,
// by name.
type stdEnds map[string]string

func (e stdEnds) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e)) {
		fmt.Fprintf(&b, "%s %s\n", name, e[name])
	}
	return b.String()
}

// stdInMachine runs the tests of a package in the machine and compares how they
// end with what is wanted.
func stdInMachine(t *testing.T, pkg string, want stdEnds) {
	dir := filepath.Join(goroot(t), "src")
	session := explore.NewSession(t.TempDir())
	snap, err := session.Load(t.Context(), explore.LoadOptions{Dir: dir, Patterns: []string{"./" + pkg}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]*explore.Result{}
	for _, p := range snap.Packages {
		for _, e := range p.Errors {
			t.Errorf("%s: %s", e.Pos, e.Message)
		}
		recorded := slices.DeleteFunc(slices.Clone(p.Tests), func(x *explore.Test) bool { return want[x.Name] == "" })
		for _, r := range session.Check(t.Context(), recorded, stdOptions, nil) {
			if r != nil {
				got[r.Test.Name] = r
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		end := "is not there"
		if r := got[name]; r != nil {
			end = stdEnd(r)
		}
		known := stdDeviations[pkg+"."+name]
		switch {
		case end == want[name] && known != "":
			t.Errorf("%s ends as under go test, but is listed as a deviation: %s", name, known)
		case end != want[name] && known == "":
			t.Errorf("%s: %s, but under go test: %s", name, end, want[name])
		}
	}
}

// stdEnd is how a test ended in the machine, as go test would call it if it has a
// name for that. A race or a leak is none of go test's business, but
// it would be wrong to say that nothing was found.
func stdEnd(r *explore.Result) string {
	switch {
	case r.Verdict == explore.Failed:
		var b strings.Builder
		for _, f := range r.Findings {
			fmt.Fprintf(&b, "%s at %s: %s; ", f.Kind, f.Pos, f.Message)
		}
		return strings.TrimSuffix(b.String(), "; ")
	case r.Verdict == explore.Unsupported:
		return fmt.Sprintf("unsupported: %s at %s", r.Missing.What, r.Missing.Pos)
	case r.Verdict == explore.Broken:
		return r.Internal
	case r.Bound != "one execution":
		return r.Bound
	case r.Skipped:
		return "skip"
	}
	return "pass"
}

// stdNatively runs the tests under go test.
func stdNatively(t *testing.T, packages []string) map[string]stdEnds {
	t.Helper()
	ends := map[string]stdEnds{}
	var whole []string
	for _, p := range packages {
		if !slices.Contains(stdNetwork, p) {
			whole = append(whole, p)
			continue
		}
		runGoTest(t, ends, "^("+strings.Join(stdInScope(t, p), "|")+")$", p)
	}
	if len(whole) > 0 {
		runGoTest(t, ends, "^Test", whole...)
	}
	return ends
}

// runGoTest runs go test, and adds how the functions end.
func runGoTest(t *testing.T, ends map[string]stdEnds, run string, packages ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"test", "-json", "-count=1", "-run=" + run}, packages...)...)
	cmd.Dir = filepath.Join(goroot(t), "src")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Package, Test string }
		if err := d.Decode(&e); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		if ends[e.Package] == nil {
			ends[e.Package] = stdEnds{}
		}
		if slices.Contains([]string{"pass", "fail", "skip"}, e.Action) && e.Test != "" && !strings.Contains(e.Test, "/") {
			ends[e.Package][e.Test] = e.Action
		}
	}
}

// The recorded ends stand one to a line: package, function, end.

func readStd(t *testing.T) map[string]stdEnds {
	t.Helper()
	ends := map[string]stdEnds{}
	for line := range strings.Lines(readFile(t, stdRecorded)) {
		w := strings.Fields(line)
		if len(w) != 3 {
			t.Fatalf("%s: bad line %q", stdRecorded, line)
		}
		if ends[w[0]] == nil {
			ends[w[0]] = stdEnds{}
		}
		ends[w[0]][w[1]] = w[2]
	}
	return ends
}

func writeStd(t *testing.T, ends map[string]stdEnds) {
	t.Helper()
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(ends)) {
		for line := range strings.Lines(ends[p].String()) {
			b.WriteString(p + " " + line)
		}
	}
	writeFile(t, stdRecorded, b.String())
}
