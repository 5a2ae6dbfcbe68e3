package lsp

import (
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"go.lsp.dev/protocol"
)

var encodings = []protocol.PositionEncodingKind{
	protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16, protocol.PositionEncodingKindUTF32,
}

// TestPositionRoundTrip checks that every character boundary of a text
// survives the way to the protocol and back in every encoding.
func TestPositionRoundTrip(t *testing.T) {
	const text = "package p\n\n// grüße, 世界 𝄞\nvar x𝛼 = 1\r\n"
	for _, enc := range encodings {
		m := newMapper(text, encoding(enc))
		for off := range text {
			head := text[:off]
			line := strings.Count(head, "\n") + 1
			column := off - (strings.LastIndex(head, "\n") + 1) + 1
			got, err := m.offset(m.position(line, column))
			if err != nil || got != off {
				t.Errorf("%s: offset %d comes back as %d, %v", enc, off, got, err)
			}
		}
	}
}

func TestUTF16Units(t *testing.T) {
	m := newMapper("a𝄞b", encoding(protocol.PositionEncodingKindUTF16))
	if got, want := m.position(1, len("a𝄞")+1).Character, uint32(len(utf16.Encode([]rune("a𝄞")))); got != want {
		t.Errorf("character = %d, want %d", got, want)
	}
}

// TestApply edits a text at random, once by changes as a client would send
// them and once by slicing.
func TestApply(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"", "x", "\n", "é", "𝄞\n", "func f() {}\n"}
	for _, enc := range encodings {
		text := "package p\n"
		for range 500 {
			bounds := []int{len(text)}
			for i := range text {
				bounds = append(bounds, i)
			}
			from, to := bounds[rng.IntN(len(bounds))], bounds[rng.IntN(len(bounds))]
			from, to = min(from, to), max(from, to)
			piece := pieces[rng.IntN(len(pieces))]
			m := newMapper(text, encoding(enc))
			at := func(off int) protocol.Position {
				head := text[:off]
				return m.position(strings.Count(head, "\n")+1, off-strings.LastIndex(head, "\n"))
			}
			change := &protocol.TextDocumentContentChangePartial{Text: piece, Range: protocol.Range{Start: at(from), End: at(to)}}
			got, err := apply(text, []protocol.TextDocumentContentChangeEvent{change}, encoding(enc))
			want := text[:from] + piece + text[to:]
			if err != nil || got != want {
				t.Fatalf("%s: %q[%d:%d] = %q: got %q, %v", enc, text, from, to, piece, got, err)
			}
			text = want
		}
	}
}

func TestApplyErrors(t *testing.T) {
	for name, r := range map[string]protocol.Range{
		"behind the end": {Start: protocol.Position{Line: 7}, End: protocol.Position{Line: 7}},
		"backwards":      {Start: protocol.Position{Line: 0, Character: 3}, End: protocol.Position{}},
	} {
		change := &protocol.TextDocumentContentChangePartial{Range: r, Text: "x"}
		if got, err := apply("abcd", []protocol.TextDocumentContentChangeEvent{change}, encoding(protocol.PositionEncodingKindUTF8)); err == nil {
			t.Errorf("%s: no error, got %q", name, got)
		}
	}
}

func TestWordRange(t *testing.T) {
	m := newMapper("\tacc.balance += n\n", encoding(protocol.PositionEncodingKindUTF16))
	for _, tt := range []struct {
		column   int
		from, to uint32
	}{
		{2, 1, 12},   // acc.balance
		{6, 5, 12},   // balance
		{14, 13, 14}, // +
		{99, 17, 17}, // behind the line
		{-1, 0, 1},   // no column: the tab
		{17, 16, 17}, // n
	} {
		r := m.wordRange(token.Position{Line: 1, Column: tt.column})
		if r.Start.Character != tt.from || r.End.Character != tt.to {
			t.Errorf("column %d: %d-%d, want %d-%d", tt.column, r.Start.Character, r.End.Character, tt.from, tt.to)
		}
	}
}
