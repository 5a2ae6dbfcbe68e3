// Package tail shows a select that drops the last value: when a value and the
// end are both ready, select takes either.
package tail

// A Log passes lines from one writer to one reader.
type Log struct {
	lines chan string
	done  chan struct{}
}

// New returns a log with room for n unread lines.
func New(n int) *Log {
	return &Log{lines: make(chan string, n), done: make(chan struct{})}
}

// Write adds a line.
func (l *Log) Write(line string) { l.lines <- line }

// Close tells the reader that no more lines will be written.
func (l *Log) Close() { close(l.done) }

// ReadAll returns all lines up to the end.
//
// It is wrong: lines written before the end may still be in the channel when
// select sees that done is closed, and they are lost if it prefers that case.
func (l *Log) ReadAll() []string {
	var all []string
	for {
		select {
		case line := <-l.lines:
			all = append(all, line)
		case <-l.done:
			return all
		}
	}
}

// ReadRest is [Log.ReadAll], except that it empties the channel after the end.
func (l *Log) ReadRest() []string {
	var all []string
	for {
		select {
		case line := <-l.lines:
			all = append(all, line)
		case <-l.done:
			for {
				select {
				case line := <-l.lines:
					all = append(all, line)
				default:
					return all
				}
			}
		}
	}
}
