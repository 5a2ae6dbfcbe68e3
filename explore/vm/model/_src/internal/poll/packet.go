// Packets. One that finds no room, or nobody who receives it, is lost.

//mazurka:replace
package poll

import "syscall"

// packetsAt is who receives what is sent to an address.
func (s *Socket) packetsAt(a address) (*Socket, error) {
	if s.family == syscall.AF_UNIX && a.path != "" && a.path[0] != '@' {
		to, err := socketAt(a.path)
		if err == nil && to.sotype != s.sotype {
			err = syscall.EPROTOTYPE
		}
		return to, err
	}
	to := lookup(name{sotype: s.sotype, port: a.port, path: a.path}).find(a, s.local)
	if to == nil && s.family == syscall.AF_UNIX {
		return nil, syscall.ECONNREFUSED
	}
	return to, nil
}

// maxPacket is the most that a packet can carry.
const maxPacket = 65507

// sendPacket sends p to an address, or where s is connected to.
func (s *Socket) sendPacket(p []byte, sa syscall.Sockaddr) (int, error) {
	i := &item{data: make([]byte, len(p))}
	copyData(i.data, p)
	if s.out != nil { // one of a pair
		return s.deliver(s.out, i, true)
	}
	a := s.remote
	if sa != nil {
		var err error
		if a, err = addressOf(s.family, sa); err != nil {
			return 0, err
		}
	} else if !s.connected {
		return 0, syscall.EDESTADDRREQ
	}
	if s.family == syscall.AF_UNIX {
		to, err := s.packetsAt(a)
		if err != nil {
			return 0, err
		}
		i.from = s.local
		return s.deliver(to.in, i, true)
	}
	switch {
	case len(p) > maxPacket:
		return 0, syscall.EMSGSIZE
	case a.multicast():
		unsupported("multicast")
	case a.port == 0:
		return 0, syscall.EINVAL
	}
	if err := a.complete(); err != nil {
		return 0, err
	}
	if s.local.port == 0 && !s.bindPort(address{ip: s.anyAddress()}) {
		return 0, syscall.EAGAIN
	}
	i.from = s.local
	if s.local.any() {
		i.from.ip = a.ip
	}
	to, _ := s.packetsAt(a)
	if to == nil {
		return s.unreachable(i)
	}
	return s.deliver(to.in, i, false)
}

func (s *Socket) anyAddress() (ip [16]byte) {
	if s.family == syscall.AF_INET {
		ip = ip4([4]byte{})
	}
	return ip
}

// deliver puts a packet into a queue.
func (s *Socket) deliver(q *queue, i *item, wait bool) (int, error) {
	fault := awaitRoom(q, &s.w, i.size(), wait)
	switch err := s.w.err(); {
	case err != nil:
		return 0, err
	case fault == faultLost:
		return len(i.data), nil
	case fault != 0:
		return 0, s.goWrong(fault, &s.w)
	case q.shut, q.gone != 0 && s.out != nil:
		return 0, syscall.EPIPE
	case q.gone != 0 && wait:
		return 0, syscall.ECONNREFUSED
	case q.gone == 0 && (q.in == q.out || q.fits(i)):
		q.put(i)
	}
	return len(i.data), nil
}

