package explore_test

// Reasons that several functions have in common.
const (
	byAssembly  = "tests the assembly, which the machine does not have: skipped"
	byAllocs    = "demands an exact number of allocations, of which the machine counts a lower bound"
	byCollector = "waits for the garbage collector to find something dead"
	byProcess   = "starts a process"
	byCgo       = "looks names up through cgo"
	byOutside   = "connects to, or looks up, what is outside of the machine"
	byRaw       = "opens a raw socket"
	byLength    = "takes more than 3,000,000,000 instructions"
	bySilence   = "skipped without -v, with which the ends under go test are recorded"
	byMemory    = "takes more memory than the limits allow: nothing is collected, and the order of all operations is remembered"
	byInternals = "*internals*: "
)

// stdDeviations are the test functions of the standard library that end in
// the machine otherwise than under go test, with the reason.
var stdDeviations = map[string]string{
	"hash/crc32.TestArchCastagnoli": byAssembly,
	"hash/crc32.TestArchIEEE":       byAssembly,

	"reflect.TestNotInHeapDeref": "is in a file that needs cgo",
	"sort.TestCountSortOps":      bySilence,
	"sort.TestCountStableOps":    bySilence,

	"reflect.TestSelect":                          byMemory,
	"reflect.TestStructOfEmbeddedIfaceMethodCall": "a type that reflect makes has the methods of what it embeds, which gc does not support",

	"math/rand.TestUniformFactorial":    byMemory,
	"math/rand/v2.TestUniformFactorial": byMemory,

	"sync/atomic.TestHammer32":                      byMemory,
	"sync/atomic.TestHammer64":                      byMemory,
	"sync/atomic.TestHammerStoreLoad":               byMemory,
	"sync/atomic.TestValueCompareAndSwapConcurrent": byMemory,
	"sync/atomic.TestValueConcurrent":               byMemory,
	"sync/atomic.TestValueSwapConcurrent":           byMemory,

	"sync.TestMutexFairness": "expects the starving of a waiter to end after a time, and time stands still while anything can run",
	"sync.TestPool":          byInternals + "which of two goroutines' lists a value comes from, and the victims of a collection",
	"sync.TestPoolRelease":   byInternals + "a pool drops values when garbage is collected",
	"sync.TestSemaphore":     byInternals + "the semaphores of the runtime",
	"sync.TestPoolStress":    byMemory,
	"sync.TestPoolChain":     byMemory,
	"sync.TestPoolDequeue":   byMemory,

	"unique.TestCanonMap":           byInternals + "the map of weak pointers behind Make",
	"unique.TestCanonMapBadHash":    byInternals + "the map of weak pointers behind Make",
	"unique.TestCanonMapTruncHash":  byInternals + "the map of weak pointers behind Make",
	"unique.TestHandleUnsafeString": byInternals + "that Make clones strings",

	"fmt.TestCountMallocs":                      byAllocs,
	"io.TestMultiWriter_WriteStringSingleAlloc": byAllocs,
	"reflect.TestChanAlloc":                     byAllocs,
	"unique.TestMakeAllocs":                     byAllocs,

	"math/rand.TestDefaultRace":  byProcess,
	"sync.TestMutexMisuse":       byProcess,
	"sync.TestIssue76126":        byProcess,
	"text/template.TestLinkerGC": byProcess,
}
