// FD is what package net uses a socket through.

//mazurka:replace
package poll

import (
	"io"
	"syscall"
	"time"
	"unsafe"
)

// An FD is a socket with deadlines.
type FD struct {
	Sysfd         int
	IsStream      bool // reads and writes are of a stream
	ZeroReadIsEOF bool

	sock        *Socket
	read, write deadline
}

// What package net and its tests replace.
var (
	CloseFunc   func(int) error                               = syscall.Close
	AcceptFunc  func(int) (int, syscall.Sockaddr, error)      = syscall.Accept
	Accept4Func func(int, int) (int, syscall.Sockaddr, error) = syscall.Accept4
)

// Init makes an FD of its descriptor.
func (fd *FD) Init(net string, pollable bool) (err error) {
	fd.sock, err = socketOf(fd.Sysfd)
	return err
}

// open is the socket; before Init, too.
func (fd *FD) open() (*Socket, error) {
	if fd.sock == nil {
		if err := fd.Init("", true); err != nil {
			return nil, ErrNetClosing
		}
	}
	return fd.sock, nil
}

// using is open for what is no operation: it fails if the socket is closed.
func (fd *FD) using() (*Socket, error) {
	s, err := fd.open()
	if err != nil {
		return nil, err
	}
	if s.w.state&stopClosed != 0 {
		return nil, ErrNetClosing
	}
	return s, nil
}

func (fd *FD) Close() error {
	s, err := fd.open()
	if err != nil {
		return err
	}
	if err := CloseFunc(s.fd()); err != nil {
		return err
	}
	fd.read.disarm()
	fd.write.disarm()
	return nil
}

func (fd *FD) Shutdown(how int) error {
	s, err := fd.open()
	if err != nil {
		return err
	}
	return syscall.Shutdown(s.fd(), how)
}

func (fd *FD) Read(p []byte) (int, error) {
	s, err := fd.open()
	switch {
	case err != nil:
		return 0, err
	case len(p) == 0:
		observeObject(unsafe.Pointer(&s.r))
		if s.r.state&stopClosed != 0 {
			return 0, ErrNetClosing
		}
		return 0, nil
	case !fd.IsStream:
		i, err := s.receivePacket()
		if err != nil {
			return 0, err
		}
		n := copyData(p, i.data)
		return n, fd.eof(n)
	case s.in == nil || s.listening:
		return 0, syscall.ENOTCONN
	}
	n, err := s.read(p, true)
	if err != nil {
		return 0, err
	}
	return n, fd.eof(n)
}

// read receives from a stream. If it is not to wait, there may be nothing yet.
func (s *Socket) read(p []byte, wait bool) (n int, err error) {
	fault := awaitItem(s.in, &s.r, wait)
	if err := s.r.err(); err != nil {
		return 0, err
	}
	var data []byte
	switch fault {
	case 0:
		if !wait && s.in.empty() && s.in.closed == 0 {
			return 0, syscall.EAGAIN
		}
		data, err = s.in.receive(len(p))
	case faultPartial:
		data, err = s.in.receive(1)
	case faultMerged:
		data, err = s.in.receiveAll(len(p))
	default:
		return 0, s.goWrong(fault, &s.r)
	}
	if err != nil {
		return 0, err
	}
	return copyData(p, data), nil
}

// sysRead is for those who have the descriptor, by RawRead as a rule.
//
//go:linkname sysRead syscall.Read
func sysRead(fd int, p []byte) (int, error) {
	s, err := connected(fd, "syscall.Read")
	if err != nil || len(p) == 0 {
		return 0, err
	}
	n, err := s.read(p, false)
	return n, raw(err)
}

//go:linkname sysWrite syscall.writeSocket
func sysWrite(fd int, p []byte) (int, error) {
	s, err := connected(fd, "syscall.Write")
	if err != nil {
		return 0, err
	}
	n, err := s.send(p[:min(len(p), maxSegment)], false)
	return n, raw(err)
}

// connected is the connection with a descriptor.
func connected(fd int, call string) (*Socket, error) {
	s, err := socketOf(fd)
	switch {
	case err != nil:
		unsupported(call + " of what is no socket")
	case s.sotype != syscall.SOCK_STREAM:
		unsupported(call + " of packets")
	case s.in == nil || s.listening:
		return nil, syscall.ENOTCONN
	}
	return s, nil
}

