package explore

import (
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

// interferingTests are programs whose plain accesses are all visible. The first is
// that of Figure 1 of [P16] (por/hybridpor.go); each of the others is one for
// which one of the searches that the paper compares sees what the one before does
// not.
const interferingTests = `package m

import "testing"

type object struct{ f, g, h int }

func TestFigure1(t *testing.T) {
	o, p, q := new(object), new(object), new(object)
	go func() {
		v := o.f
		p.g = v
	}()
	go func() {
		v := q.h
		o.f = v + 1
	}()
}

func TestOwnObjects(t *testing.T) {
	list := []*object{{}, {}, {}}
	for i := range list {
		go func() {
			o := list[i]
			o.f = 1
			o.f++
		}()
	}
}

func TestOwnFields(t *testing.T) {
	o := new(object)
	go func() {
		o.f = 1
		o.f++
	}()
	go func() {
		o.g = 1
		o.g++
	}()
	go func() {
		o.h = 1
		o.h++
	}()
}

func TestHiddenObjects(t *testing.T) {
	for range 3 {
		go func() {
			o := new(object)
			done := make(chan bool, 1)
			use := func(o *object) { o.f++ }
			use(o)
			use(o)
			done <- true
		}()
	}
}
`

// TestP16 counts the choices that searches make. In Figure 1, hybrid-por makes one
// for each of the accesses to o.f, as the paper tells: when it comes to the second for
// the first time, and afterwards when it looks ahead from either.
func TestP16(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": interferingTests}))
	for _, c := range []struct {
		test    string
		choices [4]int64 // stateful-dpor, heap reachability, with fields, hybrid
	}{
		{"TestFigure1", [4]int64{4, 2, 1, 2}},
		{"TestOwnObjects", [4]int64{0, 29, 11, 0}},
		{"TestOwnFields", [4]int64{0, 152, 0, 0}},
		{"TestHiddenObjects", [4]int64{0, 0, 0, 0}},
	} {
		test := snap.Lookup("example.com/m", c.test)
		p, err := s.acquire(t.Context(), test)
		if err != nil {
			t.Fatal(err)
		}
		defer s.release(p)
		var watch []string
		for _, pos := range watchable(function(test.test)) {
			watch = append(watch, p.watchName(p.fset.Position(pos)))
		}
		for i, search := range []struct {
			name string
			opts por.Options
		}{{name: "stateful-dpor"}, {name: "heap-por"}, {"heap-por", por.Options{Fields: true}}, {name: "hybrid-por"}} {
			w, err := p.factory(test, Limits{}).world(worldConfig{matching: true, watch: watch})
			if err != nil {
				t.Fatal(err)
			}
			sys := lookAhead(w)
			var r por.Result
			for again := true; again; again = w.unordered(false) || sys.(*farWorld).broken() {
				r = por.Search(search.name, sys, search.opts, nil)
			}
			w.close()
			if r.Choices != c.choices[i] || !r.Complete {
				t.Errorf("%s, %s, fields %v: %d choices, want %d", c.test, search.name, search.opts.Fields, r.Choices, c.choices[i])
			}
		}
	}
}
