// The time zones of package time come from a database inside the machine;
// there are no files to read them from. Local is what TZ says, or UTC.
//
//mazurka:patch
package time

import "syscall"

// zoneData is the content of a zone file by name.
func zoneData(name string) (data string, ok bool)

var loadFromEmbeddedTZData = func(name string) (string, error) {
	if data, ok := zoneData(name); ok {
		return data, nil
	}
	return "", syscall.ENOENT
}

func open(name string) (uintptr, error)                             { return 0, syscall.ENOENT }
func read(fd uintptr, buf []byte) (int, error)                      { return 0, syscall.EBADF }
func closefd(fd uintptr)                                            {}
func preadn(fd uintptr, buf []byte, off int) error                  { return syscall.EBADF }
func registerLoadFromEmbeddedTZData(f func(string) (string, error)) {}
