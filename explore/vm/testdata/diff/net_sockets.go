// Sockets: what package net makes of them, and its errors.
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

func check(what string, err error) {
	var op *net.OpError
	fmt.Println(what, errors.As(err, &op), err != nil && os.IsTimeout(err), errors.Is(err, net.ErrClosed), errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.EADDRINUSE))
}

func main() {
	l, err := net.Listen("tcp", "localhost:8080")
	fmt.Println(l.Addr(), err)
	_, err = net.Listen("tcp", "127.0.0.1:8080")
	fmt.Println(err)
	_, err = net.Dial("tcp", "localhost:8081")
	fmt.Println(err)
	check("refused", err)
	c, err := net.Dial("tcp", "localhost:8080")
	fmt.Println(c.RemoteAddr(), err)
	s, err := l.Accept()
	s.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err = s.Read(make([]byte, 1))
	check("deadline", err)
	s.SetReadDeadline(time.Time{})
	fmt.Fprint(c, "hello")
	b := make([]byte, 3)
	n, err := s.Read(b)
	fmt.Println(n, err, string(b[:n]))
	n, err = s.Read(b)
	fmt.Println(n, err, string(b[:n]))
	fmt.Fprint(c, "left")
	s.Close()
	_, err = s.Read(b)
	check("closed", err)
	_, err = c.Read(b)
	fmt.Println(errors.Is(err, syscall.ECONNRESET))
	l.Close()
	_, err = l.Accept()
	fmt.Println(err)
	check("accept", err)

	u, err := net.ListenPacket("udp", "127.0.0.1:9000")
	fmt.Println(u.LocalAddr(), err)
	uc, err := net.Dial("udp", "127.0.0.1:9000")
	uc.Write([]byte("ping"))
	b = make([]byte, 100)
	n, from, err := u.ReadFrom(b)
	fmt.Println(n, from.String() == uc.LocalAddr().String(), err)
	u.WriteTo([]byte("pong!"), from)
	n, err = uc.Read(b)
	fmt.Println(string(b[:n]), err)
	u.Close()
	uc.Write([]byte("x"))
	_, err = uc.Read(b)
	check("udp", err)
	uc.Close()

	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	ul, err := net.Listen("unix", dir+"/s")
	fi, err := os.Stat(dir + "/s")
	fmt.Println(fi.Mode(), err)
	done := make(chan bool)
	go func() {
		c, err := ul.Accept()
		fmt.Println(err)
		io.Copy(c, c)
		c.Close()
		close(done)
	}()
	c, err = net.Dial("unix", dir+"/s")
	fmt.Println(err)
	fmt.Fprint(c, "over unix")
	c.(*net.UnixConn).CloseWrite()
	bb, err := io.ReadAll(c)
	fmt.Println(string(bb), err)
	<-done
	ul.Close()
	_, err = os.Stat(dir + "/s")
	fmt.Println(os.IsNotExist(err))
	_, err = net.Dial("unix", dir+"/s")
	fmt.Println(errors.Is(err, syscall.ENOENT))

	p, q := net.Pipe()
	go func() { p.Write([]byte("pipe")); p.Close() }()
	bb, err = io.ReadAll(q)
	fmt.Println(string(bb), err)

	ifs, _ := net.Interfaces()
	fmt.Println(ifs[0].Name)
	h, err := net.LookupHost("localhost")
	fmt.Println(h[len(h)-1] == "127.0.0.1" || h[0] == "127.0.0.1", err)
	_, err = net.Listen("tcp", "256.0.0.1:0")
	fmt.Println(err != nil)
	_, err = net.Dial("tcp", "127.0.0.1:99999")
	fmt.Println(err)
	g1, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: dir + "/g1", Net: "unixgram"})
	fmt.Println(err)
	g2, err := net.Dial("unixgram", dir+"/g1")
	fmt.Println(err)
	g2.Write([]byte("gram"))
	n, ua, err := g1.ReadFrom(b)
	fmt.Println(string(b[:n]), ua, err)
}
