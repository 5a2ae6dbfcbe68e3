package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"go.lsp.dev/jsonrpc2"

	"github.com/mazurka-go/mazurka/lsp/wire"
)

// A lenientStream reads header-framed messages and survives malformed ones:
// a body that is not a message is answered with an error, and after a
// header that makes no sense it looks for the next one. Only the end of the
// input ends it.
type lenientStream struct {
	in  *wire.Reader
	out jsonrpc2.Stream // writes
}

// newStream returns a stream over a pair of pipes. Close closes the input.
func newStream(in io.ReadCloser, out io.Writer) *lenientStream {
	return &lenientStream{
		in:  wire.NewReader(in),
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
		frame, err := s.in.Frame()
		var bad *wire.Malformed
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
