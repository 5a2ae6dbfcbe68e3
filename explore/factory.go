package explore

import (
	"cmp"
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm"
)

// A testFactory makes worlds of one test.
type testFactory struct {
	p      *program
	test   vm.Test
	limits vm.Limits
	names  *vm.Names // common to all worlds; nil if each has its own

	future *analysis.Future // once asked for
}

func (p *program) factory(t *Test, l Limits) *testFactory {
	f := &testFactory{p: p, test: vm.Test{Name: t.Name, Func: function(t.test)}, limits: machineLimits(l)}
	if main := t.pkg.target.Main; main != nil {
		f.test.Main = function(main)
	}
	if e := t.test.Example; e != nil {
		f.test.Output, f.test.Unordered = e.Output, e.Unordered
	}
	return f
}

func function(t *load.Test) *ssa.Function { return t.Package.SSA.Func(t.Name) }

// machineLimits are the limits of one execution under exploration.
func machineLimits(l Limits) vm.Limits {
	return vm.Limits{
		Steps: l.Steps, LocalSteps: l.LocalSteps,
		Memory: cmp.Or(l.Memory, defaultMemory), Goroutines: cmp.Or(l.Goroutines, defaultGoroutines),
	}
}

// ahead is what package analysis knows of the test.
func (f *testFactory) ahead() *analysis.Future {
	if f.future == nil {
		f.future = futureOf(f.p.code.effectsOf(), f.p.target, f.test.Func)
	}
	return f.future
}

// Watched accesses are named by their position in the source, relative to
// the module where possible: such names outlive the process and, unlike
// numbers of instructions, mean something to the reader of a schedule.

func (p *program) watchName(pos token.Position) string {
	file := pos.Filename
	if rel, ok := strings.CutPrefix(file, p.places.root+"/"); ok {
		file = rel
	}
	return fmt.Sprintf("%s:%d:%d", file, pos.Line, pos.Column)
}

// watchPositions is the inverse of watchName for a list of names.
func (p *program) watchPositions(names []string) ([]token.Pos, error) {
	var list []token.Pos
	for _, name := range names {
		pos := p.watchPosition(name)
		if !pos.IsValid() {
			return nil, fmt.Errorf("%s is not a place in the program", name)
		}
		list = append(list, pos)
	}
	return list, nil
}

func (p *program) watchPosition(name string) token.Pos {
	file, rest, _ := cutLast(name, ":")
	file, lineText, _ := cutLast(file, ":")
	line, err1 := strconv.Atoi(lineText)
	column, err2 := strconv.Atoi(rest)
	if err1 != nil || err2 != nil {
		return token.NoPos
	}
	f := p.file(file)
	if f == nil || line < 1 || line > f.LineCount() || column < 1 {
		return token.NoPos
	}
	pos := f.LineStart(line) + token.Pos(column-1)
	if int(pos) > f.Base()+f.Size() {
		return token.NoPos
	}
	return pos
}

// file finds a file of the program by its path, relative to the module or
// absolute.
func (p *program) file(name string) *token.File {
	p.filesOnce.Do(func() {
		p.fileOf = map[string]*token.File{}
		for _, pkg := range p.target.Closure() {
			for i, syntax := range pkg.Syntax {
				if i < len(pkg.Files) {
					p.fileOf[pkg.Files[i]] = p.fset.File(syntax.FileStart)
				}
			}
		}
	})
	if f := p.fileOf[name]; f != nil {
		return f
	}
	return p.fileOf[p.places.root+"/"+name]
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
