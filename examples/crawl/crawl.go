// Package crawl shows WaitGroup.Add inside the goroutine it counts.
package crawl

import "sync"

// A Page has a title and links to other pages.
type Page struct {
	Title string
	Links []*Page
}

// A crawler collects titles.
type crawler struct {
	wg     sync.WaitGroup
	mu     sync.Mutex
	titles []string
}

func (c *crawler) visit(p *Page) {
	c.mu.Lock()
	c.titles = append(c.titles, p.Title)
	c.mu.Unlock()
}

func (c *crawler) found() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.titles
}

// Titles returns the titles of p and the pages it links to, in any order.
//
// It is wrong: a goroutine counts itself, but only once it runs. Wait may see
// zero before any of them has come that far, and return too early.
func Titles(p *Page) []string {
	c := new(crawler)
	c.visit(p)
	for _, link := range p.Links {
		go func() {
			c.wg.Add(1)
			defer c.wg.Done()
			c.visit(link)
		}()
	}
	c.wg.Wait()
	return c.found()
}

// TitlesCounted is [Titles] with every goroutine counted before it starts.
func TitlesCounted(p *Page) []string {
	c := new(crawler)
	c.visit(p)
	for _, link := range p.Links {
		c.wg.Add(1)
		go func() {
			defer c.wg.Done()
			c.visit(link)
		}()
	}
	c.wg.Wait()
	return c.found()
}
