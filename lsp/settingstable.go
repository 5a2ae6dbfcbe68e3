package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

// section is the section of the settings in a client's configuration.
const section = "mazurka"

// clientSettings are names in the section that are the business of clients.
var clientSettings = []string{"trace", "server", "statusBar", "testing"}

// A setting is one line of the table: everything that is known of it.
type setting struct {
	name   string
	kind   settingKind
	value  string // its default, as JSON
	values []word // what it may be, or which switches it has; empty: anything
	gopls  bool   // gopls has it, with this meaning
	doc    string // sentences
	field  func(*Settings) any
}

// A word is a value, or a switch, with its meaning.
type word struct{ name, doc string }

// words are the names of the values.
func (d *setting) words() (names []string) {
	for _, v := range d.values {
		names = append(names, v.name)
	}
	return names
}

type settingKind string

const (
	kindBool     settingKind = "boolean"
	kindText     settingKind = "string"
	kindDuration settingKind = "duration"
	kindSize     settingKind = "size"
	kindShare    settingKind = "share"
	kindList     settingKind = "list of strings"
	kindStrings  settingKind = "object of strings"
	kindSwitches settingKind = "object of booleans"
)

// settingsTable is the one place that says which settings there are; names, defaults,
// the page docs/settings.md and the schema for editors come from it.
func settingsTable() []setting {
	return []setting{
		{name: "buildFlags", kind: kindList, value: `[]`, gopls: true,
			doc:   "Flags for the go command, such as `-tags=integration`.",
			field: func(s *Settings) any { return &s.BuildFlags }},
		{name: "env", kind: kindStrings, value: `{}`, gopls: true,
			doc:   "Variables added to the environment of the go command and of the tests. Of other variables, tests see a few with fixed values only.",
			field: func(s *Settings) any { return &s.Env }},
		{name: "directoryFilters", kind: kindList, value: `["-**/node_modules"]`, gopls: true,
			doc: "Directories whose tests are explored (`+dir`) or not (`-dir`), relative to the workspace folder; the last filter that fits decides. " +
				"`**` stands for any number of directories, an empty path (`-`) for everything.",
			field: func(s *Settings) any { return &s.DirectoryFilters }},
		{name: "codelenses", kind: kindSwitches, value: `{"explore":true,"show_trace":true,"debug":true}`, gopls: true,
			values: []word{
				{lensExplore, "the state of each test; explores it, or replays what was found"},
				{lensTrace, "shows the interleaving of what was found"},
				{lensDebug, "steps through what was found, forwards and backwards"},
			},
			doc:   "Which lenses are shown above tests. Each is a code action, too, whether it is shown or not.",
			field: func(s *Settings) any { return &s.Codelenses }},
		{name: "hints", kind: kindSwitches, value: `{"steps":true,"values":true}`, gopls: true,
			values: []word{
				{hintSteps, "the numbers of the steps that happen at a line"},
				{hintValues, "the values that these steps read and write"},
			},
			doc:   "Which inlay hints are shown while a counterexample is open.",
			field: func(s *Settings) any { return &s.Hints }},
		{name: "diagnosticsDelay", kind: kindDuration, value: `"500ms"`, gopls: true,
			doc:   "The pause in typing after which unsaved code is explored.",
			field: func(s *Settings) any { return &s.DiagnosticsDelay }},
		{name: "diagnosticsTrigger", kind: kindText, value: `"Edit"`, gopls: true,
			values: []word{{triggerEdit, "after every pause in typing"}, {triggerSave, "when a file is saved"}},
			doc:    "When code is explored.",
			field:  func(s *Settings) any { return &s.DiagnosticsTrigger }},
		{name: "pullDiagnostics", kind: kindBool, value: `false`, gopls: true,
			doc:   "Offer diagnostics to be asked for instead of sending them. It is looked at only when the server starts, among the initialization options.",
			field: func(s *Settings) any { return &s.PullDiagnostics }},
		{name: "analysisProgressReporting", kind: kindBool, value: `true`, gopls: true,
			doc:   "Report the progress of explorations that take a while.",
			field: func(s *Settings) any { return &s.AnalysisProgressReporting }},
		{name: "scope", kind: kindText, value: `"workspace"`,
			values: []word{
				{scopeFiles, "those in open files"},
				{scopePackage, "those in packages with open files"},
				{scopeWorkspace, "all of them"},
			},
			doc:   "Which tests an edit has explored, of those that can reach the edited code.",
			field: func(s *Settings) any { return &s.Scope }},
		{name: "budget", kind: kindDuration, value: `"` + explore.DefaultBudget.String() + `"`,
			doc:   "The time for each test. What is not finished by then is `incomplete`.",
			field: func(s *Settings) any { return &s.Budget }},
		{name: "algorithm", kind: kindText, value: `"auto"`, values: algorithmWords(),
			doc:   "The search. `auto` chooses by what the test is like.",
			field: func(s *Settings) any { return &s.Algorithm }},
		{name: "timing", kind: kindBool, value: `true`,
			doc:   "Look for findings that need a timer to fire while goroutines can still run. They are shown as warnings.",
			field: func(s *Settings) any { return &s.Timing }},
		{name: "cpuShare", kind: kindShare, value: `0.5`,
			doc:   "The part of the processors that explorations may use, at least one: a number above 0 and up to 1.",
			field: func(s *Settings) any { return &s.CPUShare }},
		{name: "memoryLimit", kind: kindSize, value: `"2GiB"`,
			doc:   "What the server may hold. When it holds more, the exploration that holds most ends as `incomplete`.",
			field: func(s *Settings) any { return &s.MemoryLimit }},
		{name: "staticHints", kind: kindBool, value: `false`,
			doc:   "Show what is suspected without an execution: memory that is accessed without the mutex that is held wherever else it is accessed. Such a hint is no finding.",
			field: func(s *Settings) any { return &s.StaticHints }},
	}
}

