package explore_test

// Reasons that several functions have in common.
const (
	byAssembly  = "tests the assembly, which the machine does not have: skipped"
	byAllocs    = "demands an exact number of allocations, of which the machine counts a lower bound"
	byCollector = "waits for the garbage collector to find something dead"
	byProcess   = "starts a process"
	byNetwork   = "opens a socket"
	byLength    = "takes more than 3,000,000,000 instructions"
	byMemory    = "allocates more than 1 GiB in all"
	byInternals = "*internals*: "
)

// stdDeviations are the test functions of the standard library that end in
// the machine otherwise than under go test, with the reason.
var stdDeviations = map[string]string{
	"bufio.TestCopyUnixpacket":       byNetwork,
	"encoding/json.TestHTTPDecoding": byNetwork,

	"hash/crc32.TestArchCastagnoli": byAssembly,
	"hash/crc32.TestArchIEEE":       byAssembly,

	"fmt.TestCountMallocs":                      byAllocs,
	"io.TestMultiWriter_WriteStringSingleAlloc": byAllocs,
	"reflect.TestChanAlloc":                     byAllocs,
	"unique.TestMakeAllocs":                     byAllocs,

	"math/rand.TestDefaultRace":  byProcess,
	"sync.TestMutexMisuse":       byProcess,
	"sync.TestIssue76126":        byProcess,
	"text/template.TestLinkerGC": byProcess,
}
