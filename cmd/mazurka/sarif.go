package main

import (
	"bytes"
	"cmp"
	"go/token"
	"os"
	"path/filepath"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

const informationURI = "https://github.com/mazurka-go/mazurka"

// writeSARIF writes the findings in the Static Analysis Results Interchange
// Format, version 2.1.0. Paths are relative to dir.
func writeSARIF(file, dir string, results []*explore.Result) error {
	report := sarif.NewReport()
	run := sarif.NewRunWithInformationURI("mazurka", informationURI)
	run.Tool.Driver.WithVersion(moduleVersion())
	for _, code := range explore.Codes() {
		page, _ := explore.Explain(code)
		run.AddRule(code).WithDescription(explore.Title(code)).WithMarkdownHelp(page)
	}
	for _, r := range results {
		if r == nil {
			continue
		}
		for _, f := range r.Findings {
			run.AddResult(sarifResult(f, r, dir))
		}
	}
	report.AddRun(run)
	var b bytes.Buffer
	if err := report.PrettyWrite(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

func sarifResult(f *explore.Finding, r *explore.Result, dir string) *sarif.Result {
	level := "error"
	if f.Timing {
		level = "warning"
	}
	out := sarif.NewRuleResult(f.Code).WithLevel(level).
		WithMessage(sarif.NewTextMessage(r.Test.Name + ": " + f.Message)).
		WithLocations([]*sarif.Location{sarifLocation(f.Pos, dir)}).
		WithPartialFingerprints(map[string]string{
			"mazurka/v1": f.Code + " " + r.Test.Package + "." + r.Test.Name + " " + f.Schedule.Where,
		})
	for _, rel := range f.Related {
		if !rel.Pos.IsValid() {
			continue
		}
		message := rel.Message
		if rel.Goroutine != "" {
			message += " (" + rel.Goroutine + ")"
		}
		out.AddRelatedLocation(sarifLocation(rel.Pos, dir).WithMessage(sarif.NewTextMessage(message)))
	}
	if f.Interleaving != nil {
		if flow := sarifFlow(f.Interleaving, dir); len(flow.ThreadFlows) > 0 {
			out.AddCodeFlow(flow)
		}
	}
	return out
}

// sarifFlow is the steps of an interleaving that matter: a thread flow for each
// goroutine, with the order of execution.
func sarifFlow(i *explore.Interleaving, dir string) *sarif.CodeFlow {
	threads := make([]*sarif.ThreadFlow, len(i.Goroutines))
	flow := sarif.NewCodeFlow()
	order := 0
	for _, s := range i.Steps {
		if !s.Pos.IsValid() || !s.Matters && !s.Side {
			continue
		}
		order++
		t := threads[s.Goroutine]
		if t == nil {
			g := i.Goroutines[s.Goroutine]
			t = sarif.NewThreadFlow().WithID(g.Name).WithMessage(sarif.NewTextMessage(g.Label))
			threads[s.Goroutine] = t
			flow.AddThreadFlow(t)
		}
		at := sarifLocation(s.Pos, dir).WithMessage(sarif.NewTextMessage(cmp.Or(s.Text, s.Source, "step")))
		t.AddLocation(sarif.NewThreadFlowLocation().WithLocation(at).WithExecutionOrder(order))
	}
	return flow
}

func sarifLocation(pos token.Position, dir string) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(max(pos.Line, 1))
	if pos.Column > 0 {
		region.WithStartColumn(pos.Column)
	}
	uri := filepath.ToSlash(text.Path(pos.Filename, dir))
	return sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri)).WithRegion(region))
}
