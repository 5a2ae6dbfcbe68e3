package lsp

import (
	"context"
	"net/url"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// scheme is the scheme of the virtual documents: interleavings. All that a
// URI says is in its path, the one part that clients leave as it is.
const scheme = "mazurka"

// virtualURI names the interleaving of a schedule.
func virtualURI(arg commandArg) uri.URI {
	parts := []string{arg.Package, arg.Schedule, arg.Test + ".interleaving"}
	for i, p := range parts {
		parts[i] = url.PathEscape(url.PathEscape(p))
	}
	return uri.URI(scheme + ":/" + strings.Join(parts, "/"))
}

// virtualArg is the inverse of virtualURI.
func virtualArg(u uri.URI) (arg commandArg, ok bool) {
	path, ok := strings.CutPrefix(string(u), scheme+":/")
	if !ok {
		return arg, false
	}
	parts := strings.Split(path, "/")
	if len(parts) != 3 {
		return arg, false
	}
	for i := range parts {
		for range 2 {
			p, err := url.PathUnescape(parts[i])
			if err != nil {
				return arg, false
			}
			parts[i] = p
		}
	}
	arg.Package, arg.Schedule = parts[0], parts[1]
	arg.Test, ok = strings.CutSuffix(parts[2], ".interleaving")
	return arg, ok
}

// TextDocumentContent answers the text of an interleaving.
func (s *server) TextDocumentContent(ctx context.Context, p *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	arg, ok := virtualArg(p.URI)
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is no interleaving", p.URI)
	}
	story, err := s.story(ctx, arg)
	if err != nil {
		return nil, err
	}
	root, _ := s.results.rootOf(arg.id())
	text, _ := render(story, root)
	return &protocol.TextDocumentContentResult{Text: text}, nil
}
