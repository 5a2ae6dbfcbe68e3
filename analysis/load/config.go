package load

import (
	"fmt"
	"go/token"
)

// Tags are the build tags that are always set: they select the portable Go
// source of packages that have an assembly version as well.
var Tags = []string{"purego", "math_big_pure_go", "noasm"}

// Config says what to load and how.
type Config struct {
	// Dir is the directory in which patterns are interpreted; empty means
	// the current directory of the process.
	Dir string

	// Patterns are package patterns as in `go test`, or the .go files of one
	// package as in `go run`. None means ".".
	Patterns []string

	// Tests adds the test files: the initial packages are then those that
	// `go test` would compile.
	Tests bool

	// Tags are build tags of the user, in addition to those in GOFLAGS and
	// to [Tags].
	Tags []string

	// BuildFlags are further flags for the go command (-mod=, -modfile=).
	// Tags given here are merged with Tags.
	BuildFlags []string

	// Env is the environment of the go command; nil means that of the process.
	Env []string

	// Overlay has the contents of files that differ from those on disk,
	// by absolute path: the unsaved buffers of an editor.
	Overlay map[string][]byte

	// Models replaces and cuts packages. Nil means no models.
	Models ModelSet

	// Cache keeps what a later load can use. Nil means a cache that lasts
	// for this load. A cache may be used by one Load at a time or by
	// several; they take turns.
	Cache *Cache
}

// An Error is a reason why a package cannot be compiled.
type Error struct {
	Kind ErrorKind
	Pos  token.Position // may lack everything but the file, or be zero
	Msg  string
}

// Error returns file:line:col: message.
func (e Error) Error() string {
	if !e.Pos.IsValid() && e.Pos.Filename == "" {
		return e.Msg
	}
	return fmt.Sprintf("%s: %s", e.Pos, e.Msg)
}

// ErrorKind says which step found an [Error].
type ErrorKind int

const (
	ListError   ErrorKind = iota // the go command: no such package, no Go files, import cycle, ...
	ParseError                   // syntax
	TypeError                    // type checking
	ImportError                  // an imported package is missing or does not compile
	CgoError                     // the package needs cgo, which is not supported
	TestError                    // a test function has the wrong form
)

func (k ErrorKind) String() string {
	return [...]string{"list", "parse", "type", "import", "cgo", "test"}[k]
}
