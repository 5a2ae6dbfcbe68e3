package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mazurka-go/mazurka/explore"
)

// The JSON output of compare: one object a line.

type jsonRun struct {
	Type        string           `json:"type"` // "run"
	Package     string           `json:"package"`
	Test        string           `json:"test"`
	Algorithm   string           `json:"algorithm"`
	Complete    bool             `json:"complete"`
	Bound       string           `json:"bound,omitempty"`
	Unsupported *jsonUnsupported `json:"unsupported,omitempty"`
	Internal    string           `json:"internal,omitempty"`
	Executions  int64            `json:"executions"`
	Blocked     int64            `json:"blocked"`
	Matched     int64            `json:"matched"`
	States      int64            `json:"states"`
	Transitions int64            `json:"transitions"`
	Choices     int64            `json:"choices"`
	Rounds      int              `json:"rounds"`
	Ends        int              `json:"ends"`
	Faults      []jsonFault      `json:"faults"`
	Memory      int64            `json:"memory"`
	ElapsedMS   float64          `json:"elapsed_ms"`
	ProcessorMS float64          `json:"processor_ms"`
}

type jsonFault struct {
	Kind  explore.Kind `json:"kind"`
	Where string       `json:"where"`
}

type jsonDisagreement struct {
	Type      string `json:"type"` // "disagreement"
	Package   string `json:"package"`
	Test      string `json:"test"`
	Algorithm string `json:"algorithm"`
	Seen      string `json:"seen_by"`
	What      string `json:"what"`
	Schedule  string `json:"schedule,omitempty"`
}

type jsonCompareSummary struct {
	Type          string `json:"type"` // "summary"
	Tests         int    `json:"tests"`
	Disagreements int    `json:"disagreements"`
	Broken        int    `json:"broken,omitempty"`
	ElapsedMS     int64  `json:"elapsed_ms"`
}

type jsonComparison struct {
	w   io.Writer
	dir string
}

func (j *jsonComparison) pkg(string) {}

func (j *jsonComparison) comparison(c *explore.Comparison) {
	for _, r := range c.Runs {
		out := jsonRun{
			Type: "run", Package: c.Test.Package, Test: c.Test.Name, Algorithm: r.Algorithm,
			Complete: r.Complete, Bound: r.Bound, Unsupported: newJSONUnsupported(r.Missing, j.dir), Internal: r.Internal,
			Executions: r.Executions, Blocked: r.Blocked, Matched: r.Matched, States: r.States,
			Transitions: r.Transitions, Choices: r.Choices, Rounds: r.Rounds, Ends: r.Ends, Faults: []jsonFault{},
			Memory: r.Memory, ElapsedMS: milliseconds(r.Elapsed), ProcessorMS: milliseconds(r.Processor),
		}
		for _, f := range r.Faults {
			out.Faults = append(out.Faults, jsonFault{f.Kind, f.Where})
		}
		writeLine(j.w, out)
	}
	for _, d := range c.Disagreements {
		writeLine(j.w, jsonDisagreement{"disagreement", c.Test.Package, c.Test.Name, d.Algorithm, d.Seen, d.What, d.File})
	}
}

func (j *jsonComparison) end(c *comparing) {
	writeLine(j.w, jsonCompareSummary{"summary", c.tests, c.disagreements, c.broken, time.Since(c.start).Milliseconds()})
}

// A jsonLine is a line of any type.
type jsonLine struct {
	jsonRun
	Seen     string `json:"seen_by"`
	What     string `json:"what"`
	Schedule string `json:"schedule"`
}

// tell shows what was printed to a file, by one run or several.
func (c *comparing) tell(file string) int {
	f, err := os.Open(file)
	if err != nil {
		return c.fail(err)
	}
	defer f.Close()
	var last *explore.Comparison
	for lines := json.NewDecoder(f); ; {
		var l jsonLine
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return c.fail(fmt.Errorf("%s: %v", file, err))
		}
		if l.Test == "" {
			continue // a summary
		}
		if last == nil || last.Test.Package != l.Package || last.Test.Name != l.Test {
			c.told(last)
			if last == nil || last.Test.Package != l.Package {
				c.out.pkg(l.Package)
			}
			last = &explore.Comparison{Test: &explore.Test{Package: l.Package, Name: l.Test}}
		}
		l.addTo(last)
	}
	c.told(last)
	c.out.end(c)
	return c.code(false)
}

// told shows a comparison of which all has been read.
func (c *comparing) told(cmp *explore.Comparison) {
	if cmp != nil && c.run.MatchString(cmp.Test.Name) {
		c.add(cmp)
		c.out.comparison(cmp)
	}
}

// addTo adds to a comparison what the line tells of it.
func (l *jsonLine) addTo(cmp *explore.Comparison) {
	switch l.Type {
	case "run":
		cmp.Runs = append(cmp.Runs, l.told())
	case "disagreement":
		cmp.Disagreements = append(cmp.Disagreements, &explore.Disagreement{
			Algorithm: l.Algorithm, Seen: l.Seen, What: l.What, File: l.Schedule,
		})
	}
}

// told is the run of which r tells.
func (r *jsonRun) told() *explore.Run {
	out := &explore.Run{
		Algorithm: r.Algorithm, Complete: r.Complete, Bound: r.Bound, Internal: r.Internal,
		Executions: r.Executions, Blocked: r.Blocked, Matched: r.Matched, States: r.States,
		Transitions: r.Transitions, Choices: r.Choices, Rounds: r.Rounds, Ends: r.Ends,
		Memory:  r.Memory,
		Elapsed: duration(r.ElapsedMS), Processor: duration(r.ProcessorMS),
	}
	if r.Unsupported != nil {
		out.Missing = &explore.Missing{What: r.Unsupported.What, Path: r.Unsupported.Path}
	}
	for _, f := range r.Faults {
		out.Faults = append(out.Faults, explore.Fault{Kind: f.Kind, Where: f.Where})
	}
	return out
}

func duration(ms float64) time.Duration { return time.Duration(ms * 1e6) }

// milliseconds are rounded to microseconds.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }
