// Package wire reads the frames of the language server and debug adapter protocols:
// a header with the length of the body, then the body. It survives malformed ones:
// after a header that makes no sense it looks for the next one.
package wire

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// maxFrame bounds the size of one message.
const maxFrame = 64 << 20

var lengthField = regexp.MustCompile(`(?i)content-length:(.*)`)

// A Malformed error says why bytes were passed over.
type Malformed struct{ reason string }

func (m *Malformed) Error() string { return m.reason }

// A Reader reads frames. Only the end of the input ends it.
type Reader struct{ in *bufio.Reader }

// NewReader returns a reader of frames.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReader(in)} }

// Frame returns the body of the next frame. The error is a *[Malformed] if
// reading can go on.
func (s *Reader) Frame() ([]byte, error) {
	size := -1
	for lines := 0; ; lines++ {
		line, err := s.line()
		if err != nil {
			if errors.Is(err, io.EOF) && lines > 0 {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		if line == "" {
			if size >= 0 {
				break
			}
			if lines == 0 {
				lines-- // a blank line between frames
				continue
			}
			return nil, &Malformed{"message header without Content-Length"}
		}
		// Looking for the field anywhere in the line finds the next header
		// after a body that was longer than announced.
		field := lengthField.FindStringSubmatch(line)
		if field == nil {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(field[1]))
		if err != nil || n < 0 {
			return nil, &Malformed{"malformed Content-Length"}
		}
		size = n
	}
	if size > maxFrame {
		if _, err := io.CopyN(io.Discard, s.in, int64(size)); err != nil {
			return nil, err
		}
		return nil, &Malformed{"message of " + strconv.Itoa(size) + " bytes is too large"}
	}
	var body bytes.Buffer
	if _, err := io.CopyN(&body, s.in, int64(size)); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}

// line returns the next line without its end. A longer line than any header
// is cut: its head is returned.
func (s *Reader) line() (string, error) {
	var head []byte
	for {
		part, err := s.in.ReadSlice('\n')
		if room := 4096 - len(head); room > 0 {
			head = append(head, part[:min(room, len(part))]...)
		}
		if err == nil {
			return string(bytes.TrimRight(head, "\r\n")), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
	}
}
