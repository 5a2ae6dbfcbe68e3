package analysis

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/txtar"
)

// TestLocality runs programs that say themselves what is private: the
// functions private and shared do nothing with their argument, which the
// analysis must find to be as they say. Asking in any order gives the same
// answers.
func TestLocality(t *testing.T) {
	archives(t, "testdata/locality", func(t *testing.T, _ string, ar *txtar.Archive) {
		prog := loadArchive(t, ar)
		prog.BuildAll()
		type claim struct {
			arg  ssa.Value
			want bool
			pos  string
		}
		var claims []claim
		for fn := range ssautil.AllFunctions(prog.SSA) {
			if fn.Pkg == nil && fn.Origin() == nil || fn.TypeParams().Len() > len(fn.TypeArgs()) {
				continue
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					call, ok := instr.(*ssa.Call)
					if !ok || call.Call.StaticCallee() == nil {
						continue
					}
					name := call.Call.StaticCallee().Name()
					if name == "private" || name == "shared" {
						claims = append(claims, claim{call.Call.Args[0], name == "private", prog.Fset.Position(call.Pos()).String()})
					}
				}
			}
		}
		if len(claims) == 0 {
			t.Fatal("no claims")
		}
		slices.SortFunc(claims, func(a, b claim) int { return int(a.arg.Pos() - b.arg.Pos()) })
		for _, order := range []string{"forwards", "backwards"} {
			l := NewLocality(func(fn *ssa.Function) bool { return fn.Name() == "opaque" })
			for _, c := range claims {
				if got := l.Private(c.arg); got != c.want {
					t.Errorf("%s (%s): %s in %s: private %t", c.pos, order, c.arg, c.arg.Parent(), got)
				}
			}
			slices.Reverse(claims)
		}
	})
}
