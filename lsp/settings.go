package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// Settings are what the user can set, under the section "mazurka". Names
// that gopls has mean what they mean there.
type Settings struct {
	// BuildFlags are flags for the go command, such as -tags=integration.
	BuildFlags []string `json:"buildFlags"`
	// Env is added to the environment of the go command and of tests.
	Env map[string]string `json:"env"`
	// Codelenses switches lenses: "explore".
	Codelenses map[string]bool `json:"codelenses"`
	// DiagnosticsDelay is the pause in typing after which unsaved code is
	// explored.
	DiagnosticsDelay duration `json:"diagnosticsDelay"`
	// DiagnosticsTrigger is "Edit" or "Save".
	DiagnosticsTrigger string `json:"diagnosticsTrigger"`
	// Budget is the time for each test.
	Budget duration `json:"budget"`
	// Algorithm names the search.
	Algorithm string `json:"algorithm"`
	// Timing is whether findings are shown that need a timer to fire early.
	Timing bool `json:"timing"`
}

func defaultSettings() Settings {
	return Settings{
		Codelenses:         map[string]bool{"explore": true},
		DiagnosticsDelay:   duration(500 * time.Millisecond),
		DiagnosticsTrigger: "Edit",
		Budget:             duration(explore.DefaultBudget),
		Algorithm:          "auto",
		Timing:             true,
	}
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
	if inner, ok := fields["mazurka"]; ok && len(fields) == 1 {
		return parseSettings(inner)
	}
	var problems []string
	for _, name := range sortedKeys(fields) {
		target := set.field(name)
		if target == nil {
			problems = append(problems, fmt.Sprintf("unknown setting %q", name))
			continue
		}
		if err := json.Unmarshal(fields[name], target); err != nil {
			problems = append(problems, fmt.Sprintf("setting %q: %v", name, err))
		}
	}
	def := defaultSettings()
	if !slices.Contains([]string{"Edit", "Save"}, set.DiagnosticsTrigger) {
		problems = append(problems, fmt.Sprintf(`setting "diagnosticsTrigger": %q is neither "Edit" nor "Save"`, set.DiagnosticsTrigger))
		set.DiagnosticsTrigger = def.DiagnosticsTrigger
	}
	if !slices.Contains(explore.Algorithms(), set.Algorithm) {
		problems = append(problems, fmt.Sprintf(`setting "algorithm": %q is none of %s`, set.Algorithm, strings.Join(explore.Algorithms(), ", ")))
		set.Algorithm = def.Algorithm
	}
	return set, problems
}

func (s *Settings) field(name string) any {
	switch name {
	case "buildFlags":
		return &s.BuildFlags
	case "env":
		return &s.Env
	case "codelenses":
		return &s.Codelenses
	case "diagnosticsDelay":
		return &s.DiagnosticsDelay
	case "diagnosticsTrigger":
		return &s.DiagnosticsTrigger
	case "budget":
		return &s.Budget
	case "algorithm":
		return &s.Algorithm
	case "timing":
		return &s.Timing
	}
	return nil
}

// options translates settings for the exploration.
func (s *Settings) options() explore.Options {
	o := explore.Options{Budget: time.Duration(s.Budget), Algorithm: s.Algorithm}
	if !s.Timing {
		o.Timing = explore.TimingQuiet
	}
	return o
}

// environ returns the environment for the go command, nil for the process's own.
func (s *Settings) environ(base []string) []string {
	if len(s.Env) == 0 {
		return nil
	}
	env := slices.Clone(base)
	for _, k := range sortedKeys(s.Env) {
		env = append(env, k+"="+s.Env[k])
	}
	return env
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
