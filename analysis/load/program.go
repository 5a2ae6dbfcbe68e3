package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Program is the result of a load: the initial packages and everything
// they import. It does not change, except that functions get their bodies
// by [Program.Build].
type Program struct {
	// SSA holds the packages of this program, and possibly others of the
	// same cache. See the package documentation on concurrency.
	SSA  *ssa.Program
	Fset *token.FileSet

	// GoVersion is that of the go command, such as "go1.26.1", and GOROOT
	// its root.
	GoVersion string
	GOROOT    string

	// Packages are the initial packages: those that the patterns match, in
	// the variants that a test binary would contain if Config.Tests is set.
	Packages []*Package

	// Targets are the test binaries that `go test` would link, one for each
	// matched package that has no test files either; without Config.Tests,
	// one for each matched package. They are sorted by import path.
	Targets []*Target

	// Unmatched has errors that belong to no package, such as a pattern that
	// matches nothing.
	Unmatched []Error

	gen    *generation
	all    []*Package // dependencies first
	byType map[*types.Package]*Package
	byPath map[string]*Package // variants of the ordinary build only
	// byTest has the other variants, by import path and package under test.
	byTest map[[2]string]*Package
	cache  *Cache

	importersOnce sync.Once
	importers     map[*Package][]*Package
}

// A Package is one variant of a package: as built ordinarily, with its own
// test files, or compiled again because something it imports has test files.
type Package struct {
	ID      string // unique in a program: "p", "p [p.test]", "p_test [p.test]", "q [p.test]"
	PkgPath string // import path: "p", "p_test"
	Name    string
	Dir     string
	ForTest string // import path of the package under test, for variants

	Standard  bool   // part of the standard library
	Module    string // path of the module, empty for the standard library
	GoVersion string // language version, such as "go1.22"
	Modelled  bool   // a model had a part in this package

	// Files are the paths of the files compiled; Syntax has them in the same
	// order.
	Files   []string
	Syntax  []*ast.File
	Types   *types.Package
	Info    *types.Info
	Imports map[string]*Package // by import path as in the source

	// SSA, Types and Info are nil if and only if there are Errors.
	SSA    *ssa.Package
	Errors []Error

	// Tests are the test functions and the like declared in the _test.go
	// files of the package, in order of file name and position.
	Tests []Test

	// Linknames are the //go:linkname directives of the files.
	Linknames []Linkname

	// Embeds are the variables with //go:embed directives.
	Embeds []Embed

	debug []debugLine

	// Hash identifies the sources of the package and of everything it
	// imports, models, Go version and build settings, but no directory.
	Hash Hash
}

// A Hash identifies content.
type Hash [32]byte

// A Target is what `go test` links into one binary: a package with its
// in-package tests and its external test package. Without tests it is one
// package.
type Target struct {
	ImportPath string
	Package    *Package // with its in-package tests, if it has any
	External   *Package // the package p_test; nil if there is none

	// Tests has the tests of both, in the order in which `go test` runs them.
	Tests []Test
	Main  *Test // TestMain, or nil

	// Godebug has the GODEBUG settings from go.mod, go.work and //go:debug
	// lines; others have the defaults of GoVersion, the version of the main
	// module or workspace.
	Godebug   map[string]string
	GoVersion string

	// Hash identifies everything that a run of the target can depend on
	// in terms of source code and settings.
	Hash Hash

	closure []*Package
}

// Broken reports whether a package of the target does not compile.
func (t *Target) Broken() bool {
	return t.Package.SSA == nil || t.External != nil && t.External.SSA == nil
}

// Closure returns the packages of the target and all they import (and the
// roots of the models), dependencies first. The caller must not change it.
func (t *Target) Closure() []*Package { return t.closure }

// A TestKind is the kind of a [Test].
type TestKind int

const (
	IsTest TestKind = iota
	IsTestMain
	IsBenchmark
	IsFuzz
	IsExample
)

func (k TestKind) String() string {
	return [...]string{"test", "TestMain", "benchmark", "fuzz", "example"}[k]
}

// A Test is a function that `go test` knows. Only those of the kinds IsTest
// and IsTestMain are run by the machine.
type Test struct {
	Name    string
	Kind    TestKind
	Pos     token.Position // of the name
	Package *Package
	Decl    *ast.FuncDecl
	Example *Example // nil if it is none, or has no output comment and is not run
}

// An Example is what an example is expected to print, as its output comment says.
type Example struct {
	Output    string
	Unordered bool // the lines may come in any order
}

// A Linkname is a //go:linkname directive: the local name stands for, or is
// provided to, the symbol Target ("path.name"; empty for a directive with one
// argument).
type Linkname struct {
	Local, Target string
	Pos           token.Position
}

// An Embed is a variable with a //go:embed directive.
type Embed struct {
	Var   string
	Files []string // paths relative to Dir, slash-separated, sorted
}