// unreachable is for a packet to a port that nobody has: a connected socket
// hears of it when it next receives.
func (s *Socket) unreachable(lost *item) (int, error) {
	n := len(lost.data)
	if s.connected {
		lost.data, lost.lost = nil, true
		if _, err := s.deliver(s.in, lost, false); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// receivePacket takes a packet. At the end there are only empty ones.
func (s *Socket) receivePacket() (*item, error) {
	if s.in == nil {
		return nil, syscall.ENOTCONN
	}
	fault := awaitItem(s.in, &s.r, true)
	if err := s.r.err(); err != nil {
		return nil, err
	}
	if fault != 0 {
		return nil, s.goWrong(fault, &s.r)
	}
	if s.in.empty() {
		return &item{}, nil
	}
	i := s.in.take()
	if i.lost {
		return nil, syscall.ECONNREFUSED
	}
	return i, nil
}

// receive takes a packet, or what comes next of a stream.
func (fd *FD) receive(p []byte) (n, flags int, from address, err error) {
	s, err := fd.open()
	if err != nil {
		return 0, 0, address{}, err
	}
	if fd.IsStream {
		n, err = fd.Read(p)
		return n, 0, address{}, err
	}
	i, err := s.receivePacket()
	if err != nil {
		return 0, 0, address{}, err
	}
	if n = copyData(p, i.data); n < len(i.data) {
		flags = syscall.MSG_TRUNC
	}
	return n, flags, i.from, fd.eof(n)
}

// sender is the address of a sender as receive returned it, nil if it has none.
func (fd *FD) sender(from address, err error) syscall.Sockaddr {
	if err != nil || from == (address{}) {
		return nil
	}
	return from.sockaddr(fd.sock.family)
}

func (fd *FD) ReadFrom(p []byte) (int, syscall.Sockaddr, error) {
	n, _, from, err := fd.receive(p)
	return n, fd.sender(from, err), err
}

func (fd *FD) ReadFromInet4(p []byte, sa *syscall.SockaddrInet4) (int, error) {
	n, _, from, err := fd.receive(p)
	sa.Port, sa.Addr = from.port, [4]byte(from.ip[12:])
	return n, err
}

func (fd *FD) ReadFromInet6(p []byte, sa *syscall.SockaddrInet6) (int, error) {
	n, _, from, err := fd.receive(p)
	sa.Port, sa.ZoneId, sa.Addr = from.port, from.zone, from.ip
	return n, err
}

func (fd *FD) ReadMsg(p, oob []byte, flags int) (n, oobn, got int, sa syscall.Sockaddr, err error) {
	n, got, from, err := fd.receive(p)
	return n, 0, got, fd.sender(from, err), err
}

func (fd *FD) ReadMsgInet4(p, oob []byte, flags int, sa *syscall.SockaddrInet4) (n, oobn, got int, err error) {
	n, got, from, err := fd.receive(p)
	sa.Port, sa.Addr = from.port, [4]byte(from.ip[12:])
	return n, 0, got, err
}

func (fd *FD) ReadMsgInet6(p, oob []byte, flags int, sa *syscall.SockaddrInet6) (n, oobn, got int, err error) {
	n, got, from, err := fd.receive(p)
	sa.Port, sa.ZoneId, sa.Addr = from.port, from.zone, from.ip
	return n, 0, got, err
}

func (fd *FD) WriteTo(p []byte, sa syscall.Sockaddr) (int, error) {
	s, err := fd.open()
	if err != nil {
		return 0, err
	}
	return s.sendPacket(p, sa)
}

func (fd *FD) WriteToInet4(p []byte, sa *syscall.SockaddrInet4) (int, error) {
	return fd.WriteTo(p, sa)
}

func (fd *FD) WriteToInet6(p []byte, sa *syscall.SockaddrInet6) (int, error) {
	return fd.WriteTo(p, sa)
}

func (fd *FD) WriteMsg(p, oob []byte, sa syscall.Sockaddr) (n, oobn int, err error) {
	if len(oob) > 0 {
		unsupported("control messages of sockets")
	}
	if fd.IsStream {
		n, err = fd.Write(p)
	} else {
		n, err = fd.WriteTo(p, sa)
	}
	return n, 0, err
}

func (fd *FD) WriteMsgInet4(p, oob []byte, sa *syscall.SockaddrInet4) (n, oobn int, err error) {
	if sa == nil {
		return fd.WriteMsg(p, oob, nil)
	}
	return fd.WriteMsg(p, oob, sa)
}

func (fd *FD) WriteMsgInet6(p, oob []byte, sa *syscall.SockaddrInet6) (n, oobn int, err error) {
	if sa == nil {
		return fd.WriteMsg(p, oob, nil)
	}
	return fd.WriteMsg(p, oob, sa)
}
