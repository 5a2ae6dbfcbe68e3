package multicast

import "testing"

func multicast(t *testing.T, messages, receivers, quorum int) {
	first := -1
	for _, texts := range Multicast(messages, receivers, quorum) {
		for _, text := range texts {
			if first < 0 {
				first = text
			}
			if text != first {
				t.Errorf("the messages %d and %d are delivered", first, text)
			}
		}
	}
}

func majority(t *testing.T, messages, receivers int) {
	multicast(t, messages, receivers, receivers/2+1)
}

func Test1x2(t *testing.T) { majority(t, 1, 2) }
func Test1x3(t *testing.T) { majority(t, 1, 3) }
func Test2x1(t *testing.T) { majority(t, 2, 1) }
func Test2x2(t *testing.T) { majority(t, 2, 2) }
func Test2x3(t *testing.T) { majority(t, 2, 3) }

func TestSmallQuorum2x2(t *testing.T) { multicast(t, 2, 2, 1) }
func TestSmallQuorum2x3(t *testing.T) { multicast(t, 2, 3, 1) }
