package explore_test

// Reasons that several functions have in common.
const (
	byAssembly  = "tests the assembly, which the machine does not have: skipped"
	byAllocs    = "demands an exact number of allocations, of which the machine counts a lower bound"
	byCollector = "waits for the garbage collector to find something dead"
	byProcess   = "starts a process"
	byCgo       = "looks names up through cgo"
	byOutside   = "connects to, or looks up, what is outside of the machine"
	byRaw       = "opens a raw socket, which only root may, as whom the ends are recorded"
	byOption    = "looks at, or uses, the host's descriptors: "
	byLength    = "takes more than 3,000,000,000 instructions"
	byEvents    = "takes more than 50,000,000 visible operations"
	bySilence   = "skipped without -v, with which the ends under go test are recorded"
	byMemory    = "takes more memory than the limits allow: nothing is collected, and the order of all operations is remembered"
	byInternals = "*internals*: "
)

// stdDeviations are the test functions of the standard library that end in
// the machine otherwise than under go test, with the reason.
var stdDeviations = map[string]string{
	"hash/crc32.TestArchCastagnoli": byAssembly,
	"hash/crc32.TestArchIEEE":       byAssembly,

	"reflect.TestGCBits":         byInternals + "the collector's bitmaps of types",
	"reflect.TestNotInHeapDeref": "is in a file that needs cgo",
	"sort.TestCountSortOps":      bySilence,
	"sort.TestCountStableOps":    bySilence,

	"reflect.TestSelect":                          byMemory,
	"reflect.TestStructOfEmbeddedIfaceMethodCall": "a type that reflect makes has the methods of what it embeds, which gc does not support",

	"math/rand.TestUniformFactorial":    byLength,
	"math/rand/v2.TestUniformFactorial": byLength,

	"sync/atomic.TestHammerStoreLoad":               byEvents,
	"sync/atomic.TestValueCompareAndSwapConcurrent": byMemory,
	"sync/atomic.TestValueSwapConcurrent":           byMemory,

	"sync.TestPool":        byInternals + "which of two goroutines' lists a value comes from, and the victims of a collection",
	"sync.TestPoolRelease": byInternals + "a pool drops values when garbage is collected",
	"sync.TestSemaphore":   byInternals + "the semaphores of the runtime",
	"sync.TestPoolChain":   byEvents,
	"sync.TestPoolDequeue": byEvents,

	"unique.TestCanonMap":           byInternals + "the map of weak pointers behind Make",
	"unique.TestCanonMapBadHash":    byInternals + "the map of weak pointers behind Make",
	"unique.TestCanonMapTruncHash":  byInternals + "the map of weak pointers behind Make",
	"unique.TestHandleUnsafeString": byInternals + "that Make clones strings",

	"net.TestAddrLookupOrder":                         byCgo,
	"net.TestConfHostLookupOrder":                     byCgo,
	"net.TestForceCgoDNS":                             byCgo,
	"net.TestDNSErrorUnwrap":                          byOutside,
	"net.TestLookupWithIP":                            byOutside,
	"net/http.TestTransportEventTraceRealDNS":         byOutside,
	"net.TestIPConnRemoteName":                        byRaw,
	"net.TestIPConnSpecificMethods":                   byRaw,
	"net.TestCopyFromTTY":                             byOption + "a pseudo terminal",
	"net.TestFileFdBlocks":                            byOption + "whether they block",
	"net.TestReadLine":                                byOption + "/etc/services",
	"net.TestReadUnixgramWithUnnamedSocket":           byOption + "syscall.Sendto",
	"net.TestUnixgramLinuxAbstractLongName":           byOption + "syscall.Sendto",
	"net.TestUnixConnReadMsgUnixSCMRightsCloseOnExec": byOption + "sending one to another process",
	"net.TestSendfilePipe":                            "sets a deadline on an os.Pipe, which the machine lacks",
	"net.TestMultiPathTCP":                            "multipath TCP, which the machine lacks: skipped",
	"net.TestSendfileWithLargeFile":                   byLength,

	"net/http.TestTransportPrefersResponseOverWriteError": byLength,
	"net.TestAllocs":                                  byAllocs,
	"net.TestTCPReadWriteAllocs":                      byAllocs,
	"net/http.TestInterruptWithPanic":                 "sets GODEBUG, which is read when the program starts",
	"net/http.TestTransportNoReuseAfterEarlyResponse": "calls WaitGroup.Add concurrently with Wait: a fault of the test that the machine finds",

	"fmt.TestCountMallocs":                      byAllocs,
	"io.TestMultiWriter_WriteStringSingleAlloc": byAllocs,
	"reflect.TestChanAlloc":                     byAllocs,
	"unique.TestMakeAllocs":                     byAllocs,

	"math/rand.TestDefaultRace":  byProcess,
	"sync.TestMutexMisuse":       byProcess,
	"sync.TestIssue76126":        byProcess,
	"text/template.TestLinkerGC": byProcess,
}
