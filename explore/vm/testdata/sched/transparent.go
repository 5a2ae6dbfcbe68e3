package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Two goroutines that use the same part of the standard library are
// independent where nobody can tell who came first, and the races of the
// user's memory in there are found all the same.

type record struct {
	A int
	B string
	C []int
}

func both(f func(i int)) {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// traces: 1
// out:
func printing() { both(func(i int) { _ = fmt.Sprintf("%v %d", record{A: i}, i) }) }

// traces: 1
// out:
func writing() { both(func(i int) { fmt.Fprintln(io.Discard, i) }) }

// traces: 1
// out:
func encoding() {
	both(func(i int) {
		b, err := json.Marshal(record{A: i})
		var v record
		if err != nil || json.Unmarshal(b, &v) != nil || v.A != i {
			panic("json")
		}
	})
}

// traces: 1
// out:
func reflecting() {
	both(func(i int) {
		_ = reflect.New(reflect.SliceOf(reflect.TypeOf(record{}))).Elem()
		_ = reflect.DeepEqual(record{}, record{A: i})
	})
}

// traces: 1
// out:
func zones() { both(func(i int) { _ = time.Unix(int64(i), 0).Local().String() }) }

// traces: 1
// out:
func drawing() { both(func(i int) { _ = rand.Intn(10) }) }

// traces: 1
// out:
func matching() {
	re := regexp.MustCompile("a+(b|c)")
	both(func(i int) { _ = re.FindString("xaab") })
}

// traces: 1
// out:
func replacing() {
	r := strings.NewReplacer("a", "b", "c", "d")
	both(func(i int) { _ = r.Replace("abc") })
}

// traces: 1
// out:
func unwrapping() {
	both(func(i int) {
		var p *json.SyntaxError
		_ = errors.As(fmt.Errorf("x: %w", errors.New("y")), &p)
	})
}

// A logger that writes to a file is transparent; one that writes to something
// of the user's is not: its mutex keeps the writes apart.
//
// traces: 2
// out:
func loggingToBuffer() {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	both(func(i int) { l.Println(i) })
}

// A user's pool is visible.
//
// traces: 6
// out:
func usersPool() {
	var p sync.Pool
	both(func(i int) {
		p.Put(i)
		_ = p.Get()
	})
}

// A pipe is visible.
//
// out: hello
func pipe() {
	r, w := io.Pipe()
	go func() {
		fmt.Fprint(w, "hello")
		w.Close()
	}()
	b, _ := io.ReadAll(r)
	fmt.Print(string(b))
}

// What the user's method does inside of fmt is visible.
type locked struct {
	mu *sync.Mutex
	n  *int
}

func (l locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	*l.n++
	return fmt.Sprint(*l.n)
}

// out: 1 2
// out: 2 1
func stringer() {
	l := locked{new(sync.Mutex), new(int)}
	c := make(chan string)
	go func() { c <- fmt.Sprint(l) }()
	mine := fmt.Sprint(l)
	fmt.Print(mine, " ", <-c)
}

// out: race m
func racingPrint() {
	m := map[int]int{1: 2}
	both(func(i int) {
		if i == 0 {
			m[1] = 3
		} else {
			_ = fmt.Sprint(m)
		}
	})
}

// out: race v.A
func racingEncode() {
	v := record{}
	both(func(i int) {
		if i == 0 {
			v.A = 3
		} else {
			_, _ = json.Marshal(&v)
		}
	})
}

// out: race v.A
func racingDecode() {
	v := record{}
	both(func(i int) { _ = json.Unmarshal([]byte(`{"A":1}`), &v) })
}

// out: race int
func racingReflect() {
	v := reflect.New(reflect.TypeOf(0))
	both(func(i int) { v.Elem().SetInt(int64(i)) })
}

// Who fills a cache first does not change the names of what is made behind.
//
// out: 6
func namesBehindCaches() {
	c := make(chan int, 2)
	for i := range 2 {
		go func() {
			s := fmt.Sprint(i, record{A: i})
			_, _ = json.Marshal(record{B: s})
			mine := make(chan int, 1)
			mine <- i
			mu := new(sync.Mutex)
			mu.Lock()
			s += fmt.Sprint(<-mine)
			mu.Unlock()
			c <- len(strings.Fields(s)[0]) + 2
		}()
	}
	fmt.Print(<-c + <-c)
}

// Who makes a sync.Map grow does not either.
//
// traces: 1
// out: 6
func namesBehindMap() {
	var m sync.Map
	both(func(i int) {
		for k := range 3 {
			m.Store(3*i+k, i)
		}
		c := make(chan int, 1)
		c <- 1
		<-c
	})
	n := 0
	m.Range(func(k, v any) bool {
		n++
		return true
	})
	fmt.Print(n)
}
