package lsp

import (
	"fmt"
	"go/token"
	"maps"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// documents are the open documents, by path.
type documents struct {
	mu   sync.Mutex
	open map[string]*document
}

// A document is one state of an open buffer. It is immutable: an edit
// replaces it.
type document struct {
	uri     uri.URI
	version int32
	text    string
	saved   bool // equal to the file when last seen
}

func (d *documents) get(path string) *document {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open[path]
}

func (d *documents) set(path string, doc *document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if doc == nil {
		delete(d.open, path)
		return
	}
	d.open[path] = doc
}

// overlay returns the contents of the buffers that differ from their files,
// and the open documents.
func (d *documents) overlay() (texts map[string][]byte, open map[string]*document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	texts, open = map[string][]byte{}, maps.Clone(d.open)
	for path, doc := range d.open {
		if !doc.saved {
			texts[path] = []byte(doc.text)
		}
	}
	return texts, open
}

// paths returns the open documents' paths.
func (d *documents) paths() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]string, 0, len(d.open))
	for path := range d.open {
		out = append(out, path)
	}
	return out
}

// uri is the URI of a file, as the client writes it if it has it open.
func (d *documents) uri(path string) uri.URI {
	if doc := d.get(path); doc != nil {
		return doc.uri
	}
	return uri.File(path)
}

// text returns the content of a file as the client sees it.
func (d *documents) text(path string) string {
	if doc := d.get(path); doc != nil {
		return doc.text
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(b)
}

// filePath returns the path of a file URI; ok is false for other schemes.
func filePath(u uri.URI) (string, bool) {
	if !u.IsFile() {
		return "", false
	}
	return u.FsPath(), true
}

// An encoding is the unit in which the client counts characters of a line.
type encoding protocol.PositionEncodingKind

// A mapper translates between positions of the protocol and byte columns.
type mapper struct {
	lines []string
	enc   encoding
	// Positions may be those of an older text, which had so many lines more,
	// and was the same up to a line and from one on.
	since *textChange
}

func newMapper(text string, enc encoding) *mapper {
	return &mapper{lines: strings.Split(text, "\n"), enc: enc}
}

// A textChange says how the lines of a text have moved: those from number end
// on, counted from 1, by so many.
type textChange struct{ end, by int }

// changeOf compares the lines of an old text with those of a new one.
func changeOf(old, lines []string) *textChange {
	same := 0
	for same < min(len(old), len(lines)) && old[len(old)-1-same] == lines[len(lines)-1-same] {
		same++
	}
	return &textChange{len(old) - same + 1, len(lines) - len(old)}
}

// now is where a line of the older text is.
func (c *textChange) now(line int) int {
	if c == nil || line < c.end {
		return line
	}
	return line + c.by
}

// mappers returns a function that makes the mapper of each file once, from its
// text as the client sees it now.
func (s *server) mappers() func(path string) *mapper {
	known := map[string]*mapper{}
	enc := s.encoding()
	return func(path string) *mapper {
		m := known[path]
		if m == nil {
			m = newMapper(s.docs.text(path), enc)
			known[path] = m
		}
		return m
	}
}

// position translates a 1-based line and byte column. Columns and lines
// behind the end are moved to the end.
func (m *mapper) position(line, column int) protocol.Position {
	line = min(max(line, 1), len(m.lines))
	text := m.lines[line-1]
	head := text[:min(max(column-1, 0), len(text))]
	return protocol.Position{Line: uint32(line - 1), Character: uint32(m.units(head))}
}

func (m *mapper) units(s string) int {
	switch protocol.PositionEncodingKind(m.enc) {
	case protocol.PositionEncodingKindUTF8:
		return len(s)
	case protocol.PositionEncodingKindUTF32:
		return utf8.RuneCountInString(s)
	}
	n := 0
	for _, r := range s {
		n += utf16Units(r)
	}
	return n
}

func utf16Units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// offset translates a position to a byte offset in the text.
func (m *mapper) offset(p protocol.Position) (int, error) {
	if int(p.Line) >= len(m.lines) {
		if int(p.Line) == len(m.lines) && p.Character == 0 {
			return m.size(), nil
		}
		return 0, fmt.Errorf("line %d is behind the end of the document", p.Line)
	}
	off := 0
	for _, l := range m.lines[:p.Line] {
		off += len(l) + 1
	}
	return off + m.column(m.lines[p.Line], int(p.Character)), nil
}

func (m *mapper) size() int {
	n := len(m.lines) - 1
	for _, l := range m.lines {
		n += len(l)
	}
	return n
}

// column is the byte offset of the character with the given number in a line;
// what lies behind the line's end is its end.
func (m *mapper) column(line string, character int) int {
	if protocol.PositionEncodingKind(m.enc) == protocol.PositionEncodingKindUTF8 {
		return min(character, len(line))
	}
	for i, r := range line {
		if character <= 0 {
			return i
		}
		if protocol.PositionEncodingKind(m.enc) == protocol.PositionEncodingKindUTF32 {
			character--
		} else {
			character -= utf16Units(r)
		}
	}
	return len(line)
}

// wordRange is the range of the token at a position: an identifier, with the
// selectors that follow it, or one character.
func (m *mapper) wordRange(pos token.Position) protocol.Range {
	start := m.position(m.since.now(pos.Line), pos.Column)
	line := m.lines[start.Line]
	from := min(max(pos.Column-1, 0), len(line))
	if strings.HasPrefix(line[from:], "(") { // a call is where its arguments begin
		name := strings.TrimRightFunc(line[:from], func(r rune) bool { return r == '_' || r == '.' || isIdent(r) })
		if len(name) < from {
			return protocol.Range{Start: m.position(int(start.Line)+1, len(name)+1), End: start}
		}
	}
	to := from
	for to < len(line) {
		r, n := utf8.DecodeRuneInString(line[to:])
		if r != '_' && r != '.' && !isIdent(r) {
			break
		}
		to += n
	}
	if to == from && to < len(line) {
		_, n := utf8.DecodeRuneInString(line[to:])
		to += n
	}
	return protocol.Range{Start: start, End: m.position(int(start.Line)+1, to+1)}
}

// apply applies the changes of one notification to a text.
func apply(text string, changes []protocol.TextDocumentContentChangeEvent, enc encoding) (string, error) {
	for _, c := range changes {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			text = c.Text
		case *protocol.TextDocumentContentChangePartial:
			m := newMapper(text, enc)
			from, err := m.offset(c.Range.Start)
			if err != nil {
				return "", err
			}
			to, err := m.offset(c.Range.End)
			if err != nil {
				return "", err
			}
			if from > to {
				return "", fmt.Errorf("a change ends before it starts")
			}
			text = text[:from] + c.Text + text[to:]
		default:
			return "", fmt.Errorf("a change of an unknown form")
		}
	}
	return text, nil
}
