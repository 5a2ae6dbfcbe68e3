package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints the version of the module, or the revision it was built
// from.
func version(e *env, args []string) int {
	fs := newFlags(e, "version")
	if code, done := parse(fs, args); done {
		return code
	}
	fmt.Fprintf(e.stdout, "mazurka %s %s\n", moduleVersion(), runtime.Version())
	return exitOK
}

func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (v == "" || v == "(devel)") && len(s.Value) >= 12 {
			v = "devel-" + s.Value[:12]
		}
	}
	if v == "" || v == "(devel)" {
		return "devel"
	}
	return v
}
