package explore_test

// deviations are the programs of the Go project that are in scope and behave
// differently in the machine, with the reason.
var deviations = map[string]string{
	"abi/uglyfib.go":          "allocates more than the memory limit, and nothing is collected",
	"fixedbugs/issue45045.go": "tells by finalizers which of two equal strings a map keeps as its key",
	"fixedbugs/issue54343.go": "waits for the finalizer of an object made by an initialiser, which counts as reachable",
	"uintptrescapes3.go":      "relies on go:uintptrescapes to keep the object behind an integer alive",
	"nilptr.go":               "wants its variables below the address 256 MiB",
}
