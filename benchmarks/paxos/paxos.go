// Package paxos is single-decree Paxos over channels: proposers agree on a value
// by way of acceptors, as in [BKSS11].
//
// Tests are named by proposers and acceptors. The error is in proposers that insist
// on their own value, whatever has been accepted: two values are chosen, and the
// test fails.
package paxos

import "sync"

// A request is a message to an acceptor.
type request struct {
	ballot int
	accept bool // the value, instead of promising to accept nothing older
	value  int
	reply  chan<- reply
}

// A reply is what an acceptor answers.
type reply struct {
	accept bool // answers a request to accept
	ok     bool
	ballot int // of the value accepted so far, 0 if none
	value  int
}

// accept answers requests until there are no more.
func accept(requests <-chan request) {
	promised, ballot, value := 0, 0, 0
	for r := range requests {
		ok := r.ballot >= promised
		if ok {
			promised = r.ballot
		}
		if ok && r.accept {
			ballot, value = r.ballot, r.value
		}
		r.reply <- reply{r.accept, ok, ballot, value}
	}
}

// A proposer wants a value to be chosen.
type proposer struct {
	acceptors []chan request
	ballot    int
	stubborn  bool // does not care for what others have proposed
}

// propose tries to have a value chosen, and returns which one is, if it knows.
func (p *proposer) propose(value int) (chosen int, ok bool) {
	replies := make(chan reply, 2*len(p.acceptors))
	highest := 0
	promises := p.ask(request{ballot: p.ballot, reply: replies}, replies, func(r reply) {
		if r.ballot > highest && !p.stubborn {
			highest, value = r.ballot, r.value
		}
	})
	if !promises {
		return 0, false
	}
	return value, p.ask(request{ballot: p.ballot, accept: true, value: value, reply: replies}, replies, func(reply) {})
}

// ask asks all acceptors and waits until a majority has agreed, or cannot.
func (p *proposer) ask(r request, replies <-chan reply, agreed func(reply)) bool {
	for _, a := range p.acceptors {
		a <- r
	}
	majority := len(p.acceptors)/2 + 1
	for yes, no := 0, 0; no <= len(p.acceptors)-majority; {
		answer := <-replies
		switch {
		case answer.accept != r.accept:
			// late
		case !answer.ok:
			no++
		default:
			agreed(answer)
			if yes++; yes == majority {
				return true
			}
		}
	}
	return false
}

// Choose has proposers propose their numbers, and returns which values they take for
// chosen.
func Choose(proposers, acceptors int, stubborn bool) []int {
	inboxes := make([]chan request, acceptors)
	var accepting, proposing sync.WaitGroup
	for i := range inboxes {
		inboxes[i] = make(chan request, 2*proposers)
		accepting.Go(func() { accept(inboxes[i]) })
	}
	chosen := make([][]int, proposers)
	for i := range proposers {
		proposing.Go(func() {
			p := &proposer{inboxes, i + 1, stubborn}
			if v, ok := p.propose(100 + i); ok {
				chosen[i] = []int{v}
			}
		})
	}
	proposing.Wait()
	for _, in := range inboxes {
		close(in)
	}
	accepting.Wait()
	var all []int
	for _, c := range chosen {
		all = append(all, c...)
	}
	return all
}
