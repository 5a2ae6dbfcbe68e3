package lsp

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"
)

func TestParseSettings(t *testing.T) {
	for _, tt := range []struct {
		name, raw string
		want      func(Settings) bool
		problems  []string
	}{
		{"nothing", ``, func(s Settings) bool { return s.DiagnosticsTrigger == "Edit" }, nil},
		{"empty Lua table", `[]`, func(s Settings) bool { return s.Algorithm == "auto" }, nil},
		{"values", `{"budget":"2s","diagnosticsTrigger":"Save","timing":false}`,
			func(s Settings) bool {
				return time.Duration(s.Budget) == 2*time.Second && s.DiagnosticsTrigger == "Save" && !s.Timing
			}, nil},
		{"inside a section", `{"mazurka":{"budget":"3s"}}`,
			func(s Settings) bool { return time.Duration(s.Budget) == 3*time.Second }, nil},
		{"lens switched off", `{"codelenses":{"explore":false}}`,
			func(s Settings) bool { return !s.Codelenses["explore"] }, nil},
		{"unknown", `{"colour":"red","budget":"1s"}`,
			func(s Settings) bool { return time.Duration(s.Budget) == time.Second },
			[]string{`unknown setting "colour"`}},
		{"wrong type", `{"budget":7}`,
			func(s Settings) bool { return s.Budget == defaultSettings().Budget },
			[]string{`setting "budget": want a duration such as "500ms"`}},
		{"wrong value", `{"diagnosticsTrigger":"Never"}`,
			func(s Settings) bool { return s.DiagnosticsTrigger == "Edit" },
			[]string{`setting "diagnosticsTrigger": "Never" is none of Edit, Save`}},
		{"null is the default", `{"budget":null,"codelenses":null}`,
			func(s Settings) bool { return s.Budget == defaultSettings().Budget && s.Codelenses[lensExplore] }, nil},
		{"one switch", `{"codelenses":{"debug":false}}`,
			func(s Settings) bool { return s.Codelenses[lensExplore] && !s.Codelenses[lensDebug] }, nil},
		{"unknown switch", `{"codelenses":{"tidy":true,"debug":false}}`,
			func(s Settings) bool { return !s.Codelenses[lensDebug] && !s.Codelenses["tidy"] },
			[]string{`setting "codelenses": "tidy" is none of explore, show_trace, debug`}},
		{"size and share", `{"memoryLimit":"512MiB","cpuShare":1}`,
			func(s Settings) bool { return s.MemoryLimit == 512<<20 && s.CPUShare == 1 }, nil},
		{"bad size and share", `{"memoryLimit":512,"cpuShare":2}`,
			func(s Settings) bool { return s.MemoryLimit == 2<<30 && s.CPUShare == 0.5 },
			[]string{`setting "cpuShare": want a number above 0 and up to 1`, `setting "memoryLimit": want a size such as "512MiB"`}},
		{"bad filter", `{"directoryFilters":["vendor"]}`,
			func(s Settings) bool { return slices.Equal(s.DirectoryFilters, []string{"-**/node_modules"}) },
			[]string{`setting "directoryFilters": "vendor" does not begin with + or -`}},
		{"of the client", `{"trace":{"server":"off"}}`, func(Settings) bool { return true }, nil},
		{"no object", `7`, func(s Settings) bool { return s.Algorithm == "auto" }, []string{"settings are not an object"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, problems := parseSettings([]byte(tt.raw))
			if !tt.want(set) {
				t.Errorf("settings = %+v", set)
			}
			if !slices.Equal(problems, tt.problems) {
				t.Errorf("problems = %q, want %q", problems, tt.problems)
			}
		})
	}
}

var update = flag.Bool("update", false, "write the pages that are generated")

// TestSettingsPage compares docs/settings.md with the table.
func TestSettingsPage(t *testing.T) {
	const page = "../docs/settings.md"
	want := SettingsPage()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != want {
		t.Errorf("%s is not what the table says (%v): run with -update", page, err)
	}
}

// TestSettingsSchema checks that every default is one that its schema admits
// and that setting it explicitly changes nothing.
func TestSettingsSchema(t *testing.T) {
	raw, err := SettingsSchema()
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]struct {
		Type    string
		Default any
		Enum    []any
	}
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	defaults := map[string]any{}
	for _, d := range settingsTable() {
		p, ok := schema[section+"."+d.name]
		if !ok {
			t.Errorf("%s is not in the schema", d.name)
		}
		if len(p.Enum) > 0 && !slices.Contains(p.Enum, p.Default) {
			t.Errorf("%s: the default %v is none of %v", d.name, p.Default, p.Enum)
		}
		defaults[d.name] = p.Default
	}
	set, problems := parseSettings(must(json.Marshal(defaults)))
	if len(problems) > 0 || !reflect.DeepEqual(set, defaultSettings()) {
		t.Errorf("the defaults read as %+v, %v", set, problems)
	}
}

func TestDirectoryFilters(t *testing.T) {
	for _, tt := range []struct {
		filters []string
		dir     string
		want    bool
	}{
		{nil, "/w/a", false},
		{[]string{"-**/node_modules"}, "/w/a/node_modules/b", true},
		{[]string{"-**/node_modules"}, "/w/node_modules", true},
		{[]string{"-**/node_modules"}, "/w/a/modules", false},
		{[]string{"-", "+a"}, "/w/a/b", false},
		{[]string{"-", "+a"}, "/w/b", true},
		{[]string{"-a", "+a/b"}, "/w/a/b/c", false},
		{[]string{"-a", "+a/b"}, "/w/a/c", true},
		{[]string{"-a"}, "/w/ab", false},
		{[]string{"-a*"}, "/w/ab", true},
		{[]string{"-"}, "/elsewhere", false},
		{[]string{"-"}, "/w", true},
	} {
		if got := excluded(tt.filters, "/w", tt.dir); got != tt.want {
			t.Errorf("excluded(%q, %s) = %v, want %v", tt.filters, tt.dir, got, tt.want)
		}
	}
}
