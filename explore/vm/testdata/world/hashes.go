package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"hash/maphash"
	"io"
)

func main() {
	d := []byte("The quick brown fox jumps over the lazy dog")
	fmt.Printf("%x\n%x\n%x\n%x\n", md5.Sum(d), sha1.Sum(d), sha256.Sum256(d), sha512.Sum512(d))
	h := hmac.New(sha256.New, []byte("key"))
	h.Write(d)
	fmt.Printf("%x\n", h.Sum(nil))
	fmt.Println(crc32.ChecksumIEEE(d), crc32.Checksum(d, crc32.MakeTable(crc32.Castagnoli)), crc64.Checksum(d, crc64.MakeTable(crc64.ISO)), adler32.Checksum(d))
	f := fnv.New64a()
	f.Write(d)
	fmt.Println(f.Sum64())
	seed := maphash.MakeSeed()
	fmt.Println(maphash.Bytes(seed, d) == maphash.Bytes(seed, d), maphash.String(seed, "a") == maphash.String(seed, "b"))
	blk, _ := aes.NewCipher([]byte("0123456789abcdef"))
	ct := make([]byte, 16)
	blk.Encrypt(ct, d[:16])
	fmt.Printf("%x\n", ct)
	g, _ := cipher.NewGCM(blk)
	sealed := g.Seal(nil, make([]byte, 12), d, nil)
	open, err := g.Open(nil, make([]byte, 12), sealed, nil)
	fmt.Printf("%x %s %v\n", sealed, open, err)
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	for range 100 {
		zw.Write(d)
	}
	zw.Close()
	zr, err := gzip.NewReader(&b)
	fmt.Println(err)
	out, err := io.ReadAll(zr)
	fmt.Println(len(out), err)
	fw, _ := flate.NewWriter(&b, 9)
	fw.Write(d)
	fw.Close()
	out, _ = io.ReadAll(flate.NewReader(&b))
	fmt.Println(string(out))
	var za bytes.Buffer
	zz := zip.NewWriter(&za)
	w, _ := zz.Create("x/y.txt")
	w.Write(d)
	zz.Close()
	rd, err := zip.NewReader(bytes.NewReader(za.Bytes()), int64(za.Len()))
	fmt.Println(rd.File[0].Name, rd.File[0].UncompressedSize64, err)
	rb := make([]byte, 16)
	n, err := rand.Read(rb)
	fmt.Println(n, err, bytes.Equal(rb, make([]byte, 16)))
}
