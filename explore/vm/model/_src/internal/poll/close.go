// The end of sockets.

//mazurka:replace
package poll

import (
	"syscall"
	"unsafe"
)

//go:linkname sysShutdown syscall.Shutdown
func sysShutdown(fd int, how int) error {
	s, err := socketOf(fd)
	switch {
	case err != nil:
		return err
	case !s.connected && !s.listening:
		return syscall.ENOTCONN
	}
	switch how {
	case syscall.SHUT_RD:
		return s.shutdown(true, false)
	case syscall.SHUT_WR:
		return s.shutdown(false, true)
	case syscall.SHUT_RDWR:
		return s.shutdown(true, true)
	}
	return syscall.EINVAL
}

// shutdown ends directions of a socket that stays open: it receives the end
// of the stream, and others that nothing more comes.
func (s *Socket) shutdown(read, write bool) error {
	if read {
		hangUp(nil, s.in, &s.r, nil)
		if s.r.state&stopClosed != 0 {
			return ErrNetClosing
		}
		s.in.end(false)
	}
	if write && s.out != nil {
		hangUp(nil, s.out, nil, &s.w)
		if s.w.state&stopClosed != 0 {
			return ErrNetClosing
		}
		s.out.shut = true
		s.out.end(false)
	}
	return nil
}

//go:linkname closeSocket syscall.Close
func closeSocket(fd int) error {
	s, err := socketOf(fd)
	if err != nil {
		return err
	}
	return s.close()
}

// close ends all use of s. Like on Linux, the other end of a stream gets a
// reset if something was not received.
func (s *Socket) close() error {
	hangUp(s.in, s.out, &s.r, &s.w)
	if s.w.state&stopClosed != 0 {
		return ErrNetClosing
	}
	s.r.state |= stopClosed
	s.w.state |= stopClosed
	if s.shared {
		modifyObject(unsafe.Pointer(s.users))
		if *s.users--; *s.users > 0 {
			return nil
		}
		hangUp(s.in, s.out, nil, nil)
	}
	if s.in != nil {
		s.in.gone = 1
	}
	if s.out != nil {
		s.out.end(s.abort || s.family != syscall.AF_UNIX && !s.in.empty())
	}
	if s.named {
		s.first.leave()
	}
	if s.listening {
		s.refuse()
	}
	return nil
}

// refuse resets the connections that nobody has accepted.
func (s *Socket) refuse() {
	for i := s.in.head.next; i != nil; i = i.next {
		c := i.conn
		hangUp(c.in, c.out, nil, nil)
		c.in.gone = 1
		c.out.end(c.family != syscall.AF_UNIX)
	}
}
