package main

import (
	"os"
	"os/exec"
	"testing"
)

// asCommand has the test binary act as the command; asActions is what that sees of
// GITHUB_ACTIONS.
const (
	asCommand = "MAZURKA_TEST_AS_COMMAND"
	asActions = "MAZURKA_TEST_AS_ACTIONS"
)

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// mazurka returns the command with arguments, to be run as a process.
func mazurka(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "XDG_CACHE_HOME="+t.TempDir(), "GITHUB_ACTIONS="+os.Getenv(asActions))
	return cmd
}
