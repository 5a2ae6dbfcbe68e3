package session

import "testing"

// requestDuringLogin asks for a right while the user is logging in.
func requestDuringLogin(t *testing.T, login func(*Server, string)) {
	s := new(Server)
	done := make(chan struct{})
	go func() {
		defer close(done)
		login(s, "gopher")
	}()
	if loggedIn, ok := s.May("read"); loggedIn && !ok {
		t.Error("gopher is logged in, but may not read")
	}
	<-done
}

func TestLoginPublishesTooEarly(t *testing.T) { requestDuringLogin(t, (*Server).Login) }

func TestLoginFixed(t *testing.T) { requestDuringLogin(t, (*Server).LoginComplete) }
