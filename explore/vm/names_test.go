package vm

import "testing"

func TestNames(t *testing.T) {
	names := newNameTable()
	for _, path := range []string{"0", "init", "0.0", "0.12.3", "0/t4", "0.1/t0", "init.2", "0.0"} {
		s, ok := names.parse(path)
		if !ok || names.name(s) != path {
			t.Errorf("%q: slot %d (%v) is called %q", path, s, ok, names.name(s))
		}
		if again, _ := names.parse(path); again != s {
			t.Errorf("%q: slots %d and %d", path, s, again)
		}
	}
	if s := names.slot(mainSlot, 0, 0); names.name(s) != "0.0" {
		t.Errorf("the first child of the main goroutine is called %q", names.name(s))
	}
	size := len(names.entries)
	for _, bad := range []string{"", "1", "0.", "0.x", "0..1", "0.-1", "0.01", "0/5", "0/", "0/T1", "0.99999999999", "init/", "0 ", "00"} {
		if s, ok := names.parse(bad); ok {
			t.Errorf("%q parses as %q", bad, names.name(s))
		}
	}
	if len(names.entries) != size {
		t.Errorf("names that are none added %d slots", len(names.entries)-size)
	}
}
