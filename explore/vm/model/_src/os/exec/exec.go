// Package exec keeps its real source; starting a process is unsupported. A
// program looked up in PATH is taken to exist, so that it is the start that
// is reported.
//
//mazurka:patch
package exec

import "strings"

func lookPath(file string) (string, error) {
	if strings.Contains(file, "/") {
		if err := findExecutable(file); err != nil {
			return "", &Error{file, err}
		}
		return file, nil
	}
	return "/usr/bin/" + file, nil
}
