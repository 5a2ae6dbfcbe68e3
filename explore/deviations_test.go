package explore_test

// deviations are the programs of the Go project that behave differently in
// the machine, with the reason.
var deviations = map[string]string{
	"typeparam/chans.go": "waits for a finalizer, and finalizers never run in the machine",
}
