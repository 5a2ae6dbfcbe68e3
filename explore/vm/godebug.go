package vm

import (
	"strconv"
	"strings"
)

// godebug is the value of a GODEBUG setting of the runtime: as in the
// environment, or as the program was built, or else old if the program asks for
// the behaviour of a Go version before the one that changed it. Changes of the
// environment by the program itself are not seen.
func (w *World) godebug(name string, changed int, old string) string {
	for _, e := range w.Env {
		if list, ok := strings.CutPrefix(e, "GODEBUG="); ok {
			if v, ok := godebugSetting(list, name); ok {
				return v
			}
		}
	}
	if v, ok := godebugSetting(w.Godebug, name); ok {
		return v
	}
	version, _ := godebugSetting(w.Godebug, "default")
	minor, _, _ := strings.Cut(strings.TrimPrefix(version, "go1."), ".")
	if n, err := strconv.Atoi(minor); err == nil && n < changed {
		return old
	}
	return ""
}

// godebugSetting finds name in a list of k=v; the last one counts.
func godebugSetting(list, name string) (value string, ok bool) {
	for entry := range strings.SplitSeq(list, ",") {
		if k, v, _ := strings.Cut(entry, "="); k == name {
			value, ok = v, true
		}
	}
	return value, ok
}
