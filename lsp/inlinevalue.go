package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// InlineValue answers, for the counterexample on display, the values of the
// steps at the lines before the one where a debugger stands.
func (s *server) InlineValue(_ context.Context, p *protocol.InlineValueParams) ([]protocol.InlineValue, error) {
	path, ok := filePath(p.TextDocument.URI)
	t := s.displayed()
	if !ok || t == nil {
		return nil, nil
	}
	at := s.mappers()(path)
	last := map[uint32]*protocol.InlineValueText{}
	var out []protocol.InlineValue
	for _, m := range moments(t.story) {
		if m.pos.Filename != path || m.values == "" {
			continue
		}
		r := at.wordRange(m.pos)
		line := r.Start.Line
		if line < p.Range.Start.Line || line > min(p.Range.End.Line, p.Context.StoppedLocation.End.Line) {
			continue
		}
		if v := last[line]; v != nil {
			v.Text += ", " + m.values
			continue
		}
		last[line] = &protocol.InlineValueText{Range: r, Text: m.values}
		out = append(out, last[line])
	}
	return out, nil
}

const inlineValuesID = "mazurka-inline-values"

// offerValues offers inline values as long as a counterexample is on display.
// Otherwise they would stand in the way of those of other debuggers.
func (s *server) offerValues() {
	s.offering.Lock()
	defer s.offering.Unlock()
	want := s.displayed() != nil
	if want == s.offered {
		return
	}
	var err error
	if want {
		err = s.register(inlineValuesID, protocol.MethodTextDocumentInlineValue, map[string]any{
			"documentSelector": []map[string]string{{"language": "go", "scheme": "file"}},
		})
	} else {
		err = s.client.UnregisterCapability(s.ctx, &protocol.UnregistrationParams{Unregisterations: []protocol.Unregistration{{
			ID: inlineValuesID, Method: protocol.MethodTextDocumentInlineValue,
		}}})
	}
	if err != nil {
		s.log.Warn("inline values", "error", err)
		return
	}
	s.offered = want
}

// register registers a capability with the client.
func (s *server) register(id, method string, options any) error {
	raw, err := protocol.Marshal(options)
	if err != nil {
		return err
	}
	return s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: id, Method: method, RegisterOptions: raw,
	}}})
}
