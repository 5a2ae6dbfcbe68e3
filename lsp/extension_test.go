package lsp

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestExtensionSettings compares the settings that the extension of VS Code
// declares with the table.
func TestExtensionSettings(t *testing.T) {
	var manifest struct {
		Contributes struct {
			Configuration []struct {
				Properties map[string]any
			}
		}
	}
	if err := json.Unmarshal(must(os.ReadFile("../editors/vscode/package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(must(SettingsSchema()), &want); err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for _, part := range manifest.Contributes.Configuration {
		for name, got := range part.Properties {
			declared[name] = true
			first, _, _ := strings.Cut(strings.TrimPrefix(name, section+"."), ".")
			if want[name] == nil && !slices.Contains(clientSettings, first) {
				t.Errorf("the server does not know %s", name)
			}
			if want[name] != nil && !reflect.DeepEqual(got, want[name]) {
				t.Errorf("%s is declared as %v, want %v: run npm run settings in editors/vscode", name, got, want[name])
			}
		}
	}
	for _, name := range sortedKeys(want) {
		if !declared[name] {
			t.Errorf("%s is not declared: run npm run settings in editors/vscode", name)
		}
	}
}
