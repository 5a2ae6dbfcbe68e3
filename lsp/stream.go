package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.lsp.dev/jsonrpc2"
)

// maxFrame bounds the size of one message.
const maxFrame = 64 << 20

// A lenientStream reads header-framed messages and survives malformed ones:
// a body that is not a message is answered with an error, and after a
// header that makes no sense it looks for the next one. Only the end of the
// input ends it.
type lenientStream struct {
	in  *bufio.Reader
	out jsonrpc2.Stream // writes
}

// newStream returns a stream over a pair of pipes. Close closes the input.
func newStream(in io.ReadCloser, out io.Writer) *lenientStream {
	return &lenientStream{
		in:  bufio.NewReader(in),
		out: jsonrpc2.NewHeaderStream(pipes{in, out}),
	}
}

type pipes struct {
	io.ReadCloser
	io.Writer
}

func (s *lenientStream) Write(ctx context.Context, m jsonrpc2.Message) (int64, error) {
	return s.out.Write(ctx, m)
}

func (s *lenientStream) Close() error { return s.out.Close() }

func (s *lenientStream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		frame, err := s.frame()
		var bad *badFrame
		if errors.As(err, &bad) {
			if err := s.complain(ctx, jsonrpc2.ParseError, bad.Error()); err != nil {
				return nil, 0, err
			}
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		m, err := jsonrpc2.DecodeMessage(frame)
		if err == nil {
			return m, int64(len(frame)), nil
		}
		if err := s.complain(ctx, jsonrpc2.InvalidRequest, err.Error()); err != nil {
			return nil, 0, err
		}
	}
}

// complain answers something that was not a message. The id of such an
// answer is null.
func (s *lenientStream) complain(ctx context.Context, code jsonrpc2.Code, text string) error {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, code, strconv.QuoteToASCII(text))
	m, err := jsonrpc2.DecodeMessage([]byte(body))
	if err != nil {
		return nil // a text that JSON quotes otherwise; the complaint is lost
	}
	_, err = s.out.Write(ctx, m)
	return err
}

var lengthField = regexp.MustCompile(`(?i)content-length:(.*)`)

// A badFrame says why bytes were passed over.
type badFrame struct{ reason string }

func (b *badFrame) Error() string { return b.reason }

// frame returns the body of the next frame. The error is a *badFrame if
// reading can go on.
func (s *lenientStream) frame() ([]byte, error) {
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
			return nil, &badFrame{"message header without Content-Length"}
		}
		// Looking for the field anywhere in the line finds the next header
		// after a body that was longer than announced.
		field := lengthField.FindStringSubmatch(line)
		if field == nil {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(field[1]))
		if err != nil || n < 0 {
			return nil, &badFrame{"malformed Content-Length"}
		}
		size = n
	}
	if size > maxFrame {
		if _, err := io.CopyN(io.Discard, s.in, int64(size)); err != nil {
			return nil, err
		}
		return nil, &badFrame{"message of " + strconv.Itoa(size) + " bytes is too large"}
	}
	var body bytes.Buffer
	if _, err := io.CopyN(&body, s.in, int64(size)); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}

// line returns the next line without its end. A longer line than any header
// is cut: its head is returned.
func (s *lenientStream) line() (string, error) {
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
