// Sockets, and the system calls on them.

//mazurka:replace
package poll

import (
	"syscall"
	"unsafe"
)

// A Socket is one end of a connection, or what connections or packets arrive
// at. Its descriptor is its address, which does not depend on what sockets
// others have made.
type Socket struct {
	magic  uint64
	family int
	sotype int

	local, remote address
	named         bool // under bound
	listening     bool
	connected     bool // has a remote address
	unanswered    bool // is connecting to who never answers

	in   *queue  // what arrives
	out  *queue  // what arrives at the other end of the stream
	r, w control // of receiving and sending

	v6only, reuseAddr, reusePort bool
	abort                        bool // SO_LINGER of 0: closing resets
	options                      []option
	used                         []int // by a listener: ports of those who connected

	// A socket may have several descriptors. Each is a Socket with controls of
	// its own; the first one is known under its name, users counts those in use.
	first  *Socket
	users  *int
	shared bool // there has been another
}

const magic = 0x6d617a75726b61

// Bytes that may be on their way, as on Linux with its defaults.
const (
	streamLimit = 5 << 19
	unixLimit   = 208 << 10
	packetLimit = 208 << 10
)

func (s *Socket) fd() int { return int(uintptr(unsafe.Pointer(s))) }

// socketOf is the socket with a descriptor.
func socketOf(fd int) (*Socket, error) {
	if fd < 1<<16 {
		return nil, syscall.EBADF
	}
	s := (*Socket)(unsafe.Pointer(uintptr(fd)))
	if s.magic != magic {
		return nil, syscall.EBADF
	}
	return s, nil
}

func newSocket(family, sotype int) *Socket {
	s := &Socket{magic: magic, family: family, sotype: sotype, users: new(int)}
	s.first = s
	*s.users = 1
	return s
}

// dup makes another descriptor.
func (s *Socket) dup() (*Socket, error) {
	modifyObject(unsafe.Pointer(&s.w))
	if s.w.state&stopClosed != 0 {
		return nil, ErrNetClosing
	}
	s.shared = true
	d := *s
	d.r, d.w = control{}, control{}
	modifyObject(unsafe.Pointer(s.users))
	*s.users++
	return &d, nil
}

// limit is how much may be on its way to s.
func (s *Socket) limit() uint64 {
	switch {
	case s.sotype == syscall.SOCK_DGRAM:
		return packetLimit
	case s.family == syscall.AF_UNIX:
		return unixLimit
	}
	return streamLimit
}

// faults are what can go wrong with a connection to s.
func (s *Socket) faults() uint64 {
	switch {
	case s.sotype != syscall.SOCK_STREAM:
		return acceptFaults
	case s.family == syscall.AF_UNIX:
		return streamFaults &^ (1 << faultReset)
	}
	return streamFaults
}

//go:linkname sysSocket syscall.Socket
func sysSocket(domain, typ, proto int) (fd int, err error) {
	typ &^= syscall.SOCK_NONBLOCK | syscall.SOCK_CLOEXEC
	switch domain {
	case syscall.AF_INET, syscall.AF_INET6:
		switch {
		case typ == syscall.SOCK_STREAM && (proto == 0 || proto == syscall.IPPROTO_TCP):
		case typ == syscall.SOCK_DGRAM && (proto == 0 || proto == syscall.IPPROTO_UDP):
		case typ == syscall.SOCK_RAW:
			return -1, syscall.EPERM // as for anybody without privileges
		default:
			return -1, syscall.EPROTONOSUPPORT
		}
	case syscall.AF_UNIX:
		if typ != syscall.SOCK_STREAM && typ != syscall.SOCK_DGRAM && typ != syscall.SOCK_SEQPACKET {
			return -1, syscall.ESOCKTNOSUPPORT
		}
	default:
		unsupported("a socket that is neither of the internet nor a unix socket")
	}
	s := newSocket(domain, typ)
	if typ == syscall.SOCK_DGRAM {
		s.in = newQueue(packetLimit, packetFaults)
	}
	return s.fd(), nil
}

//go:linkname sysSocketpair syscall.Socketpair
func sysSocketpair(domain, typ, proto int) (fd [2]int, err error) {
	if domain != syscall.AF_UNIX {
		return fd, syscall.EOPNOTSUPP
	}
	for i := range fd {
		if fd[i], err = sysSocket(domain, typ, proto); err != nil {
			return fd, err
		}
	}
	a, _ := socketOf(fd[0])
	b, _ := socketOf(fd[1])
	join(a, b)
	return fd, nil
}

