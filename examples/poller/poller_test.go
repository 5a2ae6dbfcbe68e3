package poller

import "testing"

// notifyAndClose offers one event and closes the poller at once.
func notifyAndClose(t *testing.T, closePoller func(*Poller) string) {
	p := Start()
	taken := p.Notify("ready")
	got := closePoller(p)
	want := ""
	if taken {
		want = "ready"
	}
	if got != want {
		t.Errorf("poller saw %q, want %q", got, want)
	}
}

func TestCloseDeadlocks(t *testing.T) { notifyAndClose(t, (*Poller).Close) }

func TestCloseFixed(t *testing.T) { notifyAndClose(t, (*Poller).CloseNow) }
