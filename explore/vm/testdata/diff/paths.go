// path, path/filepath, net/url, html.
package main

import (
	"fmt"
	"html"
	"net/url"
	"path"
	"path/filepath"
)

func main() {
	for _, p := range []string{"", "/", "a/b/../c", "/a//b/./c/", "../../x", "a.tar.gz", "/..", "dir/"} {
		d, f := path.Split(p)
		fmt.Printf("%q %q %q %q %q %q %t\n", path.Clean(p), path.Base(p), path.Dir(p), path.Ext(p), d, f, path.IsAbs(p))
	}
	fmt.Println(path.Join("a", "../b", "/c"), filepath.Join("x", "", "y"), filepath.ToSlash("a/b"))
	for _, c := range [][2]string{{"*.go", "a.go"}, {"a?c", "abc"}, {"[a-c]*", "bx"}, {"[^a]", "a"}, {"[", "x"}, {"a/*", "a/b/c"}} {
		fmt.Println(path.Match(c[0], c[1]))
	}
	fmt.Println(filepath.Rel("/a/b", "/a/c/d"))
	fmt.Println(filepath.Rel("a", "/b"))
	for _, s := range []string{"https://user:pw@host.com:8080/p/a%20th?q=1&r=a+b&q=2#frag", "mailto:x@y.z", "//host/path", "/rel?x", "http://[::1]:80/", ":bad", "http://a b/", "%zz"} {
		u, err := url.Parse(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(u.Scheme, u.Host, u.Hostname(), u.Port(), u.Path, u.RawQuery, u.Fragment, u.Opaque, u.User, u)
		fmt.Println(u.Query()["q"], u.IsAbs(), u.Redacted())
	}
	q := url.Values{}
	q.Set("name", "J & K")
	q.Add("l", "1")
	q.Add("l", "2")
	fmt.Println(q.Encode(), q.Get("l"), q.Has("x"))
	base, _ := url.Parse("http://h/a/b/c")
	ref, _ := base.Parse("../d?x=1")
	fmt.Println(ref, url.PathEscape("a/b c"), url.QueryEscape("a/b c"))
	fmt.Println(url.QueryUnescape("a%2"))
	fmt.Println(html.EscapeString(`<a href="x">'&'</a>`), html.UnescapeString("&lt;&eacute;&#39;&amp;&nosuch;"))
}
