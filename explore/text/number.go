package text

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Count writes a number of executions: with separators as long as it can be
// read, else as a power of ten.
func Count(n float64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.0e", n)
	}
	s := strconv.FormatInt(int64(n), 10)
	var b strings.Builder
	for i, d := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// duration writes a time with three digits at most.
func duration(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "<1ms"
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}
