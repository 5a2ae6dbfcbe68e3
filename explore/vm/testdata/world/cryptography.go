// Hashes, signatures, key exchange and stream ciphers.
package main

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"math/big"
)

func main() {
	hashes()
	ed25519Signature()
	exchange()
	ecdsaSignature()
	rsaSignature()
}

// hashes of messages of many lengths, written in pieces.
func hashes() {
	for _, h := range []func() hash.Hash{md5.New, sha1.New, sha256.New224, sha256.New, sha512.New512_256, sha512.New384, sha512.New} {
		all := h()
		for n := 0; n < 300; n += 37 {
			one := h()
			msg := bytes.Repeat([]byte{byte(n), 0x80, 3}, n)
			one.Write(msg[:n])
			io.Copy(one, bytes.NewReader(msg[n:]))
			all.Write(one.Sum(nil))
		}
		state, err := all.(interface{ MarshalBinary() ([]byte, error) }).MarshalBinary()
		fmt.Printf("%x %x %v\n", all.Sum(nil), state[:40], err)
	}
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write([]byte("message"))
	fmt.Printf("%x\n", mac.Sum(nil))
}

func ed25519Signature() {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	sig := ed25519.Sign(key, []byte("message"))
	fmt.Printf("%x\n", sig)
	public := key.Public().(ed25519.PublicKey)
	fmt.Println(ed25519.Verify(public, []byte("message"), sig), ed25519.Verify(public, []byte("massage"), sig))
}

func exchange() {
	for _, c := range []ecdh.Curve{ecdh.X25519(), ecdh.P256(), ecdh.P384(), ecdh.P521()} {
		size := map[ecdh.Curve]int{ecdh.X25519(): 32, ecdh.P256(): 32, ecdh.P384(): 48, ecdh.P521(): 66}[c]
		key := func(b byte) *ecdh.PrivateKey {
			raw := bytes.Repeat([]byte{b}, size)
			raw[0] = 1
			k, err := c.NewPrivateKey(raw)
			if err != nil {
				panic(err)
			}
			return k
		}
		a, b := key(0x5a), key(0xc3)
		s1, err1 := a.ECDH(b.PublicKey())
		s2, err2 := b.ECDH(a.PublicKey())
		fmt.Printf("%v %x %v %v %v\n", c, s1, bytes.Equal(s1, s2), err1, err2)
	}
}

func ecdsaSignature() {
	for _, c := range []elliptic.Curve{elliptic.P224(), elliptic.P256()} {
		raw := bytes.Repeat([]byte{0x21}, c.Params().BitSize/8)
		key, err := ecdsa.ParseRawPrivateKey(c, raw)
		if err != nil {
			panic(err)
		}
		digest := sha256.Sum256([]byte("message"))
		sig, err := key.Sign(nil, digest[:], crypto.SHA256)
		fmt.Printf("%x %v\n", sig, err)
		fmt.Println(ecdsa.VerifyASN1(&key.PublicKey, digest[:], sig))
		binary.BigEndian.PutUint32(digest[:], 0)
		fmt.Println(ecdsa.VerifyASN1(&key.PublicKey, digest[:], sig))
	}
}

func number(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic(s)
	}
	return n
}

func rsaSignature() {
	p := number("de93929727ab0516f0335399f02e0005b8ab3b7d82739c3f01179864010adfbe34b0c18844eba4074f457683d803ab6e4dff3c0c36cab7aaf6bd282225cacee1")
	q := number("dc1d9ea0c3032fffe657e05c70bb079cb86e175dcbd3b95b2dbc01037a724119b408125c4ae8272bf5725d3b4eaffb65f5a0f2595e7103184b5d1f322efb3c9b")
	one := big.NewInt(1)
	phi := new(big.Int).Mul(new(big.Int).Sub(p, one), new(big.Int).Sub(q, one))
	key := &rsa.PrivateKey{
		PublicKey: rsa.PublicKey{N: new(big.Int).Mul(p, q), E: 65537},
		D:         new(big.Int).ModInverse(big.NewInt(65537), phi),
		Primes:    []*big.Int{p, q},
	}
	key.Precompute()
	digest := sha256.Sum256([]byte("message"))
	sig, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest[:])
	fmt.Printf("%x %v\n", sig, err)
	fmt.Println(rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digest[:], sig))
	fmt.Printf("%x\n", sha1.Sum(x509.MarshalPKCS1PrivateKey(key)))
}
