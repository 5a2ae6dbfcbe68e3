// Package godebug is modelled because the real one registers every setting
// with the runtime and counts its uses with locks and atomics. Here a setting
// has the value that GODEBUG gives it now.
//
//mazurka:replace
package godebug

import "internal/godebugs"

// A Setting is one setting of GODEBUG.
type Setting struct {
	name string
}

// environ is the environment the program started with.
func environ() []string

// defaults are the settings that the program was built with, among them
// default=go1.N, the version whose behaviour the others have.
func defaults() string

var (
	built   = defaults()
	version = minor(lookup(built, "default"))
)

// minor is N of go1.N, or a version beyond all.
func minor(version string) int {
	const prefix = "go1."
	if len(version) <= len(prefix) || version[:len(prefix)] != prefix {
		return 1 << 30
	}
	n := 0
	for _, c := range version[len(prefix):] {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// settings is the value of GODEBUG now: a list of k=v, the last one wins.
// Settings that cannot change have the value in initial.
var (
	settings = initial
	initial  = environment()
)

func environment() string {
	for _, s := range environ() {
		if len(s) > 8 && s[:8] == "GODEBUG=" {
			return s[8:]
		}
	}
	return ""
}

// Update says that the environment variable GODEBUG has a new value.
func Update(value string) { settings = value }

func New(name string) *Setting { return &Setting{name} }

// Name is the name without the # that marks undocumented settings.
func (s *Setting) Name() string {
	if s.Undocumented() {
		return s.name[1:]
	}
	return s.name
}

func (s *Setting) Undocumented() bool { return s.name != "" && s.name[0] == '#' }

func (s *Setting) String() string { return s.Name() + "=" + s.Value() }

func (s *Setting) IncNonDefault() {
	if !s.Undocumented() && godebugs.Lookup(s.name) == nil {
		panic("godebug: unexpected IncNonDefault of " + s.name)
	}
}

func (s *Setting) Value() string {
	info := godebugs.Lookup(s.Name())
	list := settings
	if info != nil && info.Immutable {
		list = initial
	}
	if v := lookup(list, s.Name()); v != "" {
		return v
	}
	if v := lookup(built, s.Name()); v != "" {
		return v
	}
	if info != nil && version < info.Changed {
		return info.Old
	}
	return ""
}

// lookup finds name in a list of k=v separated by commas, from the end.
func lookup(list, name string) string {
	end := len(list)
	for i := end - 1; i >= -1; i-- {
		if i >= 0 && list[i] != ',' {
			continue
		}
		entry := list[i+1 : end]
		end = max(i, 0)
		if len(entry) > len(name) && entry[:len(name)] == name && entry[len(name)] == '=' {
			value := entry[len(name)+1:]
			for j := range value {
				if value[j] == '#' { // a bisect pattern
					return value[:j]
				}
			}
			return value
		}
	}
	return ""
}
