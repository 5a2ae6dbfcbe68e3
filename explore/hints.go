package explore

import (
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
)

// A Hint is a suspicion that static facts raise: memory that is accessed
// without a mutex that is held wherever else it is accessed. It is no finding: an
// execution that shows it would be one.
type Hint struct {
	Package string // whose tests come there
	Message string
	Pos     token.Position
	Likely  bool      // rather than merely possible
	With    []Related // accesses that hold the mutex
}

// Confidence says how sure a hint is.
func (h *Hint) Confidence() string {
	if h.Likely {
		return "likely"
	}
	return "possible"
}

// Hints lists the suspicions about code of the module that tests of a package
// come to, in the order of the source.
func (s *Session) Hints(ctx context.Context, snap *Snapshot, pkg *Package) ([]*Hint, error) {
	s.mu.Lock()
	c, err := s.codeOf(snap.program)
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	var tests []*ssa.Function
	for _, t := range pkg.Tests {
		if t.Explored() {
			tests = append(tests, function(t.test))
		}
	}
	if len(tests) == 0 || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	target := pkg.target
	places := places{root: moduleRoot(target.Package.Dir), goroot: snap.program.GOROOT}
	position := func(i ssa.Instruction) token.Position { return snap.program.Fset.Position(i.Pos()) }
	var hints []*Hint
	for _, h := range c.effectsOf().Hints(rootsOf(target), argumentsOf(target, tests...)) {
		pos := position(h.At)
		if places.rank(pos.Filename) != 0 || len(hints) > 0 && hints[len(hints)-1].Pos == pos {
			continue
		}
		hint := &Hint{Package: pkg.Path, Pos: pos, Likely: h.Likely}
		for _, i := range h.With {
			if at := position(i); at.IsValid() && (len(hint.With) == 0 || hint.With[len(hint.With)-1].Pos != at) {
				hint.With = append(hint.With, Related{Pos: at, Message: "accessed with " + shortName(h.Guard)})
			}
		}
		hint.Message = hintMessage(&h, len(hint.With))
		hints = append(hints, hint)
	}
	return hints, nil
}

// hintMessage says what is wrong. places is where it is right.
func hintMessage(h *analysis.Hint, places int) string {
	how := "read"
	if h.Write {
		how = "written"
	}
	instead := ""
	if len(h.Instead) > 0 {
		var held []string
		for _, name := range h.Instead {
			held = append(held, shortName(name))
		}
		instead = " (but with " + strings.Join(held, " and ") + ")"
	}
	where := "another place"
	if places > 1 {
		where = fmt.Sprintf("%d other places", places)
	}
	memory, _, _ := strings.Cut(shortName(h.Memory), "@")
	return fmt.Sprintf("%s is %s without %s%s, which is held at %s", memory, how, shortName(h.Guard), instead, where)
}

// shortName leaves out the directories of an import path.
func shortName(name string) string {
	if strings.HasPrefix(name, "(") {
		return name
	}
	return filepath.Base(name)
}
