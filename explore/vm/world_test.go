package vm

import (
	"slices"
	"testing"
)

// TestRoundupSize compares the size classes with what the host's append
// makes of a capacity.
func TestRoundupSize(t *testing.T) {
	for n := 1; n < 100_000; n += 1 + n/50 {
		host := cap(append([]byte(nil), make([]byte, n)...))
		if got := roundupSize(uint64(n)); got != uint64(host) {
			t.Fatalf("roundupSize(%d) = %d, append makes %d", n, got, host)
		}
	}
}

// TestZones checks that the zone database is readable and has the zones
// programs name.
func TestZones(t *testing.T) {
	var names []string
	for _, f := range zones().File {
		names = append(names, f.Name)
	}
	for _, want := range []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"} {
		if !slices.Contains(names, want) {
			t.Errorf("no zone %s", want)
		}
	}
}
