// The name server of the system.

//mazurka:patch
package net

import (
	"context"
	"io"
	"time"
)

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

func (r *Resolver) dial(ctx context.Context, network, server string) (Conn, error) {
	if r == nil || r.Dial == nil {
		return &nameServer{}, nil
	}
	c, err := r.Dial(ctx, network, server)
	if err != nil {
		return nil, mapErr(err)
	}
	return c, nil
}

// A nameServer is a connection to a server that knows what all servers know,
// that names below invalid and test do not exist (RFC 6761), and nothing else.
type nameServer struct{ answer []byte }

// The header of a DNS message: identifier, flags, and four counters.
const (
	dnsHeaderSize = 12
	dnsResponse   = 0x80 // in the first byte of the flags
	dnsNoName     = 0x83 // recursion available, no such name
)

// Write receives a query: a header and a question, which begins with a name.
func (s *nameServer) Write(query []byte) (int, error) {
	name, last := "", ""
	end := dnsHeaderSize
	for query[end] != 0 {
		next := end + 1 + int(query[end])
		last = string(query[end+1 : next])
		name += last + "."
		end = next
	}
	if !stringsEqualFold(last, "invalid") && !stringsEqualFold(last, "test") {
		unsupported("looking up " + name + ": there is no name server in the machine")
	}
	s.answer = append([]byte(nil), query[:end+5]...)
	s.answer[2] |= dnsResponse
	s.answer[3] = dnsNoName
	clear(s.answer[6:dnsHeaderSize])
	s.answer[5] = 1
	return len(query), nil
}

func (s *nameServer) Read(b []byte) (int, error) {
	if s.answer == nil {
		return 0, io.EOF
	}
	n := copy(b, s.answer)
	s.answer = nil
	return n, nil
}

func (s *nameServer) ReadFrom(b []byte) (int, Addr, error) {
	n, err := s.Read(b)
	return n, s.RemoteAddr(), err
}

func (s *nameServer) WriteTo(b []byte, _ Addr) (int, error) { return s.Write(b) }
func (s *nameServer) Close() error                          { return nil }
func (s *nameServer) LocalAddr() Addr                       { return &UDPAddr{IP: IPv4(127, 0, 0, 1)} }
func (s *nameServer) RemoteAddr() Addr                      { return &UDPAddr{IP: IPv4(192, 0, 2, 53), Port: 53} }
func (s *nameServer) SetDeadline(time.Time) error           { return nil }
func (s *nameServer) SetReadDeadline(time.Time) error       { return nil }
func (s *nameServer) SetWriteDeadline(time.Time) error      { return nil }
