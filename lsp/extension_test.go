package lsp

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestExtensionSettings compares the settings that the extension of VS Code
// declares with the table.
func TestExtensionSettings(t *testing.T) {
	const manifest = "../editors/vscode/package.json"
	raw := must(os.ReadFile(manifest))
	start := bytes.Index(raw, []byte(`"id": "server"`))
	if start < 0 {
		t.Fatalf("%s has no part for the server's settings", manifest)
	}
	const key = `"properties": `
	start += bytes.Index(raw[start:], []byte(key)) + len(key)
	rest := json.NewDecoder(bytes.NewReader(raw[start:]))
	var declared json.RawMessage
	if err := rest.Decode(&declared); err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, bytes.TrimSpace(must(SettingsSchema())), "        ", "  "); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(declared, want.Bytes()) {
		return
	}
	if !*update {
		t.Fatalf("%s does not declare the settings of the table: run with -update", manifest)
	}
	raw = slices.Replace(raw, start, start+int(rest.InputOffset()), want.Bytes()...)
	if err := os.WriteFile(manifest, raw, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestExtensionsOwnSettings checks that the server leaves the settings of
// the extension to it.
func TestExtensionsOwnSettings(t *testing.T) {
	var manifest struct {
		Contributes struct {
			Configuration []struct {
				ID         string
				Properties map[string]any
			}
		}
	}
	if err := json.Unmarshal(must(os.ReadFile("../editors/vscode/package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, part := range manifest.Contributes.Configuration {
		if part.ID == "server" {
			continue
		}
		for name := range part.Properties {
			names++
			first, _, _ := strings.Cut(strings.TrimPrefix(name, section+"."), ".")
			if !slices.Contains(clientSettings, first) {
				t.Errorf("the server would complain of %s", name)
			}
		}
	}
	if names == 0 {
		t.Error("the extension has no settings of its own")
	}
}
