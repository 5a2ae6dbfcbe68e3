package lsp

import (
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
			[]string{`setting "diagnosticsTrigger": "Never" is neither "Edit" nor "Save"`}},
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
