package main

import (
	"bufio"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/netip"
	"net/textproto"
	"net/url"
	"path"
	"strings"
)

func main() {
	u, err := url.Parse("https://user:p%40ss@example.com:8080/a%20b/../c?q=1&q=2&x=%C3%A9#frag")
	fmt.Println(u.Host, u.Port(), u.Path, u.Query(), u.Fragment, u.User.Username(), err, u)
	_, err = url.Parse("http://[::1")
	fmt.Println(err)
	v := url.Values{"b": {"2", "3"}, "a": {"x y"}}
	fmt.Println(v.Encode(), url.PathEscape("a/b c"), url.QueryEscape("a/b c"))
	ip := net.ParseIP("192.168.1.10")
	_, n, err := net.ParseCIDR("192.168.0.0/16")
	fmt.Println(ip, n, err, n.Contains(ip), ip.IsPrivate(), net.JoinHostPort("::1", "80"))
	a := netip.MustParseAddr("2001:db8::1")
	fmt.Println(a, a.Is6(), a.Next(), netip.MustParsePrefix("10.0.0.0/8").Contains(netip.MustParseAddr("10.2.3.4")))
	fmt.Println(path.Join("a", "../b", "c"))
	fmt.Println(path.Match("*.go", "x.go"))
	mt, params, err := mime.ParseMediaType("text/html; charset=utf-8")
	fmt.Println(mt, params, err, textproto.CanonicalMIMEHeaderKey("content-type"))
	addr, err := mail.ParseAddress("Bob <bob@example.com>")
	fmt.Println(addr, err)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Id", r.PathValue("id"))
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, "item %s %s", r.PathValue("id"), r.URL.Query().Get("k"))
	})
	rec := httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("GET", "/items/7?k=v", nil))
	fmt.Println(rec.Code, rec.Header(), rec.Body.String())
	rec = httptest.NewRecorder()
	mux.ServeHTTP(rec, httptest.NewRequest("POST", "/items/7", nil))
	fmt.Println(rec.Code, rec.Header()["Allow"], strings.TrimSpace(rec.Body.String()))
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")))
	body, _ := io.ReadAll(req.Body)
	fmt.Println(req.Method, req.Host, string(body), err)
	c1, c2 := net.Pipe()
	go func() { fmt.Fprint(c1, "over pipe"); c1.Close() }()
	data, err := io.ReadAll(c2)
	fmt.Println(string(data), err)
}
