// Fuzz targets, which run on their seeds: those of Add and the files in
// testdata/fuzz.

//mazurka:replace
package testing

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// An InternalFuzzTarget is a fuzz target with its name.
type InternalFuzzTarget struct {
	Name string
	Fn   func(f *F)
}

// F is given to fuzz targets.
type F struct {
	common
	seeds  []seed
	called bool
}

// A seed is what a fuzz target is called with.
type seed struct {
	name   string
	values []any
}

// runFuzz is called by the machine on its main goroutine: it runs one fuzz
// target as a test.
func runFuzz(name string, target func(*F), testMain func(*M)) {
	runTest(name, func(t *T) { fuzz(t, target) }, testMain)
}

func fuzz(t *T, target func(*F)) {
	f := &F{common: common{
		name: t.name, kind: "f", parent: &t.common, goid: goid(), ctx: t.ctx, cancel: t.cancel, done: newFlag(), nested: t.nested,
	}}
	defer func() {
		t.finished, t.skipped = f.finished, f.skipped
		if !panicking() && f.finished && !f.called && !f.skipped && !f.failed {
			f.Error("returned without calling F.Fuzz, F.Fail, or F.Skip")
		}
		f.setDone()
	}()
	defer f.runCleanups()
	target(f)
	f.finished = true
}

func (f *F) Helper() { f.common.Helper() }

func (f *F) Fail() {
	f.checkFuzz("Fail")
	f.common.Fail()
}

func (f *F) Skipped() bool {
	f.checkFuzz("Skipped")
	return f.common.Skipped()
}

// fuzzable are the types of the arguments of fuzz targets.
var fuzzable = map[reflect.Type]bool{
	reflect.TypeFor[[]byte]():  true,
	reflect.TypeFor[string]():  true,
	reflect.TypeFor[bool]():    true,
	reflect.TypeFor[float32](): true,
	reflect.TypeFor[float64](): true,
	reflect.TypeFor[int]():     true,
	reflect.TypeFor[int8]():    true,
	reflect.TypeFor[int16]():   true,
	reflect.TypeFor[int32]():   true,
	reflect.TypeFor[int64]():   true,
	reflect.TypeFor[uint]():    true,
	reflect.TypeFor[uint8]():   true,
	reflect.TypeFor[uint16]():  true,
	reflect.TypeFor[uint32]():  true,
	reflect.TypeFor[uint64]():  true,
}

// Add adds a seed.
func (f *F) Add(args ...any) {
	for _, a := range args {
		if t := reflect.TypeOf(a); !fuzzable[t] {
			panic(fmt.Sprintf("testing: unsupported type to Add %v", t))
		}
	}
	f.seeds = append(f.seeds, seed{fmt.Sprintf("seed#%d", len(f.seeds)), append([]any(nil), args...)})
}

// Fuzz calls ff with the seeds, each as a subtest.
func (f *F) Fuzz(ff any) {
	if f.called {
		panic("testing: F.Fuzz called more than once")
	}
	f.called = true
	if f.failed {
		return
	}
	f.Helper()
	fn := reflect.ValueOf(ff)
	types := targetTypes(fn)
	for _, s := range f.seeds {
		f.checkSeed(s, types)
	}
	f.readSeeds(types)
	for _, s := range f.seeds {
		f.inFuzz = true
		f.run(s, fn)
		f.inFuzz = false
	}
}

// targetTypes are the types of the arguments behind the *T.
func targetTypes(fn reflect.Value) (types []reflect.Type) {
	if fn.Kind() != reflect.Func {
		panic("testing: F.Fuzz must receive a function")
	}
	t := fn.Type()
	if t.NumIn() < 2 || t.In(0) != reflect.TypeFor[*T]() {
		panic("testing: fuzz target must receive at least two arguments, where the first argument is a *T")
	}
	if t.NumOut() != 0 {
		panic("testing: fuzz target must not return a value")
	}
	for i := 1; i < t.NumIn(); i++ {
		if !fuzzable[t.In(i)] {
			panic(fmt.Sprintf("testing: unsupported type for fuzzing %v", t.In(i)))
		}
		types = append(types, t.In(i))
	}
	return types
}

