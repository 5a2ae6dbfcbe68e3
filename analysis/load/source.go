package load

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// A source is one content of one file, parsed at most once.
type source struct {
	path   string // as it appears in positions
	hash   Hash   // of the content
	header string // see header; of mutable files only

	fset    *token.FileSet
	mu      sync.Mutex
	content []byte // nil once parsed
	done    bool
	file    *ast.File
	errors  []Error
	links   []Linkname
	embeds  []embedDirective
	debug   []debugLine
}

// parseMode: comments are not needed, but for what examples print; directives
// are looked for in the text.
func (s *source) parseMode() parser.Mode {
	if isTestFile(s.path) && bytes.Contains(s.content, []byte("\nfunc Example")) {
		return parser.SkipObjectResolution | parser.ParseComments
	}
	return parser.SkipObjectResolution
}

func newSource(fset *token.FileSet, path string, content []byte) *source {
	return &source{path: path, hash: sha256.Sum256(content), content: content, fset: fset}
}

// parse parses the source. The result is shared and must not be changed.
func (s *source) parse() *source {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return s
	}
	var err error
	s.file, err = parser.ParseFile(s.fset, s.path, s.content, s.parseMode())
	s.errors = parseErrors(err)
	if s.file != nil {
		s.links = s.linknames()
		s.embeds = s.embedDirectives()
		for _, d := range s.directives("//go:debug ") {
			s.debug = append(s.debug, debugLine{s.path, d.args})
		}
	}
	s.content, s.done = nil, true
	forgetWith(s.fset, s, s.file)
	return s
}

// forgetWith removes the file's positions from the file set when nothing
// refers to its owner any more, so that edits do not make the set grow.
func forgetWith(fset *token.FileSet, owner *source, file *ast.File) {
	if file == nil {
		return
	}
	if tf := fset.File(file.FileStart); tf != nil {
		runtime.AddCleanup(owner, fset.RemoveFile, tf)
	}
}

func parseErrors(err error) []Error {
	if err == nil {
		return nil
	}
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []Error{{Kind: ParseError, Msg: err.Error()}}
	}
	var errs []Error
	for _, e := range list {
		errs = append(errs, Error{Kind: ParseError, Pos: e.Pos, Msg: e.Msg})
	}
	return errs
}

// linknames finds the //go:linkname directives of a parsed file.
func (s *source) linknames() []Linkname {
	var links []Linkname
	for _, d := range s.directives("//go:linkname ") {
		f := strings.Fields(d.args)
		if len(f) == 0 {
			continue
		}
		l := Linkname{Local: f[0], Pos: token.Position{Filename: s.path, Line: d.line, Column: d.col}}
		if len(f) > 1 {
			l.Target = f[1]
		}
		links = append(links, l)
	}
	return links
}

// An embedDirective is a //go:embed line; the variable it belongs to is
// declared on a later line.
type embedDirective struct {
	line     int
	patterns []string
}

func (s *source) embedDirectives() []embedDirective {
	var ds []embedDirective
	for _, d := range s.directives("//go:embed ") {
		ds = append(ds, embedDirective{d.line, splitQuoted(d.args)})
	}
	return ds
}

// directives returns the directives of a parsed file: lines with the prefix
// that are not inside a string.
func (s *source) directives(prefix string) []directive {
	ds := directives(s.content, prefix)
	if len(ds) == 0 || !bytes.Contains(s.content, []byte("`")) {
		return ds
	}
	line := func(p token.Pos) int { return s.fset.PositionFor(p, false).Line }
	ast.Inspect(s.file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && lit.Value[0] == '`' {
			first, last := line(lit.Pos()), line(lit.End())
			ds = slices.DeleteFunc(ds, func(d directive) bool { return first < d.line && d.line <= last })
		}
		return true
	})
	return ds
}

// A directive is a line comment that means something to the compiler.
type directive struct {
	line, col int
	args      string
}

// directives returns the lines that begin (after white space) with the
// prefix.
func directives(content []byte, prefix string) []directive {
	var ds []directive
	line, at := 1, 0
	for {
		i := bytes.Index(content[at:], []byte(prefix))
		if i < 0 {
			return ds
		}
		line += bytes.Count(content[at:at+i], []byte("\n"))
		at += i
		start := bytes.LastIndexByte(content[:at], '\n') + 1
		end := len(content)
		if j := bytes.IndexByte(content[at:], '\n'); j >= 0 {
			end = at + j
		}
		if len(bytes.TrimSpace(content[start:at])) == 0 {
			ds = append(ds, directive{line, at - start + 1, string(content[at+len(prefix) : end])})
		}
		at = end
	}
}

