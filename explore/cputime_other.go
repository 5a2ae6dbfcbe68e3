//go:build !unix

package explore

import "time"

func processorTime() time.Duration { return 0 }
