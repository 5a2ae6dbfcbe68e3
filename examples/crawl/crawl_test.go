package crawl

import (
	"slices"
	"testing"
)

// small crawls a front page with two links.
func small(t *testing.T, titles func(*Page) []string) {
	front := &Page{Title: "front", Links: []*Page{{Title: "news"}, {Title: "sport"}}}
	got := slices.Sorted(slices.Values(titles(front)))
	if want := []string{"front", "news", "sport"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestCrawlReturnsTooEarly(t *testing.T) { small(t, Titles) }

func TestCrawlFixed(t *testing.T) { small(t, TitlesCounted) }
