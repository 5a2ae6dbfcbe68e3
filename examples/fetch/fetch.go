// Package fetch shows workers that leak: the collector leaves at the first
// error, and nobody takes what the others still have to say.
package fetch

type result struct {
	index int
	body  string
	err   error
}

// All fetches every URL at the same time and returns the bodies in order, or
// the first error.
//
// It is wrong: after an early return nobody receives from results any more,
// and every worker that has not sent yet is blocked forever.
func All(urls []string, get func(url string) (string, error)) ([]string, error) {
	results := make(chan result)
	for i, url := range urls {
		go func() {
			body, err := get(url)
			results <- result{i, body, err}
		}()
	}
	return collect(results, len(urls))
}

// AllBuffered is [All] with room for every result, so that a worker can
// always send and end.
func AllBuffered(urls []string, get func(url string) (string, error)) ([]string, error) {
	results := make(chan result, len(urls))
	for i, url := range urls {
		go func() {
			body, err := get(url)
			results <- result{i, body, err}
		}()
	}
	return collect(results, len(urls))
}

func collect(results <-chan result, n int) ([]string, error) {
	bodies := make([]string, n)
	for range n {
		r := <-results
		if r.err != nil {
			return nil, r.err
		}
		bodies[r.index] = r.body
	}
	return bodies, nil
}
