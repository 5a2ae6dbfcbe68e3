// Addresses and what they stand for.

//mazurka:replace
package poll

import (
	"sync"
	"syscall"
	"unsafe"
)

// An address is a comparable form of a syscall.Sockaddr: of the internet if
// path is empty and port is not 0, unnamed if both are missing.
type address struct {
	ip   [16]byte // IPv4 mapped to IPv6
	port int
	zone uint32
	path string // of a unix socket
}

var (
	mapped    = [12]byte{10: 0xff, 11: 0xff}
	loopback4 = ip4([4]byte{127, 0, 0, 1})
	loopback6 = [16]byte{15: 1}
)

func ip4(a [4]byte) (ip [16]byte) {
	copy(ip[:], mapped[:])
	copy(ip[12:], a[:])
	return ip
}

func (a address) is4() bool { return [12]byte(a.ip[:12]) == mapped }

// any reports whether the address is a wildcard.
func (a address) any() bool { return a.ip == [16]byte{} || a.ip == ip4([4]byte{}) }

// loopback reports whether the address is one of this machine.
func (a address) loopback() bool { return a.ip == loopback6 || a.is4() && a.ip[12] == 127 }

// silent reports whether the address is one of those that are kept free, for
// documentation and benchmarks: nothing that is sent there is ever answered.
func (a address) silent() bool {
	if !a.is4() {
		return [4]byte(a.ip[:4]) == [4]byte{0x20, 0x01, 0x0d, 0xb8} || // RFC 3849
			[6]byte(a.ip[:6]) == [6]byte{0x20, 0x01, 0, 2} // RFC 5180
	}
	switch [3]byte(a.ip[12:15]) {
	case [3]byte{192, 0, 2}, [3]byte{198, 51, 100}, [3]byte{203, 0, 113}: // RFC 5737
		return true
	}
	return a.ip[12] == 198 && a.ip[13]&^1 == 18 // RFC 2544
}

func (a address) multicast() bool {
	return a.is4() && a.ip[12]>>4 == 0xe || a.ip[0] == 0xff
}

// String is for saying that an address is unsupported.
func (a address) String() string {
	var b []byte
	if a.is4() {
		for i, x := range a.ip[12:] {
			if i > 0 {
				b = append(b, '.')
			}
			b = appendNumber(b, int(x), 10)
		}
	} else {
		b = append(b, '[')
		for i := 0; i < 16; i += 2 {
			if i > 0 {
				b = append(b, ':')
			}
			b = appendNumber(b, int(a.ip[i])<<8|int(a.ip[i+1]), 16)
		}
		b = append(b, ']')
	}
	return string(appendNumber(append(b, ':'), a.port, 10))
}

func appendNumber(b []byte, n, base int) []byte {
	if n >= base {
		b = appendNumber(b, n/base, base)
	}
	return append(b, "0123456789abcdef"[n%base])
}

// addressOf is the address that sa means to a socket of a family.
func addressOf(family int, sa syscall.Sockaddr) (address, error) {
	switch sa := sa.(type) {
	case *syscall.SockaddrInet4:
		if uint(sa.Port) > maxPort {
			return address{}, syscall.EINVAL
		}
		if family == syscall.AF_INET {
			return address{ip: ip4(sa.Addr), port: sa.Port}, nil
		}
	case *syscall.SockaddrInet6:
		if uint(sa.Port) > maxPort {
			return address{}, syscall.EINVAL
		}
		if family == syscall.AF_INET6 {
			return address{ip: sa.Addr, port: sa.Port, zone: sa.ZoneId}, nil
		}
	case *syscall.SockaddrUnix:
		if family == syscall.AF_UNIX {
			path := sa.Name
			if len(path) > 0 && path[0] == 0 {
				path = "@" + path[1:]
			}
			if len(path) > maxPath || len(path) == maxPath && path[0] != '@' {
				return address{}, syscall.EINVAL
			}
			return address{path: path}, nil
		}
	}
	return address{}, syscall.EAFNOSUPPORT
}

const (
	maxPort = 1<<16 - 1
	maxPath = 108 // of the name of a unix socket, with a zero byte at the end of a path
)

// sockaddr is the address as a socket of a family sees it.
func (a address) sockaddr(family int) syscall.Sockaddr {
	switch family {
	case syscall.AF_UNIX:
		if a.path == "" {
			return &syscall.SockaddrUnix{Name: "@"}
		}
		return &syscall.SockaddrUnix{Name: a.path}
	case syscall.AF_INET:
		return &syscall.SockaddrInet4{Port: a.port, Addr: [4]byte(a.ip[12:])}
	}
	return &syscall.SockaddrInet6{Port: a.port, ZoneId: a.zone, Addr: a.ip}
}

