// Servers and clients of the standard library over sockets.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"net/rpc/jsonrpc"
	"strings"
	"sync"
	"time"
)

func main() {
	log.SetOutput(io.Discard)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello, %s", r.PathValue("name"))
	})
	mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Echo", r.Header.Get("X-Echo"))
		io.Copy(w, r.Body)
	})
	mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		for i := range 3 {
			fmt.Fprintf(w, "part %d\n", i)
			w.(http.Flusher).Flush()
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/panic", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	srv := httptest.NewServer(mux)
	requests(srv)
	srv.Close()
	_, err := http.Get(srv.URL)
	fmt.Println("after close:", err != nil)
	secure(mux)
	raw()
	rpcs()
	shutdown()
}

func show(r *http.Response, err error) {
	if err != nil {
		fmt.Println("error:", strings.Contains(err.Error(), "EOF"), errors.Is(err, context.DeadlineExceeded))
		return
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	fmt.Printf("%s %q %v %q\n", r.Status, b, err, r.Header.Get("X-Echo"))
}

func requests(srv *httptest.Server) {
	show(http.Get(srv.URL + "/hello/gopher"))
	show(http.Get(srv.URL + "/nothing"))
	show(http.Post(srv.URL+"/echo", "text/plain", strings.NewReader(strings.Repeat("x", 10))))
	show(http.Get(srv.URL + "/stream"))
	show(http.Get(srv.URL + "/panic"))
	req, _ := http.NewRequest("POST", srv.URL+"/echo", strings.NewReader("body"))
	req.Header.Set("X-Echo", "header")
	show(http.DefaultClient.Do(req))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	req, _ = http.NewRequestWithContext(ctx, "GET", srv.URL+"/slow", nil)
	show(http.DefaultClient.Do(req))
	big := strings.Repeat("0123456789", 50_000)
	r, err := http.Post(srv.URL+"/echo", "text/plain", strings.NewReader(big))
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := io.ReadAll(r.Body)
	fmt.Println(string(b) == big, err)
	r.Body.Close()
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			r, err := http.Get(fmt.Sprintf("%s/hello/%d", srv.URL, i))
			if err != nil {
				fmt.Println(err)
				return
			}
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
		})
	}
	wg.Wait()
}

func secure(h http.Handler) {
	srv := httptest.NewTLSServer(h)
	defer srv.Close()
	show(srv.Client().Get(srv.URL + "/hello/tls"))
	_, err := srv.Client().Get("https://localhost:1/")
	fmt.Println(err != nil)
}

// raw speaks HTTP by hand, with two requests in one segment.
func raw() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.URL.Path)
	}))
	defer srv.Close()
	c, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	fmt.Fprint(c, "GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	b := bufio.NewReader(c)
	for range 2 {
		show(http.ReadResponse(b, nil))
	}
	_, err = b.ReadByte()
	fmt.Println(err)
}

type Arith struct{}

func (Arith) Multiply(args *[2]int, product *int) error {
	*product = args[0] * args[1]
	return nil
}

func (Arith) Divide(args *[2]int, quotient *int) error {
	if args[1] == 0 {
		return errors.New("divide by zero")
	}
	*quotient = args[0] / args[1]
	return nil
}

func rpcs() {
	s := rpc.NewServer()
	s.Register(Arith{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer l.Close()
	go s.Accept(l)
	c, err := rpc.Dial("tcp", l.Addr().String())
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	fmt.Println(c.Call("Arith.Multiply", &[2]int{6, 7}, &n), n)
	fmt.Println(c.Call("Arith.Divide", &[2]int{6, 0}, &n))
	fmt.Println(c.Close())
	a, b := net.Pipe()
	go s.ServeCodec(jsonrpc.NewServerCodec(a))
	j := jsonrpc.NewClient(b)
	fmt.Println(j.Call("Arith.Multiply", &[2]int{2, 3}, &n), n)
	j.Close()
}

// shutdown lets a request end before the server does.
func shutdown() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	entered := make(chan bool)
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		time.Sleep(20 * time.Millisecond)
		fmt.Fprint(w, "done")
	})}
	served := make(chan error)
	go func() { served <- srv.Serve(l) }()
	got := make(chan bool)
	go func() {
		show(http.Get("http://" + l.Addr().String()))
		close(got)
	}()
	<-entered
	fmt.Println(srv.Shutdown(context.Background()))
	<-got
	fmt.Println(<-served)
}
