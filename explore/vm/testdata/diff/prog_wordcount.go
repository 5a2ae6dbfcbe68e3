// Counting words, grouping, sorting by several keys.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

const text = `It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of
foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season
of Darkness, it was the spring of hope, it was the winter of despair.`

type entry struct {
	word  string
	count int
	lines []int
}

func main() {
	index := map[string]*entry{}
	for ln, line := range strings.Split(text, "\n") {
		for _, w := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) }) {
			e := index[w]
			if e == nil {
				e = &entry{word: w}
				index[w] = e
			}
			e.count++
			if n := len(e.lines); n == 0 || e.lines[n-1] != ln+1 {
				e.lines = append(e.lines, ln+1)
			}
		}
	}
	var entries []*entry
	for _, e := range index {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(-cmp.Compare(a.count, b.count), strings.Compare(a.word, b.word))
	})
	for _, e := range entries {
		fmt.Printf("%-12s %3d %v\n", e.word, e.count, e.lines)
	}
	byLen := map[int][]string{}
	for w := range index {
		byLen[len(w)] = append(byLen[len(w)], w)
	}
	for n := range 13 {
		if ws := byLen[n]; ws != nil {
			slices.Sort(ws)
			fmt.Println(n, ws)
		}
	}
	var letters [26]int
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' {
			letters[r-'a']++
		}
	}
	fmt.Println(letters)
	freq := map[rune]int{}
	for i, n := range letters {
		freq['a'+rune(i)] = n
	}
	fmt.Println(freq['e'], freq['z'], len(freq))
}
