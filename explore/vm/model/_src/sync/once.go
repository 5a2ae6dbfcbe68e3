//mazurka:patch
package sync

// enterOnce waits while the function runs elsewhere and reports whether it
// has yet to run; then leaveOnce must follow.
func enterOnce(o *Once) (first bool)
func leaveOnce(o *Once)

func (o *Once) Do(f func()) {
	if enterOnce(o) {
		defer leaveOnce(o)
		f()
	}
}