// run calls the function of a target with a seed, on a goroutine of its own.
func (f *F) run(s seed, fn reflect.Value) {
	sub := newT(&f.common, f.name+"/"+s.name)
	go tRunner(sub, func(t *T) {
		args := []reflect.Value{reflect.ValueOf(t)}
		for _, v := range s.values {
			args = append(args, reflect.ValueOf(v))
		}
		fn.Call(args)
	})
	<-sub.signal
}

func (f *F) checkSeed(s seed, types []reflect.Type) {
	if len(s.values) != len(types) {
		f.Fatalf("wrong number of values in corpus entry: %d, want %d", len(s.values), len(types))
	}
	for i, v := range s.values {
		if t := reflect.TypeOf(v); t != types[i] {
			f.Fatalf("mismatched types in corpus entry: %v, want %v", t, types[i])
		}
	}
}

// readSeeds adds the seeds in testdata/fuzz.
func (f *F) readSeeds(types []reflect.Type) {
	dir := filepath.Join("testdata", "fuzz", f.name)
	files, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return
	}
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		if file.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			f.Fatal(err)
		}
		values, err := parseSeed(string(data))
		if err != nil {
			f.Fatalf("failed to unmarshal %q: %v", filepath.Join(dir, file.Name()), err)
		}
		s := seed{file.Name(), values}
		f.checkSeed(s, types)
		f.seeds = append(f.seeds, s)
	}
}

// parseSeed reads the form of package internal/fuzz: a line with the version,
// then one conversion of a literal for each argument.
func parseSeed(text string) (values []any, err error) {
	lines := strings.Split(text, "\n")
	if v := strings.TrimSuffix(lines[0], "\r"); v != "go test fuzz v1" {
		return nil, fmt.Errorf("unknown encoding version: %s", v)
	}
	for _, line := range lines[1:] {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		v, err := parseValue(line)
		if err != nil {
			return nil, fmt.Errorf("malformed line %q: %v", line, err)
		}
		values = append(values, v)
	}
	return values, nil
}

func parseValue(line string) (any, error) {
	name, arg, ok := strings.Cut(line, "(")
	if !ok || !strings.HasSuffix(arg, ")") {
		return nil, fmt.Errorf("expected call expression")
	}
	arg = strings.TrimSuffix(arg, ")")
	switch name {
	case "string":
		return strconv.Unquote(arg)
	case "[]byte":
		s, err := strconv.Unquote(arg)
		return []byte(s), err
	case "bool":
		return strconv.ParseBool(arg)
	case "float32":
		v, err := strconv.ParseFloat(arg, 32)
		return float32(v), err
	case "float64":
		return strconv.ParseFloat(arg, 64)
	case "math.Float32frombits":
		v, err := strconv.ParseUint(arg, 0, 32)
		return math.Float32frombits(uint32(v)), err
	case "math.Float64frombits":
		v, err := strconv.ParseUint(arg, 0, 64)
		return math.Float64frombits(v), err
	}
	return parseInteger(name, arg)
}

// parseInteger reads an integer of the type with the name, perhaps written as a
// character.
func parseInteger(name, arg string) (any, error) {
	if s, ok := strings.CutPrefix(arg, "'"); ok {
		r, _, rest, err := strconv.UnquoteChar(s, '\'')
		if err != nil || rest != "'" {
			return nil, fmt.Errorf("malformed character %s", arg)
		}
		arg = strconv.Itoa(int(r))
	}
	var t reflect.Type
	for u := range fuzzable {
		if k := u.Kind(); k >= reflect.Int && k <= reflect.Uint64 && u.Name() == name {
			t = u
		}
	}
	switch name {
	case "byte":
		t = reflect.TypeFor[byte]()
	case "rune":
		t = reflect.TypeFor[rune]()
	}
	if t == nil {
		return nil, fmt.Errorf("unknown type %s", name)
	}
	v := reflect.New(t).Elem()
	if v.CanInt() {
		x, err := strconv.ParseInt(arg, 0, t.Bits())
		v.SetInt(x)
		return v.Interface(), err
	}
	x, err := strconv.ParseUint(arg, 0, t.Bits())
	v.SetUint(x)
	return v.Interface(), err
}