// join connects two stream sockets, or two of packets, that nobody else knows.
func join(a, b *Socket) {
	if a.in == nil {
		a.in, b.in = newQueue(a.limit(), a.faults()), newQueue(b.limit(), b.faults())
	}
	a.out, b.out = b.in, a.in
	a.connected, b.connected = true, true
}

//go:linkname sysBind syscall.Bind
func sysBind(fd int, sa syscall.Sockaddr) error {
	s, err := socketOf(fd)
	if err != nil {
		return err
	}
	if s.named || s.local.port != 0 || s.local.path != "" {
		return syscall.EINVAL
	}
	a, err := addressOf(s.family, sa)
	if err != nil {
		return err
	}
	if s.family == syscall.AF_UNIX {
		return s.bindUnix(a)
	}
	if !a.any() && !a.loopback() && !a.multicast() {
		return syscall.EADDRNOTAVAIL
	}
	if !s.bindPort(a) {
		return syscall.EADDRINUSE
	}
	return nil
}

// bindPort binds s to an address of the internet, with any port if it has none.
func (s *Socket) bindPort(a address) (ok bool) {
	if a.port != 0 {
		s.named = s.enter(a)
		return s.named
	}
	for range ports {
		a.port = anyPort()
		if s.enter(a) {
			s.named = true
			return true
		}
	}
	return false
}

// bindUnix binds s to a path, an abstract name or, without either, a name of
// the machine's choice.
func (s *Socket) bindUnix(a address) error {
	switch {
	case a.path == "":
		for range ports {
			a.path = "@" + string(appendNumber(nil, 1<<16+anyPort(), 16)[:5])
			if s.enter(a) {
				s.named = true
				return nil
			}
		}
		return syscall.ENOSPC
	case a.path[0] == '@':
		if s.named = s.enter(a); !s.named {
			return syscall.EADDRINUSE
		}
		return nil
	}
	if err := bindPath(a.path, s); err != nil {
		return err
	}
	s.local = a
	return nil
}

//go:linkname sysListen syscall.Listen
func sysListen(fd int, backlog int) error {
	s, err := socketOf(fd)
	switch {
	case err != nil:
		return err
	case s.sotype == syscall.SOCK_DGRAM || s.connected:
		return syscall.EOPNOTSUPP
	case s.listening:
		return nil
	}
	if s.local == (address{}) {
		if s.family == syscall.AF_UNIX {
			return syscall.EINVAL
		}
		a := address{}
		if s.family == syscall.AF_INET {
			a.ip = ip4([4]byte{})
		}
		if !s.bindPort(a) {
			return syscall.EADDRINUSE
		}
	}
	modifyObject(unsafe.Pointer(&s.w))
	s.in, s.listening = newQueue(uint64(max(backlog, 1))*itemOverhead, acceptFaults), true
	return nil
}

// isListening looks whether s listens.
func (s *Socket) isListening() bool {
	observeObject(unsafe.Pointer(&s.w))
	return s.listening
}

//go:linkname sysConnect syscall.Connect
func sysConnect(fd int, sa syscall.Sockaddr) error {
	s, err := socketOf(fd)
	if err != nil {
		return err
	}
	a, err := addressOf(s.family, sa)
	switch {
	case err != nil:
		return err
	case s.sotype == syscall.SOCK_DGRAM:
		return s.connectPackets(a)
	case s.connected:
		return syscall.EISCONN
	case s.listening:
		return syscall.EINVAL
	case s.family != syscall.AF_UNIX && a.silent():
		s.unanswered = true
		return syscall.EINPROGRESS
	}
	l, err := s.listenerAt(&a)
	if err != nil {
		return err
	}
	return s.connectStream(l, a)
}

// listenerAt finds who listens at an address, and completes it.
func (s *Socket) listenerAt(a *address) (*Socket, error) {
	var l *Socket
	if s.family == syscall.AF_UNIX && a.path != "" && a.path[0] != '@' {
		var err error
		if l, err = socketAt(a.path); err != nil {
			return nil, err
		}
	} else {
		if s.family != syscall.AF_UNIX {
			if err := a.complete(); err != nil {
				return nil, err
			}
		}
		l = lookup(name{sotype: s.sotype, port: a.port, path: a.path}).find(*a, s.local)
	}
	if l == nil || !l.isListening() {
		return nil, syscall.ECONNREFUSED
	}
	if l.sotype != s.sotype {
		return nil, syscall.EPROTOTYPE
	}
	return l, nil
}

