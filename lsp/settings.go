package lsp

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/mazurka-go/mazurka/explore"
)

// Settings are what the user can set, under the section "mazurka". Names
// that gopls has mean what they mean there. What each means, its default and
// its values stand in one table, settingsTable.
type Settings struct {
	BuildFlags                []string
	Env                       map[string]string
	DirectoryFilters          []string
	Codelenses                map[string]bool
	Hints                     map[string]bool
	DiagnosticsDelay          duration
	DiagnosticsTrigger        string
	PullDiagnostics           bool
	AnalysisProgressReporting bool
	Scope                     string
	Budget                    duration
	Algorithm                 string
	Timing                    bool
	CPUShare                  share
	MemoryLimit               byteSize
	StaticHints               bool
}

// The values of settings that have few.
const (
	triggerEdit = "Edit"
	triggerSave = "Save"

	scopeFiles     = "openFiles"
	scopePackage   = "package"
	scopeWorkspace = "workspace"

	lensExplore = "explore"
	lensTrace   = "show_trace"
	lensDebug   = "debug"

	hintSteps  = "steps"
	hintValues = "values"
)

// defaultSettings are those of the table.
func defaultSettings() (s Settings) {
	for _, def := range settingsTable() {
		if err := json.Unmarshal([]byte(def.value), def.field(&s)); err != nil {
			panic(fmt.Sprintf("default of setting %s: %v", def.name, err))
		}
	}
	return s
}

// A duration is written as in Go: "500ms".
type duration time.Duration

func (d *duration) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf(`want a duration such as "500ms"`)
	}
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return fmt.Errorf(`%q is no duration such as "500ms"`, s)
	}
	*d = duration(v)
	return nil
}

// A byteSize is written with its unit: "512MiB".
type byteSize uint64

func (n *byteSize) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf(`want a size such as "512MiB"`)
	}
	v, err := humanize.ParseBytes(s)
	if err != nil {
		return fmt.Errorf(`%q is no size such as "512MiB"`, s)
	}
	*n = byteSize(v)
	return nil
}

// A share is a part of a whole.
type share float64

func (x *share) UnmarshalJSON(b []byte) error {
	var v float64
	if err := json.Unmarshal(b, &v); err != nil || !(v > 0 && v <= 1) {
		return fmt.Errorf("want a number above 0 and up to 1")
	}
	*x = share(v)
	return nil
}

// parseSettings reads settings over the defaults. Every problem is
// reported and leaves the default of its setting.
func parseSettings(raw []byte) (Settings, []string) {
	set := defaultSettings()
	if len(raw) == 0 || string(raw) == "null" || string(raw) == "[]" {
		return set, nil // an empty table of Lua arrives as []
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return set, []string{"settings are not an object"}
	}
	if inner, ok := fields[section]; ok && len(fields) == 1 {
		return parseSettings(inner)
	}
	table := settingsTable()
	var problems []string
	for _, name := range sortedKeys(fields) {
		i := slices.IndexFunc(table, func(d setting) bool { return d.name == name })
		switch {
		case i >= 0:
			problems = append(problems, table[i].read(&set, fields[name])...)
		case !slices.Contains(clientSettings, name):
			problems = append(problems, fmt.Sprintf("unknown setting %q", name))
		}
	}
	return set, problems
}

// read takes over the value of a setting, unless there is something wrong
// with it. Null is the default, and so is an empty table of Lua.
func (d *setting) read(s *Settings, raw []byte) (problems []string) {
	if string(raw) == "null" || string(raw) == "[]" && (d.kind == kindSwitches || d.kind == kindStrings) {
		return nil
	}
	var fresh Settings
	value := d.field(&fresh)
	err := json.Unmarshal(raw, value)
	if text, ok := value.(*string); ok && err == nil && !slices.Contains(d.words(), *text) {
		err = d.none(*text)
	}
	if filters, ok := value.(*[]string); ok && err == nil && d.name == "directoryFilters" {
		err = checkFilters(*filters)
	}
	if err != nil {
		return []string{fmt.Sprintf("setting %q: %v", d.name, err)}
	}
	if switches, ok := value.(*map[string]bool); ok {
		return d.turn(*d.field(s).(*map[string]bool), *switches)
	}
	reflect.ValueOf(d.field(s)).Elem().Set(reflect.ValueOf(value).Elem())
	return nil
}

// turn turns those switches that are named; the others stay as they are.
func (d *setting) turn(switches, named map[string]bool) (problems []string) {
	for _, name := range sortedKeys(named) {
		if _, ok := switches[name]; !ok {
			problems = append(problems, fmt.Sprintf("setting %q: %v", d.name, d.none(name)))
			continue
		}
		switches[name] = named[name]
	}
	return problems
}

func (d *setting) none(word string) error {
	return fmt.Errorf("%q is none of %s", word, strings.Join(d.words(), ", "))
}

// options translates settings for the exploration.
func (s *Settings) options() explore.Options {
	o := explore.Options{Budget: time.Duration(s.Budget), Algorithm: s.Algorithm, Jobs: s.jobs(), TotalMemory: uint64(s.MemoryLimit)}
	if !s.Timing {
		o.Timing = explore.TimingQuiet
	}
	return o
}

// jobs is how many tests are explored at the same time.
func (s *Settings) jobs() int {
	return max(1, int(math.Round(float64(s.CPUShare)*float64(runtime.GOMAXPROCS(0)))))
}

// variables lists the variables of Env: NAME=VALUE.
func (s *Settings) variables() (list []string) {
	for _, k := range sortedKeys(s.Env) {
		list = append(list, k+"="+s.Env[k])
	}
	return list
}

// environ returns the environment for the go command, nil for the process's own.
func (s *Settings) environ(base []string) []string {
	if len(s.Env) == 0 {
		return nil
	}
	return append(slices.Clone(base), s.variables()...)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
