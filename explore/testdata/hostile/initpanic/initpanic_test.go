// Package initpanic does not survive its initialisation.
package initpanic

import "testing"

var table = build(nil)

func build(m map[string]int) map[string]int {
	m["a"] = 1
	return m
}

// want: panic
func TestNever(t *testing.T) { t.Log(table) }
