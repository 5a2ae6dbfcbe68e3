package explore

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Schedule says which choices lead to a finding, in names that outlive the
// process: it replays the same execution in any machine as long as the code
// is the same.
//
// # File format
//
// A schedule file is text. The first line names the format and its version;
// then come fields, one a line, in a fixed order; then the choices, one a
// line; then a line that says end:
//
//	mazurka schedule 1
//	package example.com/bank
//	test TestDeposit
//	finding MZ005 bank.go:30:4
//	message "balance is 50, want 120"
//	sources 5a1c…
//	choices 3
//	0
//	0.1
//	0/t0 early
//	end
//
// A choice is the stable name of a goroutine or timer and, if it has several
// ways to go on, the name of the one taken. The same schedule always gives
// the same bytes.
type Schedule struct {
	Package string
	Test    string
	// Dir is the directory of the package when the schedule was recorded;
	// empty in a regression kept next to the package.
	Dir string
	// Code and Where identify the finding.
	Code  string
	Where string
	// Message is the finding's message, for the eyes.
	Message string
	// Sources identifies the code: the hash of the sources of the
	// test's package and everything it imports.
	Sources [32]byte
	// EarlyTimers, Ticking, Faults, MapSeed, RandSeed and Watch are the settings of the
	// world.
	EarlyTimers       bool
	Ticking           bool
	Faults            int
	MapSeed, RandSeed uint64
	Watch             []string
	Choices           []NamedChoice
}

// A NamedChoice is a choice by stable names.
type NamedChoice struct {
	Goroutine   string // or timer
	Alternative string // empty if there is only one
}

// A ScheduleError says why a schedule cannot be read or replayed.
type ScheduleError struct {
	File   string // may be empty
	Reason string
	// Changed is set if the schedule is sound, but the code is not that for
	// which it was recorded.
	Changed bool
}

func (e *ScheduleError) Error() string {
	if e.File == "" {
		return "schedule: " + e.Reason
	}
	return e.File + ": " + e.Reason
}

const (
	scheduleMagic   = "mazurka schedule "
	scheduleVersion = 1
	// maxSchedule is the size of a file beyond which it is not read.
	maxSchedule = 256 << 20
)

// Seeded reports whether the execution needs another order of maps, or other random
// numbers, than those that are explored.
func (s *Schedule) Seeded() bool { return s.MapSeed != 0 || s.RandSeed != 0 }

// Bytes is the content of the schedule's file.
func (s *Schedule) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%d\n", scheduleMagic, scheduleVersion)
	fmt.Fprintf(&b, "package %s\ntest %s\n", s.Package, s.Test)
	if s.Dir != "" {
		fmt.Fprintf(&b, "dir %s\n", strconv.Quote(s.Dir))
	}
	fmt.Fprintf(&b, "finding %s %s\nmessage %s\n", s.Code, strconv.Quote(s.Where), strconv.Quote(s.Message))
	fmt.Fprintf(&b, "sources %x\n", s.Sources)
	if s.EarlyTimers {
		b.WriteString("early-timers\n")
	}
	if s.Ticking {
		b.WriteString("ticking\n")
	}
	if s.Faults != 0 {
		fmt.Fprintf(&b, "faults %d\n", s.Faults)
	}
	if s.MapSeed != 0 {
		fmt.Fprintf(&b, "map-seed %d\n", s.MapSeed)
	}
	if s.RandSeed != 0 {
		fmt.Fprintf(&b, "rand-seed %d\n", s.RandSeed)
	}
	for _, w := range s.Watch {
		fmt.Fprintf(&b, "watch %s\n", strconv.Quote(w))
	}
	fmt.Fprintf(&b, "choices %d\n", len(s.Choices))
	for _, c := range s.Choices {
		b.WriteString(c.Goroutine)
		if c.Alternative != "" {
			b.WriteString(" " + c.Alternative)
		}
		b.WriteByte('\n')
	}
	b.WriteString("end\n")
	return b.Bytes()
}

// ReadSchedule reads a schedule file. The error is a *[ScheduleError] if the
// file was read but is no schedule.
func ReadSchedule(path string) (*Schedule, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSchedule+1))
	if err != nil {
		return nil, err
	}
	s, err := ParseSchedule(data)
	if err != nil {
		return nil, &ScheduleError{File: path, Reason: err.Error()}
	}
	return s, nil
}

// ParseSchedule reads the content of a schedule file.
func ParseSchedule(data []byte) (*Schedule, error) {
	if len(data) > maxSchedule {
		return nil, fmt.Errorf("not a schedule: larger than %d MiB", maxSchedule>>20)
	}
	p := &scheduleParser{lines: bufio.NewScanner(bytes.NewReader(data))}
	p.lines.Buffer(nil, len(data)+1)
	return p.parse()
}

type scheduleParser struct {
	lines *bufio.Scanner
	n     int // lines read
	s     Schedule
}

