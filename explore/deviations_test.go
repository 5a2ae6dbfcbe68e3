package explore_test

// deviations are the programs of the Go project that are in scope and behave
// differently in the machine, with the reason.
var deviations = map[string]string{
	"abi/uglyfib.go":          "allocates more than the memory limit, and nothing is collected",
	"fixedbugs/issue79186.go": "takes a lock 100 million times, for longer than the time limit",
	"nilptr.go":               "wants its variables below the address 256 MiB",
}
