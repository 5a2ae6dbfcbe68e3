// Hash functions.
package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"hash/maphash"
	"io"
	"strings"
)

func main() {
	data := strings.Repeat("The quick brown fox. ", 10)
	fmt.Printf("%x\n", md5.Sum([]byte(data)))
	fmt.Printf("%x\n", sha1.Sum([]byte(data)))
	fmt.Printf("%x\n", sha256.Sum256([]byte(data)))
	h := sha256.New()
	for _, w := range strings.SplitAfter(data, " ") {
		io.WriteString(h, w)
	}
	fmt.Printf("%x %d %d\n", h.Sum(nil), h.Size(), h.BlockSize())
	fmt.Println(crc32.ChecksumIEEE([]byte(data)), crc32.Checksum([]byte(data), crc32.MakeTable(crc32.Castagnoli)), adler32.Checksum([]byte(data)))
	fmt.Println(crc64.Checksum([]byte(data), crc64.MakeTable(crc64.ISO)))
	f := fnv.New64a()
	f.Write([]byte(data))
	g := fnv.New32()
	g.Write([]byte(data))
	fmt.Println(f.Sum64(), g.Sum32())
	var mh maphash.Hash
	mh.WriteString("x")
	a := mh.Sum64()
	mh.Reset()
	mh.WriteString("x")
	fmt.Println(a == mh.Sum64(), maphash.String(mh.Seed(), "x") == a, maphash.Comparable(mh.Seed(), 3) == maphash.Comparable(mh.Seed(), 3))
}