func (p *scheduleParser) next() (string, bool) {
	if !p.lines.Scan() {
		return "", false
	}
	p.n++
	return p.lines.Text(), true
}

func (p *scheduleParser) parse() (*Schedule, error) {
	first, _ := p.next()
	version, ok := strings.CutPrefix(first, scheduleMagic)
	if !ok {
		return nil, fmt.Errorf("not a schedule: the first line is not %q", scheduleMagic+strconv.Itoa(scheduleVersion))
	}
	if version != strconv.Itoa(scheduleVersion) {
		return nil, fmt.Errorf("format version %.20s, this version of mazurka reads %d", version, scheduleVersion)
	}
	count, err := p.fields()
	if err != nil {
		return nil, err
	}
	if err := p.choices(count); err != nil {
		return nil, err
	}
	if p.s.Package == "" || p.s.Test == "" {
		return nil, fmt.Errorf("no package or test is named")
	}
	return &p.s, nil
}

// fields reads the fields up to the number of choices.
func (p *scheduleParser) fields() (count int, err error) {
	for {
		line, ok := p.next()
		if !ok {
			return 0, fmt.Errorf("truncated after line %d", p.n)
		}
		key, value, _ := strings.Cut(line, " ")
		if key == "choices" {
			count, err = strconv.Atoi(value)
			if err != nil || count < 0 {
				return 0, fmt.Errorf("line %d: bad number of choices", p.n)
			}
			return count, nil
		}
		if err := p.field(key, value); err != nil {
			return 0, fmt.Errorf("line %d: %w", p.n, err)
		}
	}
}

func (p *scheduleParser) field(key, value string) (err error) {
	s := &p.s
	switch key {
	case "package":
		s.Package = value
	case "test":
		s.Test = value
	case "dir":
		s.Dir, err = strconv.Unquote(value)
	case "finding":
		code, where, _ := strings.Cut(value, " ")
		s.Code = code
		s.Where, err = strconv.Unquote(where)
	case "message":
		s.Message, err = strconv.Unquote(value)
	case "sources":
		b, decodeErr := hex.DecodeString(value)
		if decodeErr != nil || len(b) != len(s.Sources) {
			return fmt.Errorf("bad hash of the sources")
		}
		s.Sources = [32]byte(b)
	case "early-timers":
		s.EarlyTimers = true
	case "ticking":
		s.Ticking = true
	case "faults":
		s.Faults, err = strconv.Atoi(value)
	case "map-seed":
		s.MapSeed, err = strconv.ParseUint(value, 10, 64)
	case "rand-seed":
		s.RandSeed, err = strconv.ParseUint(value, 10, 64)
	case "watch":
		var w string
		w, err = strconv.Unquote(value)
		s.Watch = append(s.Watch, w)
	default:
		return fmt.Errorf("unknown field %.40q", key)
	}
	if err != nil {
		return fmt.Errorf("bad value of %s", key)
	}
	return nil
}

func (p *scheduleParser) choices(count int) error {
	for i := range count {
		line, ok := p.next()
		if !ok || line == "end" {
			return fmt.Errorf("truncated: %d of %d choices", i, count)
		}
		g, alt, _ := strings.Cut(line, " ")
		if g == "" || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return fmt.Errorf("line %d: bad choice", p.n)
		}
		p.s.Choices = append(p.s.Choices, NamedChoice{g, alt})
	}
	if line, ok := p.next(); !ok || line != "end" {
		return fmt.Errorf("truncated: no end line after %d choices", count)
	}
	if _, more := p.next(); more {
		return fmt.Errorf("line %d: something follows the end", p.n)
	}
	return nil
}

// config is the configuration of a world in which the schedule replays.
func (s *Schedule) config() worldConfig {
	return worldConfig{early: s.EarlyTimers, ticking: s.Ticking, faults: s.Faults, mapSeed: s.MapSeed, randSeed: s.RandSeed, watch: slices.Clone(s.Watch)}
}

// fileName is a name for the file of the schedule that tells what it shows.
func (s *Schedule) fileName(hash string) string {
	if s.Code == "" {
		return hash + scheduleExt
	}
	return strings.ToLower(s.Code) + "-" + hash + scheduleExt
}

const scheduleExt = ".schedule"

// regressionDir is where schedules of a test are kept as regressions.
func regressionDir(packageDir, test string) string {
	return filepath.Join(packageDir, "testdata", "mazurka", test)
}

// PackageDir is the directory of the package for a schedule stored in the
// file: that of the package next to which it is kept, or else the one where
// it was recorded.
func (s *Schedule) PackageDir(file string) string {
	if abs, err := filepath.Abs(file); err == nil {
		dir := filepath.Dir(filepath.Dir(abs))
		if filepath.Base(dir) == "mazurka" && filepath.Base(filepath.Dir(dir)) == "testdata" {
			return filepath.Dir(filepath.Dir(dir))
		}
	}
	return s.Dir
}
