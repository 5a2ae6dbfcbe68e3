package main

import (
	"regexp"
	"testing"
)

func main() {
	match := func(pat, s string) (bool, error) { return regexp.MatchString(pat, s) }
	testing.Main(match, []testing.InternalTest{
		{Name: "TestQuiet", F: func(t *testing.T) { t.Log("not shown"); t.Run("sub", func(t *testing.T) { t.Log("neither") }) }},
		{Name: "TestFails", F: func(t *testing.T) {
			t.Log("before")
			t.Run("sub", func(t *testing.T) { t.Log("in\nlines"); t.Error("wrong") })
			t.Run("fine", func(t *testing.T) { t.Log("not shown") })
			t.Log("after")
		}},
		{Name: "TestSkips", F: func(t *testing.T) { t.Skip("not shown") }},
	}, nil, nil)
}
