package explore_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// stdOutside are what tests call that need a process or the outside world.
var stdOutside = []string{
	"testenv.MustHaveExternalNetwork", "testenv.MustHaveExec", "testenv.MustHaveExecPath", "testenv.MustHaveGoRun",
	"testenv.MustHaveGoBuild", "testenv.MustInternalLink", "testenv.Command", "testenv.CommandContext",
	"exec.Command", "exec.CommandContext", "exec.Cmd", "exec.LookPath", "os.StartProcess", "syscall.ForkExec",
}

// stdInScope lists the test functions of a package that need neither a process nor
// the outside world nor cgo, as far as their source says so: neither they nor
// functions and methods of the package's test files that they name, and so
// on, name what stands in [stdOutside], and they are not in files for cgo.
func stdInScope(t *testing.T, pkg string) (names []string) {
	t.Helper()
	context := build.Default
	context.CgoEnabled = false
	p, err := context.ImportDir(filepath.Join(goroot(t), "src", pkg), 0)
	if err != nil {
		t.Fatal(err)
	}
	scope := stdScope{mentions: map[string][]string{}, outside: map[string]bool{}}
	for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			scope.add(d)
			if d.Recv == nil && strings.HasPrefix(d.Name.Name, "Test") && d.Name.Name != "TestMain" {
				names = append(names, d.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(names, func(n string) bool { return scope.reachesOutside(n, map[string]bool{}) })
}

// A stdScope knows, of each function and method of a package's test files,
// what its body names, and whether that is in [stdOutside]. A method is known
// by its name alone, behind a dot.
type stdScope struct {
	mentions map[string][]string
	outside  map[string]bool
}

func (s *stdScope) add(d *ast.FuncDecl) {
	name := d.Name.Name
	if d.Recv != nil {
		name = "." + name
	}
	s.mentions[name] = append(s.mentions[name], "")
	ast.Walk(stdMentions{s, name}, d.Body)
}

// stdMentions notes what the function of a name mentions.
type stdMentions struct {
	*stdScope
	name string
}

func (s stdMentions) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && slices.Contains(stdOutside, x.Name+"."+n.Sel.Name) {
			s.outside[s.name] = true
		}
		s.mentions[s.name] = append(s.mentions[s.name], "."+n.Sel.Name)
		ast.Walk(s, n.X)
		return nil
	case *ast.Ident:
		s.mentions[s.name] = append(s.mentions[s.name], n.Name)
	}
	return s
}

func (s *stdScope) reachesOutside(name string, seen map[string]bool) bool {
	if s.outside[name] {
		return true
	}
	seen[name] = true
	return slices.ContainsFunc(s.mentions[name], func(n string) bool {
		return s.mentions[n] != nil && !seen[n] && s.reachesOutside(n, seen)
	})
}
