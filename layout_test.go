package mazurka

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/mazurka-go/mazurka"

// A part is a folder.
type part struct {
	// imports are the parts that it may import.
	imports []string
	// modules are path prefixes of other modules that it may import; nil
	// means any.
	modules []string
}

// parts are all the folders with Go code; one that is not here fails. Adding an arrow is a design
// decision: docs/architecture.md says what each is for.
var parts = map[string]part{
	".":                  {},
	"por":                {modules: []string{}},
	"por/toy":            {imports: []string{"por"}, modules: []string{}},
	"analysis":           {imports: []string{"analysis/load"}, modules: []string{"golang.org/x/"}},
	"analysis/load":      {modules: []string{"golang.org/x/"}},
	"explore/vm":         {imports: []string{"explore/vm/compile"}, modules: []string{"golang.org/x/tools/"}},
	"explore/vm/compile": {modules: []string{"golang.org/x/tools/"}},
	"explore/vm/model":   {modules: []string{}},
	"explore":            {imports: []string{"por", "explore/vm", "explore/vm/model", "analysis", "analysis/load", "docs/findings"}},
	"explore/text":       {imports: []string{"explore"}},
	"explore/html":       {imports: []string{"explore", "explore/text"}, modules: []string{}},
	"lsp":                {imports: []string{"explore", "explore/html", "explore/text", "analysis", "lsp/wire"}},
	"lsp/dap":            {imports: []string{"explore", "lsp/wire"}, modules: []string{"github.com/google/go-dap"}},
	"lsp/wire":           {modules: []string{}},
	"cmd/mazurka":        {imports: []string{"explore", "explore/html", "explore/text", "analysis", "lsp", "lsp/dap"}},
	"docs/findings":      {modules: []string{}},
	"internal/planted":   {modules: []string{}},
}

// forbidden are packages of the standard library that the deterministic
// cores do not use, with the parts that are such cores.
var (
	cores     = []string{"por", "explore/vm", "analysis"}
	forbidden = []string{"log", "log/slog", "os", "os/exec", "time", "net", "math/rand", "math/rand/v2"}
)

// TestLayout reads the import clauses of every file.
func TestLayout(t *testing.T) {
	files := 0
	walk(t, func(file string, from string, p part) {
		files++
		for _, imp := range importsOf(t, file) {
			dir, ours := strings.CutPrefix(imp+"/", module+"/")
			switch {
			case ours:
				if !slices.Contains(p.imports, strings.TrimSuffix(dir, "/")) {
					t.Errorf("%s: %s must not import %s", file, from, imp)
				}
			case strings.Contains(strings.Split(imp, "/")[0], "."):
				if p.modules != nil && !slices.ContainsFunc(p.modules, func(m string) bool { return strings.HasPrefix(imp, m) }) {
					t.Errorf("%s: %s must not import %s", file, from, imp)
				}
			case slices.Contains(cores, from) && slices.Contains(forbidden, imp):
				t.Errorf("%s: %s is deterministic and does no I/O: it must not import %s", file, from, imp)
			}
		}
	})
	if files < 50 {
		t.Errorf("only %d files seen", files)
	}
}

// TestJoint checks that one file alone knows both the searches and the
// machine.
func TestJoint(t *testing.T) {
	var joints []string
	walk(t, func(file, from string, _ part) {
		imps := importsOf(t, file)
		if slices.Contains(imps, module+"/por") && slices.Contains(imps, module+"/explore/vm") {
			joints = append(joints, filepath.ToSlash(file))
		}
	})
	if want := []string{"explore/lookahead.go", "explore/system.go"}; !slices.Equal(joints, want) {
		t.Errorf("files that import both por and explore/vm: %v, want %v", joints, want)
	}
}

// walk calls visit for every Go file of the module that is not a test; a
// folder that belongs to no part is an error.
func walk(t *testing.T, visit func(file, from string, p part)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if file != "." && (name == "testdata" || name == "examples" || name == "benchmarks" || name == "editors" || name[0] == '_' || name[0] == '.') {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		from := path.Dir(filepath.ToSlash(file))
		p, ok := parts[from]
		if !ok {
			t.Errorf("%s: unknown part; add it to the layout", file)
			return nil
		}
		visit(file, from, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func importsOf(t *testing.T, file string) (imps []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		imps = append(imps, imp)
	}
	return imps
}
