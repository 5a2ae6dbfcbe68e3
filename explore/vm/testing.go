package vm

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Test is a test function, fuzz target, benchmark or example. Output and
// Unordered are for examples: what is to be printed, and whether the lines may
// come in any order.
type Test struct {
	Name      string
	Func      *ssa.Function
	Main      *ssa.Function // TestMain, or nil
	Output    string
	Unordered bool
}

// runners are the functions of the model of package testing that run a test, by
// the type that its parameter points to.
var runners = map[string]string{"T": "runTest", "F": "runFuzz", "B": "runBenchmark"}

// testRunner is the function that runs the test, and its arguments; nil if package
// testing is not part of the program (locked).
func (p *Program) testRunner(t Test) (run *ssa.Function, args []uint64) {
	text := func(s string) []uint64 { return []uint64{p.rodataString(s), uint64(len(s))} }
	args = append(text(t.Name), p.funcAddr(t.Func), 0)
	if t.Main != nil {
		args[len(args)-1] = p.funcAddr(t.Main)
	}
	params := t.Func.Signature.Params()
	if params.Len() == 0 {
		if pkg := p.cfg.SSA.ImportedPackage("testing"); pkg != nil {
			run = pkg.Func("runExample")
		}
		return run, append(append(args, text(t.Output)...), boolWord(t.Unordered))
	}
	// There are several variants of testing if something that it imports is under
	// test.
	if ptr, ok := params.At(0).Type().(*types.Pointer); ok {
		if named, ok := types.Unalias(ptr.Elem()).(*types.Named); ok && named.Obj().Pkg() != nil {
			if pkg := p.cfg.SSA.Package(named.Obj().Pkg()); pkg != nil {
				run = pkg.Func(runners[named.Obj().Name()])
			}
		}
	}
	return run, args
}