// A name is what sockets of one type are bound under: a port or, for unix
// sockets, the path of an abstract one. Operations on different names are
// independent.
type name struct {
	sotype int
	port   int
	path   string
}

// bound are the sockets under each name: a map from name to *binding.
var bound sync.Map

// A binding is a list of sockets with different addresses. It is immutable.
type binding struct{ sockets []*Socket }

func lookup(n name) *binding {
	if b, ok := bound.Load(n); ok {
		return b.(*binding)
	}
	return &binding{}
}

// conflict reports whether s cannot be bound to an address beside others.
func (b *binding) conflict(s *Socket, a address) bool {
	for _, o := range b.sockets {
		switch {
		case s.reusePort && o.reusePort:
		case s.reuseAddr && o.reuseAddr && s.sotype == syscall.SOCK_DGRAM:
		case a.any() && o.local.any():
			if s.family == o.family || !s.v6only && !o.v6only {
				return true
			}
		case a.ip == o.local.ip, o.local.any() && o.covers(a), a.any() && s.covers(o.local):
			return true
		}
	}
	return false
}

// covers reports whether a socket bound to a wildcard stands for an address
// that is none.
func (s *Socket) covers(a address) bool {
	if s.family == syscall.AF_INET {
		return a.is4()
	}
	return !a.is4() || !s.v6only
}

// find is the socket that something sent to an address arrives at, nil if
// there is none: a connected one before one bound to the address, that before
// one bound to a wildcard.
func (b *binding) find(to, from address) *Socket {
	var best *Socket
	rank := 0
	for _, s := range b.sockets {
		r := 0
		switch {
		case s.connected && (s.remote.port != from.port || s.remote.ip != from.ip):
		case s.local.ip == to.ip:
			r = 2
		case s.local.any() && s.covers(to):
			r = 1
		}
		if r > 0 && s.connected {
			r += 2
		}
		if r > rank {
			best, rank = s, r
		}
	}
	return best
}

// enter binds s to a; ok is false if the address is taken.
func (s *Socket) enter(a address) (ok bool) {
	n := name{sotype: s.sotype, port: a.port, path: a.path}
	for {
		s.local = a
		mine := &binding{[]*Socket{s}}
		old, loaded := bound.LoadOrStore(n, mine)
		if !loaded {
			return true
		}
		b := old.(*binding)
		if b.conflict(s, a) {
			s.local = address{}
			return false
		}
		mine.sockets = append(mine.sockets, b.sockets...)
		if bound.CompareAndSwap(n, b, mine) {
			return true
		}
	}
}

// leave undoes enter.
func (s *Socket) leave() {
	n := name{sotype: s.sotype, port: s.local.port, path: s.local.path}
	for {
		old, ok := bound.Load(n)
		if !ok {
			return
		}
		b := old.(*binding)
		rest := &binding{}
		for _, o := range b.sockets {
			if o != s {
				rest.sockets = append(rest.sockets, o)
			}
		}
		if len(rest.sockets) == 0 && bound.CompareAndDelete(n, b) || len(rest.sockets) > 0 && bound.CompareAndSwap(n, b, rest) {
			return
		}
	}
}

// The range of ports for those who do not ask for one.
const (
	firstPort = 32768
	ports     = 28232
)

// anyPort is a port from the range. It depends on the goroutine, not on what
// others have got.
func anyPort() int { return firstPort + int(runtime_rand()%ports) }

func runtime_rand() uint64

// paths is the object that operations on the files of unix sockets touch.
var paths struct{ _ uint64 }

// bindPath makes the file that stands for a unix socket, socketAt finds what
// stands behind one.
func bindPath(path string, s *Socket) error {
	modifyObject(unsafe.Pointer(&paths))
	return bindFile(path, s)
}

// The files are package os's.

//go:linkname bindFile os.bindSocket
func bindFile(name string, sock any) error

//go:linkname fileSocket os.boundSocket
func fileSocket(name string) (any, error)

func socketAt(path string) (*Socket, error) {
	observeObject(unsafe.Pointer(&paths))
	x, err := fileSocket(path)
	if err != nil {
		return nil, err
	}
	s, _ := x.(*Socket)
	if s == nil {
		return nil, syscall.ECONNREFUSED
	}
	return s, nil
}
