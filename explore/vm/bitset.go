package vm

// A bitSet is a set of numbers that mostly lie near each other: the scratch
// memory with which trails drop what they hold twice. The zero value is empty.
type bitSet struct {
	pages map[uint64]*bitPage
	// The page used last.
	page   *bitPage
	number uint64
}

const (
	bitPageSize = 1 << 16
	// bitPagesKept is how many pages reset keeps for later.
	bitPagesKept = 1 << 8
)

type bitPage [bitPageSize / 64]uint64

// add adds n and reports whether it was not yet in the set.
func (s *bitSet) add(n uint64) bool {
	if number := n / bitPageSize; s.page == nil || number != s.number {
		if s.pages == nil {
			s.pages = map[uint64]*bitPage{}
		}
		if s.page = s.pages[number]; s.page == nil {
			s.page = new(bitPage)
			s.pages[number] = s.page
		}
		s.number = number
	}
	word, bit := &s.page[n%bitPageSize/64], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// reset empties the set.
func (s *bitSet) reset() {
	if len(s.pages) > bitPagesKept {
		*s = bitSet{}
		return
	}
	for _, p := range s.pages {
		clear(p[:])
	}
}
