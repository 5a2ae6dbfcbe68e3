package vm

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"io"
	"sync"
)

// The machine's time zone database: the public-domain IANA database as
// compiled for the Go distribution (lib/time/zoneinfo.zip), so that a program has
// the same zones on every host.

//go:embed zoneinfo/zoneinfo.zip
var zoneArchive []byte

var zones = sync.OnceValue(func() *zip.Reader {
	r, err := zip.NewReader(bytes.NewReader(zoneArchive), int64(len(zoneArchive)))
	if err != nil {
		panic("vm: time zone database: " + err.Error())
	}
	return r
})

// zoneData is func zoneData(name string) (data string, ok bool) of package time.
func zoneData(m *Machine, g *G, w []uint64) trap {
	name, t := m.guestString(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	w[0], w[1], w[2] = 0, 0, 0
	f, err := zones().Open(name)
	if err != nil {
		return trapNone
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return trapNone // a directory
	}
	w[2] = 1
	return m.newString(g, w, string(data))
}

func init() {
	register(map[string]Intrinsic{
		"time.zoneData": zoneData,
		"time/tzdata.registerLoadFromEmbeddedTZData": nothing,
	})
}
