// Options. Those that the simulation has no use for are remembered. They are
// no scheduling points.

//mazurka:replace
package poll

import "syscall"

type option struct{ level, name, value int }

//go:linkname sysSetsockoptInt syscall.SetsockoptInt
func sysSetsockoptInt(fd, level, opt int, value int) error {
	s, err := socketOf(fd)
	if err != nil {
		return err
	}
	switch {
	case level == syscall.SOL_SOCKET && opt == syscall.SO_REUSEADDR:
		s.reuseAddr = value != 0
	case level == syscall.SOL_SOCKET && opt == soReusePort:
		s.reusePort = value != 0
	case level == syscall.IPPROTO_IPV6 && opt == syscall.IPV6_V6ONLY:
		s.v6only = value != 0
	}
	for i, o := range s.options {
		if o.level == level && o.name == opt {
			s.options[i].value = value
			return nil
		}
	}
	s.options = append(s.options, option{level, opt, value})
	return nil
}

const (
	soReusePort = 0xf
	soProtocol  = 0x26
	soDomain    = 0x27
)

//go:linkname sysGetsockoptInt syscall.GetsockoptInt
func sysGetsockoptInt(fd, level, opt int) (value int, err error) {
	s, err := socketOf(fd)
	if err != nil {
		return 0, err
	}
	if level == syscall.SOL_SOCKET {
		switch opt {
		case syscall.SO_TYPE:
			return s.sotype, nil
		case syscall.SO_ERROR:
			if s.w.state&stopUnanswered != 0 {
				return int(syscall.ETIMEDOUT), nil
			}
			return 0, nil
		case soDomain:
			return s.family, nil
		case soProtocol:
			switch {
			case s.family == syscall.AF_UNIX:
				return 0, nil
			case s.sotype == syscall.SOCK_DGRAM:
				return syscall.IPPROTO_UDP, nil
			}
			return syscall.IPPROTO_TCP, nil
		}
	}
	for _, o := range s.options {
		if o.level == level && o.name == opt {
			return o.value, nil
		}
	}
	return 0, nil
}

//go:linkname sysSetsockoptLinger syscall.SetsockoptLinger
func sysSetsockoptLinger(fd, level, opt int, l *syscall.Linger) error {
	s, err := socketOf(fd)
	if err != nil {
		return err
	}
	s.abort = l.Onoff != 0 && l.Linger == 0
	return nil
}

func (fd *FD) SetsockoptInt(level, name, arg int) error {
	s, err := fd.using()
	if err != nil {
		return err
	}
	return sysSetsockoptInt(s.fd(), level, name, arg)
}

func (fd *FD) GetsockoptInt(level, name int) (int, error) {
	s, err := fd.using()
	if err != nil {
		return 0, err
	}
	return sysGetsockoptInt(s.fd(), level, name)
}

func (fd *FD) SetsockoptByte(level, name int, arg byte) error {
	return fd.SetsockoptInt(level, name, int(arg))
}

func (fd *FD) SetsockoptLinger(level, name int, l *syscall.Linger) error {
	s, err := fd.using()
	if err != nil {
		return err
	}
	return sysSetsockoptLinger(s.fd(), level, name, l)
}

func (fd *FD) SetsockoptInet4Addr(level, name int, arg [4]byte) error {
	_, err := fd.using()
	return err
}

// Membership in a group is possible, but there is nobody else in it.

func (fd *FD) SetsockoptIPMreq(level, name int, mreq *syscall.IPMreq) error {
	_, err := fd.using()
	return err
}

func (fd *FD) SetsockoptIPMreqn(level, name int, mreq *syscall.IPMreqn) error {
	_, err := fd.using()
	return err
}

func (fd *FD) SetsockoptIPv6Mreq(level, name int, mreq *syscall.IPv6Mreq) error {
	_, err := fd.using()
	return err
}
