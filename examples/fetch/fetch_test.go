package fetch

import (
	"errors"
	"testing"
)

var errGone = errors.New("gone")

func get(url string) (string, error) {
	if url == "/gone" {
		return "", errGone
	}
	return "body of " + url, nil
}

type fetcher func(urls []string, get func(string) (string, error)) ([]string, error)

// oneGone fetches two pages, one of which does not exist.
func oneGone(t *testing.T, all fetcher) {
	bodies, err := all([]string{"/gone", "/index"}, get)
	if err != errGone || bodies != nil {
		t.Errorf("got %q and error %v, want error %v", bodies, err, errGone)
	}
}

func TestFetchLeaksWorker(t *testing.T) { oneGone(t, All) }

func TestFetchFixed(t *testing.T) { oneGone(t, AllBuffered) }
