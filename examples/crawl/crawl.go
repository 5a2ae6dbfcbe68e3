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

func (c *crawler) add(title string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.titles = append(c.titles, title)
}

func (c *crawler) found() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.titles
}

// visit is wrong: it counts itself, but only once it runs. Wait may see zero
// before any visit has come that far, and return too early.
func (c *crawler) visit(p *Page) {
	c.wg.Add(1)
	defer c.wg.Done()
	c.add(p.Title)
}

// Titles returns the titles of p and the pages it links to, in any order.
// See visit for what is wrong.
func Titles(p *Page) []string {
	c := new(crawler)
	c.add(p.Title)
	for _, link := range p.Links {
		go c.visit(link)
	}
	c.wg.Wait()
	return c.found()
}

// visitCounted is visit for a caller that has counted it before the start.
func (c *crawler) visitCounted(p *Page) {
	defer c.wg.Done()
	c.add(p.Title)
}

// TitlesCounted is [Titles] with every goroutine counted before it starts.
func TitlesCounted(p *Page) []string {
	c := new(crawler)
	c.add(p.Title)
	for _, link := range p.Links {
		c.wg.Add(1)
		go c.visitCounted(link)
	}
	c.wg.Wait()
	return c.found()
}
