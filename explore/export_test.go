package explore

import "time"

// Unhurried lets explorations go on after a finding, and minimise it, for as
// long as it takes: what tests see must not depend on the speed of the host.
func Unhurried() { graceTime, minimizeTime = time.Minute, time.Minute }
