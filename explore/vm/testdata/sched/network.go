package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// connected are the two ends of a connection.
func connected() (a, b net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	if a, err = net.Dial("tcp", l.Addr().String()); err != nil {
		panic(err)
	}
	if b, err = l.Accept(); err != nil {
		panic(err)
	}
	return a, b
}

// word is what the next read returns.
func word(c net.Conn) string {
	b := make([]byte, 8)
	n, err := c.Read(b)
	return string(b[:n]) + said(err)
}

func said(err error) string {
	switch {
	case err == nil:
		return ""
	case err == io.EOF:
		return "EOF"
	case errors.Is(err, net.ErrClosed):
		return "closed"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "late"
	case errors.Is(err, syscall.EPIPE):
		return "broken"
	case errors.Is(err, syscall.ECONNRESET):
		return "reset"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.Is(err, syscall.EADDRINUSE):
		return "in use"
	}
	return err.Error()
}

// out: one two EOF
func socketStream() {
	a, b := connected()
	go func() {
		a.Write([]byte("one"))
		a.Write([]byte("two"))
		a.Close()
	}()
	fmt.Print(word(b), " ", word(b), " ", word(b))
}

// out: 1 2
// out: 2 1
func socketTwoWriters() {
	a, b := connected()
	go a.Write([]byte("1"))
	go a.Write([]byte("2"))
	fmt.Print(word(b), " ", word(b))
}

// out: 1 2
// out: 2 1
func socketTwoReaders() {
	a, b := connected()
	a.Write([]byte("1"))
	a.Write([]byte("2"))
	c := make(chan string)
	go func() { c <- word(b) }()
	fmt.Print(word(b), " ", <-c)
}

// out: x
// out: closed
func socketReadClose() {
	a, b := connected()
	a.Write([]byte("x"))
	go b.Close()
	fmt.Print(word(b))
}

// out:
// out: broken
func socketWriteToClosed() {
	a, b := connected()
	go b.Close()
	a.Write([]byte("x"))
	_, err := a.Write([]byte("y"))
	fmt.Print(said(err))
}

// What is not received when the connection is closed makes it a reset.
//
// out: EOF
// out: reset
func socketReset() {
	a, b := connected()
	go a.Write([]byte("x"))
	b.Close()
	fmt.Print(word(a))
}

// out: x EOF
func socketHalfClose() {
	a, b := connected()
	go func() {
		a.Write([]byte(word(a)))
		a.Close()
	}()
	b.Write([]byte("x"))
	b.(*net.TCPConn).CloseWrite()
	fmt.Print(word(b), " ", word(b))
}

// out: x
// out: broken
func socketCloseWrite() {
	a, b := connected()
	go a.(*net.TCPConn).CloseWrite()
	if _, err := a.Write([]byte("x")); err != nil {
		fmt.Print(said(err))
		return
	}
	fmt.Print(word(b))
}

// out: refused
// out: EOF
// out: reset
func socketDialClose() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() {
		if c, err := l.Accept(); err == nil {
			c.Close()
		}
	}()
	go l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		fmt.Print(said(err))
		return
	}
	fmt.Print(word(c))
}

// out: in use
func socketSamePort() {
	errs := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := net.Listen("tcp", "127.0.0.1:80")
			errs <- err
		}()
	}
	fmt.Print(said(<-errs), said(<-errs))
}

// out: x late
func socketDeadline() {
	a, b := connected()
	go func() {
		a.Write([]byte("x"))
		time.Sleep(time.Second)
		a.Write([]byte("y"))
	}()
	b.SetReadDeadline(time.Now().Add(time.Millisecond))
	fmt.Print(word(b), " ", word(b))
}

// out: x
// out: late
func socketWakeUp() {
	a, b := connected()
	go a.Write([]byte("x"))
	go b.SetReadDeadline(time.Unix(1, 0))
	fmt.Print(word(b))
}

// out: 12
// out: 21
func socketPackets() {
	c, _ := net.ListenPacket("udp", "127.0.0.1:0")
	for _, s := range []string{"1", "2"} {
		go c.WriteTo([]byte(s), c.LocalAddr())
	}
	b := make([]byte, 8)
	n, _, _ := c.ReadFrom(b)
	k, _, _ := c.ReadFrom(b[n:])
	fmt.Print(string(b[:n+k]))
}

// out: 1
func socketOrders() {
	a, b := connected()
	x := 0
	go func() {
		x = 1
		a.Write([]byte("x"))
	}()
	word(b)
	fmt.Print(x)
}

// out: race x
func socketOrdersNot() {
	a, b := connected()
	x := 0
	go func() {
		a.Write([]byte("x"))
		x = 1
	}()
	word(b)
	x++
}

// out: race uint8
func socketBuffer() {
	a, b := connected()
	buf := make([]byte, 1)
	go a.Write(buf)
	buf[0] = 'y'
	_ = b
}

// One fault at most.
//
// opt: fault
// out: one two EOF
// out: o ne two EOF
// out: one t wo EOF
// out: onetwo EOF
// out: reset
// out: one reset
// out: one two reset
func socketFaults() {
	a, b := connected()
	go func() {
		a.Write([]byte("one"))
		a.Write([]byte("two"))
		a.Close()
	}()
	for {
		w := word(b)
		fmt.Print(w)
		if w == "EOF" || w == "reset" {
			return
		}
		fmt.Print(" ")
	}
}

// opt: fault
// out: x
// out: late
// out: reset
func socketLate() {
	a, b := connected()
	go a.Write([]byte("x"))
	b.SetReadDeadline(time.Now().Add(time.Hour))
	fmt.Print(word(b))
}

// opt: fault
// out: 1
// out: 2
func socketLost() {
	c, _ := net.ListenPacket("udp", "127.0.0.1:0")
	c.WriteTo([]byte("1"), c.LocalAddr())
	c.WriteTo([]byte("2"), c.LocalAddr())
	b := make([]byte, 8)
	n, _, _ := c.ReadFrom(b)
	fmt.Print(string(b[:n]))
}

// A read of the descriptor does not wait.
//
// out: nothing
// out: x
func socketRawRead() {
	a, b := connected()
	go func() {
		a.Write([]byte("x"))
	}()
	raw, _ := b.(*net.TCPConn).SyscallConn()
	raw.Control(func(fd uintptr) {
		p := make([]byte, 8)
		n, err := syscall.Read(int(fd), p)
		switch {
		case err == syscall.EAGAIN:
			fmt.Print("nothing")
		default:
			fmt.Print(string(p[:n]))
		}
	})
}

// RawConn.Read waits for those who ask it to.
//
// out: x
func socketRawWait() {
	a, b := connected()
	go func() {
		raw, _ := a.(*net.TCPConn).SyscallConn()
		raw.Write(func(fd uintptr) bool {
			_, err := syscall.Write(int(fd), []byte("x"))
			return err != syscall.EAGAIN
		})
	}()
	raw, _ := b.(*net.TCPConn).SyscallConn()
	raw.Read(func(fd uintptr) bool {
		p := make([]byte, 8)
		n, err := syscall.Read(int(fd), p)
		fmt.Print(string(p[:max(n, 0)]))
		return err != syscall.EAGAIN
	})
}

// A file can be made of the descriptor of a socket, and a listener of the file.
//
// out: x
func socketNewFile() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	f, err := l.(*net.TCPListener).File()
	if err != nil {
		panic(err)
	}
	l2, err := net.FileListener(os.NewFile(f.Fd(), "again"))
	if err != nil {
		panic(err)
	}
	go func() {
		c, _ := l2.Accept()
		c.Write([]byte("x"))
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	fmt.Print(word(c))
}