func algorithmWords() (list []word) {
	for _, name := range explore.Algorithms() {
		list = append(list, word{name, explore.AlgorithmDoc(name)})
	}
	return list
}

// SettingsSchema is the JSON schema of the settings, as the property
// contributes.configuration.properties of a VS Code extension has it.
func SettingsSchema() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	properties := map[string]any{}
	for i, d := range settingsTable() {
		p := d.schema()
		p["order"] = i
		properties[section+"."+d.name] = p
	}
	err := enc.Encode(properties)
	return b.Bytes(), err
}

// schema is the schema of one setting.
func (d *setting) schema() map[string]any {
	p := map[string]any{
		"type": "string", "scope": "resource", "default": json.RawMessage(d.value), "markdownDescription": d.doc,
	}
	switch d.kind {
	case kindBool:
		p["type"] = "boolean"
	case kindShare:
		p["type"], p["exclusiveMinimum"], p["maximum"] = "number", 0, 1
	case kindDuration:
		p["pattern"] = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`
	case kindSize:
		p["pattern"] = `^[0-9]+(\.[0-9]+)? ?([kKMGT]i?)?B$`
	case kindList:
		p["type"], p["items"] = "array", map[string]any{"type": "string"}
	case kindStrings:
		p["type"], p["additionalProperties"] = "object", map[string]any{"type": "string"}
	case kindSwitches:
		p["type"], p["additionalProperties"] = "object", false
		switches := map[string]any{}
		for _, v := range d.values {
			switches[v.name] = map[string]any{"type": "boolean", "description": v.doc}
		}
		p["properties"] = switches
	case kindText:
		var docs []string
		for _, v := range d.values {
			docs = append(docs, v.doc)
		}
		p["enum"], p["enumDescriptions"] = d.words(), docs
	}
	return p
}

// SettingsPage is the text of docs/settings.md.
func SettingsPage() string {
	var b strings.Builder
	b.WriteString(settingsIntro)
	for _, d := range settingsTable() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", d.name, d.doc)
		for _, v := range d.values {
			fmt.Fprintf(&b, "- `%s`: %s\n", v.name, v.doc)
		}
		if len(d.values) > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "Default: `%s` (%s).", d.value, d.kind)
		if d.gopls {
			b.WriteString(" As in gopls.")
		}
		b.WriteString("\n")
	}
	return b.String()
}

const settingsIntro = `# Settings of the language server

<!-- written by a test: go test ./lsp -run TestSettingsPage -update -->

Settings are one object, the section ` + "`mazurka`" + ` of the editor's configuration. The server takes them from the
initialization options, from ` + "`workspace/configuration`" + ` and from ` + "`workspace/didChangeConfiguration`" + `. A setting it
does not know, or whose value makes no sense, is reported and has its default. Durations are written as in Go
(` + "`500ms`" + `), sizes with their unit (` + "`512MiB`" + `).

    {"mazurka": {"budget": "5s", "diagnosticsTrigger": "Save"}}

` + "`mazurka serve -settings`" + ` prints the JSON schema of the settings.
`
