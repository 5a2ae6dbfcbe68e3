package lsp

import (
	"context"
	"strconv"

	"go.lsp.dev/protocol"
)

// Diagnostic answers the diagnostics of a document, unless the client has
// them.
func (s *server) Diagnostic(_ context.Context, p *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	path, _ := filePath(p.TextDocument.URI)
	r := s.results
	r.mu.Lock()
	defer r.mu.Unlock()
	id := r.revision(path)
	if p.PreviousResultID != nil && *p.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
		}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: r.report(path, id)}, nil
}

// DiagnosticWorkspace answers the diagnostics of all documents that have or had
// some.
func (s *server) DiagnosticWorkspace(_ context.Context, p *protocol.WorkspaceDiagnosticParams) (*protocol.WorkspaceDiagnosticReport, error) {
	has := map[string]string{}
	for _, prev := range p.PreviousResultIds {
		if path, ok := filePath(prev.URI); ok {
			has[path] = prev.Value
		}
	}
	r := s.results
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
	for _, path := range sortedKeys(r.revisions) {
		u, id := s.docs.uri(path), r.revision(path)
		if has[path] == id {
			out.Items = append(out.Items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
				UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
				URI:                               u, Version: r.version(path),
			})
			continue
		}
		out.Items = append(out.Items, &protocol.WorkspaceFullDocumentDiagnosticReport{
			FullDocumentDiagnosticReport: r.report(path, id), URI: u, Version: r.version(path),
		})
	}
	return out, nil
}

// revision names the diagnostics of a file as they are now (locked).
func (r *results) revision(path string) string { return strconv.Itoa(r.revisions[path]) }

// report is the full report of a file (locked).
func (r *results) report(path, id string) protocol.FullDocumentDiagnosticReport {
	return protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: r.diagnostics(path)}
}
