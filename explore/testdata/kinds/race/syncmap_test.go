package race

import (
	"sync"
	"testing"
)

type session struct{ user, lang string }

// A table of sessions: the map is safe, the sessions in it are shared.
type table struct{ m sync.Map }

func (t *table) login(id int, user string) { t.m.Store(id, &session{user: user, lang: "en"}) }

func (t *table) lang(id int) string {
	if s, ok := t.m.Load(id); ok {
		return s.(*session).lang
	}
	return ""
}

func (t *table) setLang(id int, lang string) {
	if s, ok := t.m.Load(id); ok {
		s.(*session).lang = lang
	}
}

func (t *table) replaceLang(id int, lang string) {
	if s, ok := t.m.Load(id); ok {
		changed := *s.(*session)
		changed.lang = lang
		t.m.CompareAndSwap(id, s, &changed)
	}
}

func setAndRead(t *testing.T, set func(*table, int, string)) {
	var tab table
	tab.login(1, "gopher")
	done := make(chan struct{})
	go func() {
		set(&tab, 1, "de")
		close(done)
	}()
	if l := tab.lang(1); l != "en" && l != "de" {
		t.Error(l)
	}
	<-done
}

// want: race
func TestSyncMap(t *testing.T) { setAndRead(t, (*table).setLang) }

// want: verified
func TestSyncMapFixed(t *testing.T) { setAndRead(t, (*table).replaceLang) }
