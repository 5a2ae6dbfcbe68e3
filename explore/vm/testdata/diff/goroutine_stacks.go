// The stacks of all goroutines, as runtime.Stack tells them.
package main

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"runtime/pprof"
	"sort"
	"strings"
	"sync"
	"time"
)

var header = regexp.MustCompile(`^goroutine (\d+) \[([^,\]]+)(?:, [^\]]*)?\]:$`)

// tell sums up a dump: for each goroutine its state, the innermost function of
// package main, and who has created it.
func tell(dump string) {
	var lines []string
	for _, block := range strings.Split(strings.TrimSpace(dump), "\n\n") {
		rows := strings.Split(block, "\n")
		m := header.FindStringSubmatch(rows[0])
		if m == nil {
			fmt.Printf("no header: %q\n", rows[0])
			continue
		}
		inner, creator := "", ""
		for _, row := range rows[1:] {
			switch {
			case strings.HasPrefix(row, "\t"):
				if !strings.Contains(row, ".go:") && !strings.Contains(row, ".s:") {
					fmt.Printf("no position: %q\n", row)
				}
			case strings.HasPrefix(row, "created by "):
				creator, _, _ = strings.Cut(strings.TrimPrefix(row, "created by "), " in goroutine")
			case inner == "" && strings.HasPrefix(row, "main."):
				inner = row[:strings.LastIndex(row, "(")]
			}
		}
		if inner != "" {
			lines = append(lines, fmt.Sprintf("%s in %s, created by %q", m[2], inner, creator))
		}
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

type server struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	wg    sync.WaitGroup
	c     chan int
	ready sync.WaitGroup
}

func (s *server) receive() { <-s.c }
func (s *server) send()    { s.c <- 1 }
func (s *server) choose() {
	select {
	case <-s.c:
	case <-make(chan int):
	}
}
func (s *server) lock()    { s.mu.Lock() }
func (s *server) rlock()   { s.rw.RLock() }
func (s *server) wlock()   { s.rw.Lock() }
func (s *server) wait()    { s.wg.Wait() }
func (s *server) sleep()   { time.Sleep(time.Hour) }
func (s *server) nothing() { select {} }
func (s *server) never()   { var c chan int; <-c }
func (s *server) condition() {
	c := sync.NewCond(new(sync.Mutex))
	c.L.Lock()
	c.Wait()
}

func (s *server) start() {
	for _, f := range []func(){s.choose, s.lock, s.rlock, s.wlock, s.wait, s.sleep, s.nothing, s.never, s.condition} {
		go f()
	}
	go s.receive()
}

func main() {
	fmt.Println("alone", runtime.NumGoroutine())
	s := &server{c: make(chan int)}
	s.mu.Lock()
	s.rw.Lock()
	s.wg.Add(1)
	s.start()
	time.Sleep(20 * time.Millisecond)
	fmt.Println("all", runtime.NumGoroutine())

	buf := make([]byte, 1<<20)
	tell(string(buf[:runtime.Stack(buf, true)]))
	fmt.Println("own")
	tell(string(buf[:runtime.Stack(buf, false)]))
	fmt.Println("cut", runtime.Stack(buf[:10], true))

	// Labels stand in the profile; goroutines inherit them.
	pprof.Do(s.context(), pprof.Labels("job", "send", "a", "b"), func(s2 ctx) {
		go func() { <-make(chan int) }()
	})
	time.Sleep(20 * time.Millisecond)
	var b strings.Builder
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		fmt.Println(err)
	}
	head, _, _ := strings.Cut(b.String(), "\n")
	fmt.Println(head, pprof.Lookup("goroutine").Count())
	fmt.Println("labels", strings.Count(b.String(), `# labels: {"a":"b", "job":"send"}`))
	fmt.Println("function", strings.Count(b.String(), "main.(*server).receive+"))
	b.Reset()
	if err := pprof.Lookup("goroutine").WriteTo(&b, 2); err != nil {
		fmt.Println(err)
	}
	fmt.Println("blocks", strings.Count(b.String(), "\n\n")+1)

	records := make([]runtime.StackRecord, 100)
	n, ok := runtime.GoroutineProfile(records)
	fmt.Println("profile", n, ok, len(records[0].Stack()) > 0)
	_, ok = runtime.GoroutineProfile(records[:1])
	fmt.Println("too small", ok)
}

type ctx = context.Context

func (s *server) context() ctx { return context.Background() }
