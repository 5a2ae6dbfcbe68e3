package explore

import (
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/explore/vm"
)

const manyValues = `count int = 3
name string = "n"
add func() int = main.manyValues.func1
  count int = 3
  name string = "n"
c chan main.node = 1/2
  [0] main.node = {name: "first", next: &{name: "second", next: nil}}
    name string = "first"
    next *main.node = &{name: "second", next: nil}
b *main.bank = &{mu: locked, list: [-1 2], m: map["k":{name: "v", next: nil}], pair: [{a: 0, b: 0} {a: 0, b: 7}]}
  mu sync.Mutex = locked
    owner goroutine = goroutine 0 (main.manyValues)
    waiting goroutine = goroutine 2 (main.manyValues.func2)
  list []int8 = [-1 2]
    [0] int8 = -1
    [1] int8 = 2
  m map[string]main.node = map["k":{name: "v", next: nil}]
    ["k"] main.node = {name: "v", next: nil}
  pair [2]struct { a uint16; b uint16 } = [{a: 0, b: 0} {a: 0, b: 7}]
    [0] struct { a uint16; b uint16 } = {a: 0, b: 0}
    [1] struct { a uint16; b uint16 } = {a: 0, b: 7}
e interface {} = [2]struct { a uint16; b uint16 }([{a: 0, b: 0} {a: 0, b: 7}])
  data [2]struct { a uint16; b uint16 } = [{a: 0, b: 0} {a: 0, b: 7}]
    [0] struct { a uint16; b uint16 } = {a: 0, b: 0}
    [1] struct { a uint16; b uint16 } = {a: 0, b: 7}
done chan bool = 0/0, 1 receiving
  receiving goroutine = goroutine 0 (main.manyValues)`

// TestParts looks at values one level at a time: what closures capture, what
// channels hold and who waits for them, who has a mutex.
func TestParts(t *testing.T) {
	all, err := loadScenarios()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all.list, func(sc scenario) bool { return sc.name == "manyValues" })
	s := all.system(t, &all.list[i], vm.Config{})
	defer s.close()
	for choices := s.m.Enabled(nil); len(choices) > 0; choices = s.m.Enabled(nil) {
		s.m.Step(choices[0])
	}
	var lines []string
	var walk func(indent string, vars []vm.Variable, depth int)
	walk = func(indent string, vars []vm.Variable, depth int) {
		for _, v := range vars {
			lines = append(lines, indent+v.Name+" "+v.Type+" = "+v.Value)
			if depth > 0 {
				walk(indent+"  ", s.m.Parts(v), depth-1)
			}
		}
	}
	walk("", s.m.Variables(0, 0), 2)
	if got := strings.Join(lines, "\n"); got != manyValues {
		t.Errorf("got\n%s\nwant\n%s", got, manyValues)
	}
}