// complete replaces a wildcard, to which one cannot send, by this machine.
func (a *address) complete() error {
	switch {
	case a.ip == [16]byte{}:
		a.ip = loopback6
	case a.any():
		a.ip = loopback4
	case !a.loopback():
		what := "the network outside the machine: "
		if a.port == 53 {
			what = "a name server outside the machine: "
		}
		unsupported(what + a.String())
	}
	return nil
}

// connectStream hands a new connection to a listener.
func (s *Socket) connectStream(l *Socket, a address) error {
	peer := newSocket(l.family, l.sotype)
	join(s, peer)
	s.connected = false
	peer.local = a
	if s.family == syscall.AF_UNIX {
		peer.local = l.local
	}
	i := &item{conn: peer}
	awaitRoom(l.in, &s.w, i.size(), true)
	if s.w.state != 0 {
		return syscall.ECONNABORTED
	}
	if l.in.gone != 0 {
		s.out = nil
		return syscall.ECONNREFUSED
	}
	if s.family != syscall.AF_UNIX && s.local.port == 0 {
		s.local = address{ip: a.ip, port: l.newPort()}
	}
	s.remote, peer.remote, s.connected = a, s.local, true
	i.from = s.local
	l.in.put(i)
	return nil
}

// newPort is a port from which nobody has connected to the listener.
func (l *Socket) newPort() int {
	for {
		port := anyPort()
		fresh := port != l.local.port
		for _, p := range l.used {
			fresh = fresh && p != port
		}
		if fresh {
			l.used = append(l.used, port)
			return port
		}
	}
}

// connectPackets says where packets go to and come from.
func (s *Socket) connectPackets(a address) error {
	if s.family != syscall.AF_UNIX {
		if err := a.complete(); err != nil {
			return err
		}
		if s.local.port == 0 && !s.bindPort(address{ip: a.ip}) {
			return syscall.EAGAIN
		}
		if s.local.any() {
			s.local.ip = a.ip
		}
	} else if _, err := s.packetsAt(a); err != nil {
		return err
	}
	modifyObject(unsafe.Pointer(&s.w))
	s.remote, s.connected = a, true
	return nil
}

// accept takes a connection.
func (s *Socket) accept() (*Socket, error) {
	if !s.listening {
		return nil, syscall.EINVAL
	}
	fault := awaitItem(s.in, &s.r, true)
	if err := s.r.err(); err != nil {
		return nil, err
	}
	if fault != 0 {
		return nil, s.goWrong(fault, &s.r)
	}
	return s.in.take().conn, nil
}

// err says why an operation has to stop.
func (c *control) err() error {
	switch {
	case c.state&stopClosed != 0:
		return ErrNetClosing
	case c.state&stopExpired != 0:
		return ErrDeadlineExceeded
	}
	return nil
}

//go:linkname sysAccept4 syscall.Accept4
func sysAccept4(fd int, flags int) (nfd int, sa syscall.Sockaddr, err error) {
	s, err := socketOf(fd)
	if err != nil {
		return -1, nil, err
	}
	c, err := s.accept()
	if err != nil {
		return -1, nil, err
	}
	return c.fd(), c.remote.sockaddr(c.family), nil
}

//go:linkname sysAccept syscall.Accept
func sysAccept(fd int) (nfd int, sa syscall.Sockaddr, err error) { return sysAccept4(fd, 0) }

//go:linkname sysGetsockname syscall.Getsockname
func sysGetsockname(fd int) (syscall.Sockaddr, error) {
	s, err := socketOf(fd)
	if err != nil {
		return nil, err
	}
	a := s.local
	if a == (address{}) && s.family == syscall.AF_INET {
		a.ip = ip4([4]byte{})
	}
	return a.sockaddr(s.family), nil
}

//go:linkname sysGetpeername syscall.Getpeername
func sysGetpeername(fd int) (syscall.Sockaddr, error) {
	s, err := socketOf(fd)
	if err != nil {
		return nil, err
	}
	if !s.connected {
		return nil, syscall.ENOTCONN
	}
	return s.remote.sockaddr(s.family), nil
}
