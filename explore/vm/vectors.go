package vm

// Vector clocks are immutable and shared. They stand one after the other in
// a slice; a rewind cuts it, and now and then those are dropped that nobody
// refers to (hb_sweep.go).
//
// Where there are thousands of goroutines, two clocks one of which comes from the
// other differ in few components. So a long clock consists of chunks, which it
// has in common with others as long as they are equal; what is common need not be
// compared either.
//
// A clock also carries a time: the latest virtual time that its past has
// seen. When timers fire before time has come to them, time is a matter of
// happens-before: only who hears of the firing is later. Beside it stands the
// latest time that its past has read off the clock; see clock.go.

// A clockRef is the index of a clock; 0 is the clock of the beginning.
type clockRef uint32

const (
	// clockHeader is how many words precede a clock's components: its length, its
	// time and what it has read (two words each).
	clockHeader = 5
	// clockChunk is how many components a chunk has, and up to how many a clock
	// has them itself. A longer one has the indices of its chunks instead, 0 for
	// one that is all zero.
	clockChunk = 64
	// maxClockWords leaves room for shareTag, and for the longest clock.
	maxClockWords = 1<<31 - 1<<24
)

type clocks struct {
	words []uint32
	// sweepAt is the length at which it is worth looking for those in use.
	sweepAt int
}

func (c *clocks) init() {
	c.words = append(c.words[:0], make([]uint32, clockHeader)...)
	c.marked()
}

// marked is called when the machine takes a mark or goes back to one.
func (c *clocks) marked() { c.sweepAt = len(c.words) + clocksSweepAt }

func (c *clocks) len(r clockRef) uint32 { return c.words[r] }

func (c *clocks) time(r clockRef) int64 { return c.int64(r + 1) }

func (c *clocks) read(r clockRef) int64 { return c.int64(r + 3) }

func (c *clocks) int64(i clockRef) int64 {
	return int64(uint64(c.words[i]) | uint64(c.words[i+1])<<32)
}

// at is the component of slot s.
func (c *clocks) at(r clockRef, s Slot) uint32 {
	n, i := c.words[r], uint32(s)
	if i >= n {
		return 0
	}
	if n <= clockChunk {
		return c.words[uint32(r)+clockHeader+i]
	}
	chunk := c.words[uint32(r)+clockHeader+i/clockChunk]
	if chunk == 0 {
		return 0
	}
	return c.words[chunk+i%clockChunk]
}

// append appends the components of a clock to buf.
func (c *clocks) append(buf []uint32, r clockRef) []uint32 {
	for s := range c.len(r) {
		buf = append(buf, c.at(r, Slot(s)))
	}
	return buf
}

// bodyWords is how many words a clock of n components has behind its header.
func bodyWords(n uint32) int {
	if n <= clockChunk {
		return int(n)
	}
	return int((n + clockChunk - 1) / clockChunk)
}

// body is what is behind the header of a clock.
func (c *clocks) body(r clockRef) []uint32 {
	return c.words[r+clockHeader:][:bodyWords(c.words[r])]
}

// short is what is behind the header of a clock that is no longer than a chunk.
func (c *clocks) short(r clockRef) []uint32 { return c.words[r+clockHeader:][:c.words[r]] }

// room makes room for n more words.
func (c *clocks) room(n int) {
	c.words = append(make([]uint32, 0, max(2*cap(c.words), 1024, len(c.words)+n)), c.words...)
}

// make returns a fresh clock of n components, all zero.
func (c *clocks) make(n uint32, time, read int64) clockRef {
	r, need := len(c.words), clockHeader+int(n)
	if n > clockChunk {
		need = clockHeader + bodyWords(n)
	}
	if r+need > cap(c.words) {
		c.room(need)
	}
	c.words = c.words[:r+need]
	c.words[r] = n
	c.words[r+1], c.words[r+2] = uint32(time), uint32(uint64(time)>>32)
	c.words[r+3], c.words[r+4] = uint32(read), uint32(uint64(read)>>32)
	clear(c.words[r+clockHeader:])
	return clockRef(r)
}

