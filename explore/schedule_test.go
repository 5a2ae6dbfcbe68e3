package explore

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func sampleSchedule() *Schedule {
	return &Schedule{
		Package: "example.com/bank", Test: "TestDeposit", Dir: "/home/me/bank with \"quotes\"",
		Code: "MZ005", Where: "bank_test.go:28:3 bank.go:3:4", Message: "balance is 50\nwant 120",
		Sources: [32]byte{1, 2, 31: 9}, EarlyTimers: true, Ticking: true, MapSeed: 7, RandSeed: 1<<64 - 1,
		Watch: []string{"bank.go:31:4", "bank.go:32:9"},
		Choices: []NamedChoice{
			{"0", ""}, {"0.1", ""}, {"0.1", "2@0.2:1"}, {"0/t0", "default"}, {"0", ""},
		},
	}
}

// TestScheduleRoundTrip checks that writing and reading are inverse, with
// every field set and with as few as possible.
func TestScheduleRoundTrip(t *testing.T) {
	for _, s := range []*Schedule{sampleSchedule(), {Package: "p", Test: "TestX"}} {
		b := s.Bytes()
		got, err := ParseSchedule(b)
		if err != nil {
			t.Fatalf("%v in\n%s", err, b)
		}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("got %+v, want %+v", got, s)
		}
		if again := got.Bytes(); !bytes.Equal(again, b) {
			t.Errorf("written again:\n%s\nfirst:\n%s", again, b)
		}
	}
}

// TestScheduleErrors pins what is said of files that are no schedules.
func TestScheduleErrors(t *testing.T) {
	good := string(sampleSchedule().Bytes())
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "not a schedule"},
		{"noise", "\x00\xff\x13PNG", "not a schedule"},
		{"other version", strings.Replace(good, "schedule 1", "schedule 2", 1), "format version 2, this version of mazurka reads 1"},
		{"cut in the fields", good[:strings.Index(good, "sources")], "truncated after line"},
		{"cut in the choices", good[:strings.Index(good, "0.1 2@")], "truncated: 2 of 5 choices"},
		{"cut at the end", strings.TrimSuffix(good, "end\n"), "truncated: no end line after 5 choices"},
		{"too long", good + "0\n", "something follows the end"},
		{"unknown field", strings.Replace(good, "early-timers", "late-timers", 1), `unknown field "late-timers"`},
		{"bad number", strings.Replace(good, "map-seed 7", "map-seed x", 1), "bad value of map-seed"},
		{"bad count", strings.Replace(good, "choices 5", "choices -5", 1), "bad number of choices"},
		{"bad hash", strings.Replace(good, "sources 01", "sources zz", 1), "bad hash"},
		{"nameless", strings.Replace(good, "test TestDeposit\n", "", 1), "no package or test is named"},
		{"bad choice", strings.Replace(good, "0/t0 default", "0/t0 \x01", 1), "bad choice"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.schedule")
			if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := ReadSchedule(file)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), file) {
				t.Errorf("error %v, want one with %q and the file's name", err, test.want)
			}
			if wrong := new(ScheduleError); !errors.As(err, &wrong) {
				t.Errorf("error of type %T", err)
			}
		})
	}
}

// FuzzSchedule checks that no input does harm and that what is accepted is
// written back to something that reads the same.
func FuzzSchedule(f *testing.F) {
	f.Add(sampleSchedule().Bytes())
	f.Add([]byte("mazurka schedule 1\npackage p\ntest T\nchoices 99999999999\n0\nend\n"))
	f.Add([]byte("mazurka schedule 1\nchoices 0\nend"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseSchedule(data)
		if err != nil {
			return
		}
		again, err := ParseSchedule(s.Bytes())
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%+v is written as\n%s\nand read as %+v, %v", s, s.Bytes(), again, err)
		}
	})
}

// TestPackageDir checks where the package of a schedule is looked for.
func TestPackageDir(t *testing.T) {
	s := &Schedule{Dir: "/recorded"}
	for file, want := range map[string]string{
		"/m/bank/testdata/mazurka/TestX/a.schedule": "/m/bank",
		"/cache/schedules/TestX/a.schedule":         "/recorded",
		"/a.schedule":                               "/recorded",
	} {
		if got := s.PackageDir(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
