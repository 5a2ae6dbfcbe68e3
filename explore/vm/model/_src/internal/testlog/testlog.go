// Package testlog is modelled because its locks are nobody's business: what
// it keeps is set by package testing only, on one goroutine.
//
//mazurka:patch
//mazurka:remove logger
package testlog

var (
	panicOnExit0 bool
	over         bool
)

// PanicOnExit0 reports whether os.Exit(0) is an error now.
func PanicOnExit0() bool     { return panicOnExit0 }
func SetPanicOnExit0(v bool) { panicOnExit0 = v }

// SetOver says that the tests have been run.
func SetOver() { over = true }

// Over reports whether SetOver was called.
func Over() bool { return over }

// Interface would be a log of what a test reads from the host.
type Interface interface {
	Getenv(key string)
	Stat(file string)
	Open(file string)
	Chdir(dir string)
}

func SetLogger(impl Interface) {}
func Logger() Interface        { return nil }
func Getenv(name string)       {}
func Open(name string)         {}
func Stat(name string)         {}
