// Package session shows an object published before it is initialised.
package session

import "sync/atomic"

// A Session holds the rights of a user.
type Session struct {
	User   string
	Rights map[string]bool
}

// A Server has at most one session, which requests look up at any time.
type Server struct {
	current atomic.Pointer[Session]
}

// Login opens a session.
//
// It is wrong: the pointer is stored while the session is half made. A
// request may find it without its rights, and reads them while they are
// written.
func (s *Server) Login(user string) {
	ses := &Session{User: user}
	s.current.Store(ses)
	ses.Rights = map[string]bool{"read": true}
}

// LoginComplete is [Server.Login] with the session published when it is
// complete.
func (s *Server) LoginComplete(user string) {
	ses := &Session{User: user}
	ses.Rights = map[string]bool{"read": true}
	s.current.Store(ses)
}

// May tells whether someone is logged in, and if so, whether they have a
// right.
func (s *Server) May(right string) (loggedIn, ok bool) {
	ses := s.current.Load()
	if ses == nil {
		return false, false
	}
	return true, ses.Rights[right]
}
