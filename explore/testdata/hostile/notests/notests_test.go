package notests

import "testing"

func BenchmarkAnswer(b *testing.B) {
	for b.Loop() {
		_ = Answer
	}
}
