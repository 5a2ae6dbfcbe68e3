package explore_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/mazurka-go/mazurka/explore"
)

// fuzzFunctions is how many functions a generated program has.
const fuzzFunctions = 20

var (
	fuzzSeeds = flag.Uint64("explore.fuzz", 3, "how many generated programs FuzzRun begins with")
	fuzzFirst = flag.Uint64("explore.fuzzfirst", 0, "seed of the first one")
)

// FuzzRun generates programs and compares what they do in the machine with what
// they do under the toolchain.
func FuzzRun(f *testing.F) {
	for seed := range *fuzzSeeds {
		f.Add(*fuzzFirst + seed)
	}
	tried := 0
	f.Fuzz(func(t *testing.T, seed uint64) {
		if tried++; tried%20 == 0 {
			programs = explore.NewSession("") // it keeps one version of every package
		}
		difference := runBoth(t, seed, 0)
		if difference == "" {
			return
		}
		for last := 1; last <= fuzzFunctions; last++ {
			if d := runBoth(t, seed, last); d != "" {
				t.Fatalf("%s\n%s", fuzzProgram(seed, last-1, last)[len(fuzzPrelude):], d)
			}
		}
		t.Fatalf("only all functions together: %s", difference)
	})
}

// runBoth runs the program of a seed, or the function before last of it alone,
// and returns how machine and toolchain differ.
func runBoth(t *testing.T, seed uint64, last int) string {
	first := last - 1
	if last == 0 {
		first, last = 0, fuzzFunctions
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module fuzz\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "main.go"), fuzzProgram(seed, first, last))
	native := natively(t, dir, "main.go")
	machine := inMachine(t, dir, "main.go")
	if native == machine {
		return ""
	}
	if unoptimised := runNatively(t, command{dir: dir, flags: []string{"-gcflags=-N -l"}, files: []string{"main.go"}}); unoptimised == machine {
		t.Logf("seed %d: the compiler's optimisations change what the program does: %s", seed, firstDifference(native.String(), machine.String()))
		return ""
	}
	return fmt.Sprint("machine and toolchain differ: ", firstDifference(native.String(), machine.String()))
}
