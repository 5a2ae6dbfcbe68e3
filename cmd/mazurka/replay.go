package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/html"
	"github.com/mazurka-go/mazurka/explore/text"
)

// replay shows what happens under a schedule.
func replay(e *env, args []string) int {
	var b buildFlags
	fs := newFlags(e, "replay")
	b.add(fs)
	asJSON := fs.Bool("json", false, "print the interleaving as JSON")
	page := fs.String("html", "", "write the interleaving to `file` as a page for a browser")
	all := fs.Bool("all", false, "show all steps, not only those that matter")
	if code, done := parse(fs, args); done {
		return code
	}
	if fs.NArg() != 1 {
		return e.fail(errors.New("replay: one schedule file is needed"))
	}
	file := fs.Arg(0)
	s, err := explore.ReadSchedule(file)
	if err != nil {
		return e.fail(err)
	}
	pattern := s.Package
	if b.dir == "" {
		b.dir, pattern = s.PackageDir(file), "."
	}
	session := explore.NewSession("")
	snap, err := session.Load(e.ctx, b.options([]string{pattern}))
	if err != nil {
		return e.fail(err)
	}
	story, err := session.Replay(e.ctx, snap, s)
	if err != nil {
		return e.fail(err)
	}
	if dir, err := filepath.Abs(b.dir); err == nil {
		b.dir = dir
	}
	if *page != "" {
		if err := writePage(*page, func(w io.Writer) error {
			return html.Interleaving(w, story, html.Options{Dir: b.dir})
		}); err != nil {
			return e.fail(err)
		}
	}
	if *asJSON {
		writeLine(e.stdout, newJSONInterleaving(story, b.dir))
	} else {
		o := textOptions(e, b.dir)
		o.All = *all
		text.Interleaving(e.stdout, story, o)
	}
	if len(story.Findings) > 0 {
		return exitFindings
	}
	return exitOK
}

// writePage writes a file.
func writePage(file string, write func(io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