// raw is the system's error for that of an operation which cannot wait.
func raw(err error) error {
	switch err {
	case ErrNetClosing:
		return syscall.EBADF
	case ErrDeadlineExceeded:
		return syscall.EAGAIN
	}
	return err
}

// goWrong makes a fault happen, and returns its error.
func (s *Socket) goWrong(fault int, c *control) error {
	if fault == faultLate {
		modifyObject(unsafe.Pointer(c))
		if err := c.err(); err != nil {
			return err
		}
		c.state |= stopExpired
		return ErrDeadlineExceeded
	}
	hangUp(s.in, s.out, nil, nil)
	s.in.gone = 1
	s.out.end(true)
	hangUp(s.out, s.in, nil, nil)
	s.out.gone, s.out.warned = 1, true
	s.in.end(true)
	return syscall.ECONNRESET
}

// eof is the error of receiving n bytes.
func (fd *FD) eof(n int) error {
	if n == 0 && fd.ZeroReadIsEOF {
		return io.EOF
	}
	return nil
}

// maxSegment is the most that is sent of a stream at once.
const maxSegment = 64 << 10

func (fd *FD) Write(p []byte) (n int, err error) {
	s, err := fd.open()
	switch {
	case err != nil:
		return 0, err
	case !fd.IsStream:
		return s.sendPacket(p, nil)
	case s.out == nil:
		return 0, syscall.ENOTCONN
	}
	for {
		k, err := s.send(p[n:min(len(p), n+maxSegment)], true)
		if n += k; err != nil || n == len(p) {
			return n, err
		}
	}
}

// WriteOnce writes as much of p as goes at once, without waiting.
func (fd *FD) WriteOnce(p []byte) (int, error) {
	s, err := fd.open()
	if err != nil {
		return 0, err
	}
	return s.send(p[:min(len(p), maxSegment)], false)
}

// send sends a segment. If it is not to wait, that has as much of p as there
// is room for.
func (s *Socket) send(p []byte, wait bool) (int, error) {
	i := &item{data: make([]byte, len(p))}
	copyData(i.data, p)
	fault := awaitRoom(s.out, &s.w, i.size(), wait)
	switch err := s.w.err(); {
	case err != nil:
		return 0, err
	case fault != 0:
		return 0, s.goWrong(fault, &s.w)
	case s.out.shut:
		return 0, syscall.EPIPE
	case s.out.gone != 0:
		// The other end answers the first segment with a reset.
		if s.out.warned || s.family == syscall.AF_UNIX {
			return 0, syscall.EPIPE
		}
		s.out.warned = true
	case len(p) > 0:
		if !wait && !s.out.fits(i) {
			room := int(s.out.limit-(s.out.in-s.out.out)) - itemOverhead
			if room <= 0 {
				return 0, syscall.EAGAIN
			}
			i.data = i.data[:room]
		}
		s.out.put(i)
	}
	return len(i.data), nil
}

// Writev writes all of v.
func (fd *FD) Writev(v *[][]byte) (n int64, err error) {
	for len(*v) > 0 {
		k, err := fd.Write((*v)[0])
		TestHookDidWritev(k)
		n += int64(k)
		if (*v)[0] = (*v)[0][k:]; err != nil {
			return n, err
		}
		(*v)[0] = nil
		*v = (*v)[1:]
	}
	return n, nil
}

var TestHookDidWritev = func(wrote int) {}

