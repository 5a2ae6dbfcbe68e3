// Integers wrap around in every width.
package main

import "fmt"

func main() {
	var (
		i8  int8   = 127
		i16 int16  = 32767
		i32 int32  = 1<<31 - 1
		i64 int64  = 1<<63 - 1
		u8  uint8  = 255
		u16 uint16 = 65535
		u32 uint32 = 1<<32 - 1
		u64 uint64 = 1<<64 - 1
	)
	i8++
	i16++
	i32++
	i64++
	u8++
	u16++
	u32++
	u64++
	fmt.Println(i8, i16, i32, i64, u8, u16, u32, u64)
	i8--
	u8--
	u64 -= 2
	fmt.Println(i8, u8, u64)
	i8, i16, i32, i64 = -128, -32768, -1<<31, -1<<63
	fmt.Println(-i8, -i16, -i32, -i64)
	fmt.Println(i8/-1, i16/-1, i32/-1, i64/-1, i8%-1, i64%-1)
	fmt.Println(i8*i8, i16*i16, i32*i32, i64*i64)
	u8, u16, u32, u64 = 200, 60000, 4e9, 1e19
	fmt.Println(u8*u8, u16*u16, u32*u32, u64*u64)
	fmt.Println(-u8, ^u8, -u16, ^u16, -u32, ^u32, -u64, ^u64)
	var n int = 300
	fmt.Println(int8(n), uint8(n), int16(n<<8), uint16(-n), uint32(-n), uint64(-n))
	var p uintptr = 1
	p -= 2
	fmt.Println(p == ^uintptr(0), p>>63)
	x := uint8(7)
	x -= 8
	x >>= 1
	fmt.Println(x, int8(x<<1), int(int8(x<<1)))
}
