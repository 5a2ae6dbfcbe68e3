// What a program can ask about all its goroutines.

//mazurka:replace
package runtime

import "unsafe"

// observe comes before looking at other goroutines: it depends on all that
// they do.
func observe()

// goroutines fills in handles of the live goroutines, the calling one first,
// and returns how many there are.
func goroutines(handles []int) int

// goroutine tells about a goroutine: its number, what it waits for, and where it
// was started by whom; creator is 0 if that is unknown.
func goroutine(handle int) (id int, state string, creator uintptr, parent int)

// tester is the handle of the goroutine that in gc waits for the test. The
// machine has none.
const tester = -1

const testerStack = "testing.(*T).Run(...)\n\ttesting/testing.go:2101 +0x4c5\n" +
	"testing.runTests(...)\n\ttesting/testing.go:2585 +0x86\n" +
	"testing.(*M).Run(...)\n\ttesting/testing.go:2443 +0x6ad\n" +
	"main.main()\n\t_testmain.go:51 +0x9b\n"

// callersOf is callers(0, pcs) of any goroutine.
func callersOf(handle int, pcs []uintptr) int

// NumGoroutine is the number of goroutines now.
func NumGoroutine() int {
	observe()
	return numGoroutine()
}

// maxStack is how many frames of a goroutine are shown.
const maxStack = 100

// Stack writes the stack of the calling goroutine to buf in gc's form and, if
// asked, those of all others.
func Stack(buf []byte, all bool) int {
	if all {
		observe()
	}
	var pcs [maxStack]uintptr
	n := callers(1, pcs[:])
	handles := allGoroutines()
	b := appendGoroutine(nil, handles[0], pcs[:n])
	if all {
		for _, h := range handles[1:] {
			n := callersOf(h, pcs[:])
			b = appendGoroutine(append(b, '\n'), h, pcs[:n])
		}
	}
	return copy(buf, b)
}

// allGoroutines are the handles of the live goroutines, the calling one first.
func allGoroutines() []int {
	handles := make([]int, goroutines(nil))
	goroutines(handles)
	return handles
}

// appendGoroutine appends a goroutine with its stack.
func appendGoroutine(b []byte, handle int, pcs []uintptr) []byte {
	id, state, creator, parent := goroutine(handle)
	b = appendInt(append(b, "goroutine "...), int64(id))
	b = append(append(append(b, " ["...), state...), "]:\n"...)
	for _, pc := range pcs {
		if name, _, _, _ := pcinfo(pc, true); name == "runtime.gopanic" || !internalName(name) {
			args := "()"
			if hasParams(pc) {
				args = "(...)"
			}
			b = appendFrame(b, "", pc, args)
		}
	}
	if handle == tester {
		b = append(b, testerStack...)
	}
	if creator != 0 {
		tail := appendInt([]byte(" in goroutine "), int64(parent))
		b = appendFrame(b, "created by ", creator, string(tail))
	}
	return b
}

// internalName reports whether name is that of a function of the runtime that
// programs cannot call; stacks leave those out.
func internalName(name string) bool {
	const prefix = "runtime."
	return len(name) > len(prefix) && name[:len(prefix)] == prefix && 'a' <= name[len(prefix)] && name[len(prefix)] <= 'z'
}

// appendFrame appends the two lines of a call.
func appendFrame(b []byte, head string, pc uintptr, tail string) []byte {
	name, file, line, entry := pcinfo(pc, true)
	if name == "runtime.gopanic" {
		name = "panic" // as gc has it
	}
	b = append(append(append(append(b, head...), name...), tail...), "\n\t"...)
	b = appendInt(append(append(b, file...), ':'), int64(line))
	return append(appendHex(append(b, " +"...), uint64(pc-entry)), '\n')
}

// GoroutineProfile fills p with the stacks of the goroutines that live.
func GoroutineProfile(p []StackRecord) (n int, ok bool) {
	observe()
	handles := allGoroutines()
	if len(handles) > len(p) {
		return len(handles), false
	}
	for i, h := range handles {
		p[i] = StackRecord{}
		callersOf(h, p[i].Stack0[:])
	}
	return len(handles), true
}

// Labels of goroutines, for package pprof; who is started has those of who
// starts him.

func setLabels(labels unsafe.Pointer)
func labelsOf(handle int) unsafe.Pointer

//go:linkname pprofSetLabels runtime/pprof.setLabels
func pprofSetLabels(labels unsafe.Pointer) { setLabels(labels) }

// pprofGoroutines tells the stacks and labels of the goroutines that live.
//
//go:linkname pprofGoroutines runtime/pprof.goroutines
func pprofGoroutines() (stacks [][]uintptr, labels []unsafe.Pointer) {
	observe()
	for _, h := range allGoroutines() {
		pcs := make([]uintptr, maxStack)
		stacks = append(stacks, pcs[:callersOf(h, pcs)])
		labels = append(labels, labelsOf(h))
	}
	return stacks, labels
}