func (fd *FD) Accept() (nfd int, sa syscall.Sockaddr, call string, err error) {
	s, err := fd.open()
	if err != nil {
		return -1, nil, "", err
	}
	for {
		nfd, sa, err = Accept4Func(s.fd(), syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
		switch err {
		case nil:
			return nfd, sa, "", nil
		case ErrNetClosing, ErrDeadlineExceeded:
			return -1, nil, "", err
		case syscall.ECONNABORTED: // the next one, then
		default:
			return -1, nil, "accept4", err
		}
	}
}

// WaitWrite waits until something can be sent. A connection is made without
// waiting, unless nobody answers.
func (fd *FD) WaitWrite() error {
	s, err := fd.open()
	switch {
	case err != nil:
		return err
	case s.out != nil:
		awaitRoom(s.out, &s.w, itemOverhead+1, true)
	case s.unanswered:
		s.awaitNothing()
	default:
		observeObject(unsafe.Pointer(&s.w))
	}
	return s.w.err()
}

// connectTimeout is how long Linux tries to connect, with its defaults.
const connectTimeout = 127 * time.Second

// awaitNothing waits for an answer that does not come.
func (s *Socket) awaitNothing() {
	giveUp := time.AfterFunc(connectTimeout, func() {
		modifyObject(unsafe.Pointer(&s.w))
		s.w.state |= stopUnanswered
	})
	awaitItem(newQueue(0, 0), &s.w, true)
	giveUp.Stop()
}

func (fd *FD) RawControl(f func(uintptr)) error {
	s, err := fd.using()
	if err != nil {
		return err
	}
	f(uintptr(s.fd()))
	return nil
}

func (fd *FD) RawRead(f func(uintptr) bool) error {
	s, err := fd.open()
	if err != nil {
		return err
	}
	for {
		observeObject(unsafe.Pointer(&s.r))
		if err := s.r.err(); err != nil {
			return err
		}
		if f(uintptr(s.fd())) {
			return nil
		}
		awaitItem(s.in, &s.r, true)
	}
}

func (fd *FD) RawWrite(f func(uintptr) bool) error {
	s, err := fd.open()
	if err != nil {
		return err
	}
	for {
		observeObject(unsafe.Pointer(&s.w))
		if err := s.w.err(); err != nil {
			return err
		}
		if f(uintptr(s.fd())) {
			return nil
		}
		awaitRoom(s.out, &s.w, 1, true)
	}
}

// Dup makes another descriptor.
func (fd *FD) Dup() (int, string, error) {
	s, err := fd.open()
	if err != nil {
		return -1, "", err
	}
	d, err := s.dup()
	if err != nil {
		return -1, "", err
	}
	return d.fd(), "", nil
}

func DupCloseOnExec(fd int) (int, string, error) {
	s, err := socketOf(fd)
	if err != nil {
		return -1, "fcntl", err
	}
	d, err := s.dup()
	if err != nil {
		return -1, "fcntl", syscall.EBADF
	}
	return d.fd(), "", nil
}

//go:linkname setNonblock syscall.SetNonblock
func setNonblock(fd int, nonblocking bool) error { return nil }

// TestHookDidSendFile would be called by SendFile.
var TestHookDidSendFile = func(dst *FD, src uintptr, written int64, err error, handled bool) {}

// SendFile and Splice leave it to the caller to copy.
func SendFile(dst *FD, src uintptr, size int64) (n int64, err error, handled bool) {
	return 0, nil, false
}

func Splice(dst, src *FD, remain int64) (written int64, handled bool, err error) {
	return 0, false, nil
}

// A deadline makes a control expire.
type deadline struct {
	timer *time.Timer
	// set counts how often the deadline was set: a timer that fires for an
	// earlier one has no effect.
	set uint32
}

func (fd *FD) SetDeadline(t time.Time) error {
	if err := fd.SetReadDeadline(t); err != nil {
		return err
	}
	return fd.SetWriteDeadline(t)
}

func (fd *FD) SetReadDeadline(t time.Time) error {
	s, err := fd.open()
	if err != nil {
		return err
	}
	return fd.read.change(&s.r, t)
}

func (fd *FD) SetWriteDeadline(t time.Time) error {
	s, err := fd.open()
	if err != nil {
		return err
	}
	return fd.write.change(&s.w, t)
}

// change sets the deadline to t, or to none if that is zero.
func (d *deadline) change(c *control, t time.Time) error {
	var left time.Duration
	if !t.IsZero() {
		left = time.Until(t)
	}
	modifyObject(unsafe.Pointer(c))
	if c.state&stopClosed != 0 {
		return ErrNetClosing
	}
	d.set++
	c.state &^= stopExpired
	c.armed = 0
	old, now := d.timer, d.set
	d.timer = nil
	switch {
	case t.IsZero():
	case left <= 0:
		c.state |= stopExpired
	default:
		c.armed = 1
		d.timer = time.AfterFunc(left, func() {
			modifyObject(unsafe.Pointer(c))
			if d.set == now {
				c.state |= stopExpired
				c.armed = 0
			}
		})
	}
	if old != nil {
		old.Stop()
	}
	return nil
}

func (d *deadline) disarm() {
	if d.timer != nil {
		d.timer.Stop()
	}
}