// chunk returns the components of a clock from k*clockChunk on, without zeros at
// the end, and the index of their chunk if they are in one.
func (c *clocks) chunk(r clockRef, k int) (components []uint32, index uint32) {
	n := c.words[r]
	switch {
	case n <= clockChunk:
		if k > 0 {
			return nil, 0
		}
		return c.words[r+clockHeader:][:n], 0
	case k < bodyWords(n):
		if index = c.words[int(r)+clockHeader+k]; index != 0 {
			return c.words[index:][:clockChunk], index
		}
	}
	return nil, 0
}

// newChunk makes a chunk of some components.
func (c *clocks) newChunk(components []uint32) uint32 {
	i := len(c.words)
	if i+clockChunk > cap(c.words) {
		c.room(clockChunk)
	}
	c.words = c.words[:i+clockChunk]
	clear(c.words[i+copy(c.words[i:], components):])
	return uint32(i)
}

// timed returns a clock with the components of r and other times.
func (c *clocks) timed(r clockRef, time, read int64) clockRef {
	n := c.make(c.len(r), time, read)
	copy(c.body(n), c.body(r))
	return n
}

// with returns a clock with the components of r but that of slot s, and other
// times.
func (c *clocks) with(r clockRef, s Slot, v uint32, time, read int64) clockRef {
	n, i := max(c.len(r), uint32(s)+1), uint32(s)
	w := c.make(n, time, read)
	if n <= clockChunk {
		to := c.words[w+clockHeader:]
		copy(to, c.short(r))
		to[i] = v
		return w
	}
	for k := range bodyWords(n) {
		components, index := c.chunk(r, k)
		if mine := k == int(i/clockChunk); mine || index == 0 && len(components) > 0 {
			if index = c.newChunk(components); mine {
				c.words[index+i%clockChunk] = v
			}
		}
		c.body(w)[k] = index
	}
	return w
}

// covers reports whether a >= b in every component and both times.
func (c *clocks) covers(a, b clockRef) bool {
	if c.time(a) < c.time(b) || c.read(a) < c.read(b) {
		return false
	}
	if c.words[a] > clockChunk || c.words[b] > clockChunk {
		return c.coversChunks(a, b)
	}
	x, y := c.short(a), c.short(b)
	for i, v := range y {
		if v != 0 && (i >= len(x) || x[i] < v) {
			return false
		}
	}
	return true
}

// coversChunks reports whether a >= b in every component.
func (c *clocks) coversChunks(a, b clockRef) bool {
	for k := range max((int(c.words[b])+clockChunk-1)/clockChunk, 1) {
		y, j := c.chunk(b, k)
		x, i := c.chunk(a, k)
		if (i != j || i == 0) && !coversAll(x, y) {
			return false
		}
	}
	return true
}

// coversAll reports whether x >= y in every component.
func coversAll(x, y []uint32) bool {
	for i, v := range y {
		if v != 0 && (i >= len(x) || x[i] < v) {
			return false
		}
	}
	return true
}

// join is the least clock that covers both.
func (c *clocks) join(a, b clockRef) clockRef {
	switch {
	case b == 0 || a == b:
		return a
	case a == 0:
		return b
	case c.covers(a, b):
		return a
	case c.covers(b, a):
		return b
	}
	n := max(c.len(a), c.len(b))
	r := c.make(n, max(c.time(a), c.time(b)), max(c.read(a), c.read(b)))
	if n <= clockChunk {
		v := c.short(r)
		copy(v, c.short(a))
		for i, x := range c.short(b) {
			v[i] = max(v[i], x)
		}
		return r
	}
	for k := range bodyWords(n) {
		index := c.joinChunks(a, b, k)
		c.body(r)[k] = index
	}
	return r
}

// joinChunks is the k-th chunk of the join of two clocks.
func (c *clocks) joinChunks(a, b clockRef, k int) uint32 {
	x, i := c.chunk(a, k)
	y, j := c.chunk(b, k)
	switch {
	case i == j && i != 0, i != 0 && coversAll(x, y):
		return i
	case j != 0 && coversAll(y, x):
		return j
	case len(x) == 0 && len(y) == 0:
		return 0
	}
	index := c.newChunk(x)
	v := c.words[index:][:clockChunk]
	for i, x := range y {
		v[i] = max(v[i], x)
	}
	return index
}
