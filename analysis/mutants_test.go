package analysis

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/mazurka-go/mazurka/internal/planted"
)

var allMutants = flag.Bool("analysis.mutants", false, "test all mutants, not just the first of each file")

// TestMutants plants each fault of testdata/mutants.json and sees the golden
// files notice.
func TestMutants(t *testing.T) {
	if planted.UnderWay() {
		return
	}
	text, err := os.ReadFile("testdata/mutants.json")
	if err != nil {
		t.Fatal(err)
	}
	var mutants []planted.Fault
	if err := json.Unmarshal(text, &mutants); err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, m := range mutants {
		t.Run(m.Name(), func(t *testing.T) {
			m.Source(t)
			if tested[m.File] && !*allMutants {
				return
			}
			tested[m.File] = true
			t.Parallel()
			m.Noticed(t, "-run=^Test(Future|Guards)$")
		})
	}
}