// splitQuoted splits at white space but respects Go string quotes.
func splitQuoted(s string) []string {
	var words []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := strings.IndexAny(s, " \t")
		if q := s[0]; q == '"' || q == '`' {
			if j := strings.IndexByte(s[1:], q); j >= 0 {
				words = append(words, s[1:1+j])
				s = s[j+2:]
				continue
			}
		}
		if end < 0 {
			end = len(s)
		}
		words = append(words, s[:end])
		s = s[end:]
	}
	return words
}

// header returns what of a file the go command looks at: package clause,
// imports, build constraints and embed directives. As long as it stays the
// same, an edit does not change the metadata.
func header(content []byte) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", content, parser.ImportsOnly|parser.SkipObjectResolution)
	if err != nil && f == nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	b.WriteString(f.Name.Name)
	var imports []string
	for _, imp := range f.Imports {
		imports = append(imports, imp.Path.Value)
	}
	slices.Sort(imports)
	for _, imp := range imports {
		b.WriteString("\nimport ")
		b.WriteString(imp)
	}
	if err != nil {
		b.WriteString("\nerror")
	}
	for _, d := range []string{"//go:build ", "// +build ", "//go:embed ", "//go:debug "} {
		for _, dir := range directives(content, d) {
			b.WriteString("\n" + d + dir.args)
		}
	}
	return b.String()
}

// A files table keeps the state of files on disk and their sources.
type files struct {
	fset *token.FileSet
	mu   sync.Mutex
	disk map[string]*diskFile
	over map[string]*source // newest source of an overlaid file
}

type diskFile struct {
	size   int64
	mtime  time.Time
	recent bool // written just before it was read: mtime may not tell a change
	src    *source
}

func newFiles(fset *token.FileSet) *files {
	return &files{fset: fset, disk: make(map[string]*diskFile), over: make(map[string]*source)}
}

// racy is how old a file must be for its time stamp to be trusted.
const racy = 2 * time.Second

// get returns the source of the file. An immutable file is looked at once.
func (t *files) get(path string, overlay map[string][]byte, immutable bool) (*source, error) {
	if content, ok := overlay[path]; ok {
		return t.overlaid(path, content), nil
	}
	t.mu.Lock()
	d := t.disk[path]
	t.mu.Unlock()
	if d != nil && immutable {
		return d.src, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if d != nil && !d.recent && d.size == info.Size() && d.mtime.Equal(info.ModTime()) {
		return d.src, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	src := newSource(t.fset, path, content)
	if !immutable {
		src.header = header(content)
	}
	if d != nil && d.src.hash == src.hash {
		src = d.src
	}
	d = &diskFile{size: info.Size(), mtime: info.ModTime(), src: src,
		recent: time.Since(info.ModTime()) < racy}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.disk[path] = d
	return src, nil
}

// content returns the bytes of the file.
func (t *files) content(path string, overlay map[string][]byte) ([]byte, error) {
	if content, ok := overlay[path]; ok {
		return content, nil
	}
	return os.ReadFile(path)
}

func (t *files) overlaid(path string, content []byte) *source {
	src := newSource(t.fset, path, bytes.Clone(content))
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.over[path]; old != nil && old.hash == src.hash {
		return old
	}
	if d := t.disk[path]; d != nil && d.src.hash == src.hash {
		return d.src
	}
	src.header = header(content)
	t.over[path] = src
	return src
}

// matchFile evaluates the build constraint of a model file.
func matchFile(content []byte, s *settings) bool {
	for _, line := range bytes.Split(content, []byte("\n")) {
		line := string(bytes.TrimSpace(line))
		if strings.HasPrefix(line, "package ") {
			break
		}
		if !constraint.IsGoBuild(line) {
			continue
		}
		expr, err := constraint.Parse(line)
		return err == nil && expr.Eval(func(tag string) bool {
			switch tag {
			case "linux", "amd64", "unix":
				return true
			}
			return slices.Contains(s.tags, tag) || slices.Contains(s.compiler, tag)
		})
	}
	return true
}
