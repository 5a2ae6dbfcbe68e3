// Package poll keeps its real source; what needs the host's poller is
// unsupported by having no body. Only the identity of one error is tied to
// package os here, which is modelled without this package.
//
//mazurka:patch
package poll

import "os"

var ErrDeadlineExceeded error = os.ErrDeadlineExceeded
var ErrNoDeadline error = os.ErrNoDeadline
