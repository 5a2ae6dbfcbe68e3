package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
	"github.com/mazurka-go/mazurka/explore/text"
)

// An annotator writes findings as workflow commands of GitHub Actions, which
// shows them at their lines.
type annotator struct {
	reporter
	w   io.Writer
	dir string
}

func (a *annotator) result(r *explore.Result) {
	a.reporter.result(r)
	for _, f := range r.Findings {
		level := "error"
		if f.Timing {
			level = "warning"
		}
		fmt.Fprintf(a.w, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", level,
			property.Replace(text.Path(f.Pos.Filename, a.dir)), max(f.Pos.Line, 1), max(f.Pos.Column, 1),
			property.Replace(f.Code+" "+string(f.Kind)+" in "+r.Test.Name), data.Replace(f.Message))
	}
}

// What must not stand as it is in a workflow command's message, and in its
// properties.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
