package toy

import (
	"fmt"
	"slices"
)

// This file has the protocols of [BKSS11], Section VI, as models of actors.
// The paper does not give its models: these are small ones of our own, and
// so are the faults. A rule that needs a majority is one rule for each
// majority, so that each takes its messages from known processes.

// subsets are the sets of k elements of list.
func subsets(list []int, k int) (sets [][]int) {
	if k == 0 {
		return [][]int{nil}
	}
	for i := range list {
		for _, rest := range subsets(list[i+1:], k-1) {
			sets = append(sets, append([]int{list[i]}, rest...))
		}
	}
	return sets
}

// span are n processes from the first.
func span(first, n int) (list []int) {
	for i := range n {
		list = append(list, first+i)
	}
	return list
}

// disagree is what is observed of processes that have decided on the values
// in a variable of theirs, 0 being none.
func disagree(procs []int, variable int) func(s *Actors) string {
	return func(s *Actors) string {
		value := int32(0)
		for _, p := range procs {
			v := s.of(p)[variable]
			if v != 0 && value != 0 && v != value {
				return "disagreement"
			}
			value = max(value, v)
		}
		return ""
	}
}

// sameA reports whether all messages have the same first value.
func sameA(_ []int32, in []Message) bool {
	return !slices.ContainsFunc(in, func(m Message) bool { return m.A != in[0].A })
}

// A PaxosFault is what is wrong with a model of Paxos.
type PaxosFault uint8

const (
	PaxosCorrect PaxosFault = iota
	// PaxosForgetful: proposers ignore what was accepted before.
	PaxosForgetful
	// PaxosCareless: acceptors accept what they promised not to.
	PaxosCareless
)

// Messages of Paxos: A is the ballot, B and C are the ballot and value
// accepted, or B the value.
const (
	paxosPrepare = iota + 1
	paxosPromise
	paxosAccept
	paxosAccepted
)

// Paxos is one instance of consensus. Proposer i has the ballot and the value
// i+1. What is observed is whether two learners, or one at two times, have
// learned different values.
func Paxos(proposers, acceptors, learners int, fault PaxosFault) *Actors {
	p, a, l := span(0, proposers), span(proposers, acceptors), span(proposers+acceptors, learners)
	majorities := subsets(a, acceptors/2+1)
	var rules []Rule
	for _, id := range p {
		rules = append(rules, paxosProposer(id, a, majorities, fault)...)
	}
	for _, id := range a {
		rules = append(rules, paxosAcceptor(id, p, l, fault)...)
	}
	for _, id := range l {
		for _, q := range majorities {
			rules = append(rules, Rule{
				Name: fmt.Sprint("learn from ", q), Proc: id, Kind: paxosAccepted, From: q, Quorum: len(q), Guard: sameA,
				Do: func(t *Turn) {
					switch v := int32(t.In[0].B); t.Vars[0] {
					case 0, v:
						t.Vars[0] = v
					default:
						t.Vars[1] = 1
					}
				},
				Writes: []int{0, 1}, Visible: true,
			})
		}
	}
	return NewActors(proposers+acceptors+learners, 3, func(s *Actors) string {
		for _, id := range l {
			if s.of(id)[1] != 0 {
				return "disagreement"
			}
		}
		return disagree(l, 0)(s)
	}, rules...)
}

// paxosProposer is a proposer; its variable is its phase.
func paxosProposer(id int, acceptors []int, majorities [][]int, fault PaxosFault) []Rule {
	ballot := int32(id + 1)
	rules := []Rule{{
		Name: "prepare", Proc: id,
		Guard: func(vars []int32, _ []Message) bool { return vars[0] == 0 },
		Do: func(t *Turn) {
			t.Vars[0] = 1
			for _, a := range acceptors {
				t.Send(paxosPrepare, a, ballot, 0, 0)
			}
		},
		Sends: []Address{{paxosPrepare, acceptors}}, Reads: []int{0}, Writes: []int{0},
	}}
	for _, q := range majorities {
		rules = append(rules, Rule{
			Name: fmt.Sprint("propose by ", q), Proc: id, Kind: paxosPromise, From: q, Quorum: len(q),
			Guard: func(vars []int32, _ []Message) bool { return vars[0] == 1 },
			Do: func(t *Turn) {
				t.Vars[0] = 2
				value, highest := ballot, uint8(0)
				for _, m := range t.In {
					if m.B > highest && fault != PaxosForgetful {
						value, highest = int32(m.C), m.B
					}
				}
				for _, a := range acceptors {
					t.Send(paxosAccept, a, ballot, value, 0)
				}
			},
			Sends: []Address{{paxosAccept, acceptors}}, Reads: []int{0}, Writes: []int{0},
		})
	}
	return rules
}

// paxosAcceptor is an acceptor; its variables are the ballot promised, and
// the ballot and value accepted.
func paxosAcceptor(id int, proposers, learners []int, fault PaxosFault) []Rule {
	notTooOld := func(vars []int32, in []Message) bool { return int32(in[0].A) >= vars[0] }
	accept := notTooOld
	grows := []int{0}
	if fault == PaxosCareless {
		accept, grows = nil, nil
	}
	return []Rule{{
		Name: "promise", Proc: id, Kind: paxosPrepare, From: proposers, Quorum: 1, Guard: notTooOld,
		Do: func(t *Turn) {
			m := t.In[0]
			t.Vars[0] = int32(m.A)
			t.Send(paxosPromise, int(m.From), int32(m.A), t.Vars[1], t.Vars[2])
		},
		Sends: []Address{{paxosPromise, proposers}}, Reads: []int{0}, Writes: []int{0}, Grows: []int{0}, Stamps: []int{0},
	}, {
		Name: "accept", Proc: id, Kind: paxosAccept, From: proposers, Quorum: 1, Guard: accept,
		Do: func(t *Turn) {
			m := t.In[0]
			t.Vars[0], t.Vars[1], t.Vars[2] = int32(m.A), int32(m.A), int32(m.B)
			for _, l := range learners {
				t.Send(paxosAccepted, l, int32(m.A), int32(m.B), 0)
			}
		},
		Sends: []Address{{paxosAccepted, learners}}, Reads: []int{0}, Writes: []int{0, 1, 2}, Grows: grows, Stamps: []int{0},
	}}
}

// Messages of echo multicast: A is the value.
const (
	echoInit = iota + 1
	echoEcho
	echoCommit
)

// EchoMulticast sends a value to all receivers by one initiator. A receiver
// echoes the first value that it is sent, and delivers what was echoed by a
// quorum. Byzantine receivers echo whatever is of use; a byzantine initiator
// sends both values to all. What is observed is whether two honest receivers
// have delivered different values.
func EchoMulticast(honest, byzantine int, byzantineInitiator bool, quorum int) *Actors {
	const initiator = 0
	good, bad := span(1, honest), span(1+honest, byzantine)
	values := []int32{1}
	if byzantineInitiator {
		values = append(values, 2)
	}
	rules := echoInitiator(values, good, append(slices.Clone(good), bad...), quorum)
	for _, id := range good {
		rules = append(rules, echoReceiver(id)...)
	}
	for _, id := range bad {
		rules = append(rules, Rule{
			Name: "echo anything", Proc: id,
			Guard: func(vars []int32, _ []Message) bool { return vars[0] == 0 },
			Do: func(t *Turn) {
				t.Vars[0] = 1
				for _, v := range values {
					t.Send(echoEcho, initiator, v, 0, 0)
				}
			},
			Sends: []Address{{echoEcho, []int{initiator}}}, Reads: []int{0}, Writes: []int{0},
		})
	}
	return NewActors(1+honest+byzantine, 3, disagree(good, 1), rules...)
}

// echoInitiator sends the values, and commits each for which it has a quorum.
func echoInitiator(values []int32, good, receivers []int, quorum int) []Rule {
	const initiator = 0
	rules := []Rule{{
		Name: "send", Proc: initiator,
		Guard: func(vars []int32, _ []Message) bool { return vars[0] == 0 },
		Do: func(t *Turn) {
			t.Vars[0] = 1
			for _, v := range values {
				for _, id := range good {
					t.Send(echoInit, id, v, 0, 0)
				}
			}
		},
		Sends: []Address{{echoInit, good}}, Reads: []int{0}, Writes: []int{0},
	}}
	for _, v := range values {
		for _, q := range subsets(receivers, quorum) {
			rules = append(rules, Rule{
				Name: fmt.Sprint("commit ", v, " by ", q), Proc: initiator, Kind: echoEcho, From: q, Quorum: len(q),
				Guard: func(vars []int32, in []Message) bool {
					return vars[v] == 0 && int32(in[0].A) == v && sameA(nil, in)
				},
				Do: func(t *Turn) {
					t.Vars[v] = 1
					for _, id := range good {
						t.Send(echoCommit, id, v, 0, 0)
					}
				},
				Sends: []Address{{echoCommit, good}}, Reads: []int{int(v)}, Writes: []int{int(v)},
			})
		}
	}
	return rules
}

// echoReceiver is an honest receiver; its variables are what it has echoed
// and what it has delivered.
func echoReceiver(id int) []Rule {
	initiator := []int{0}
	return []Rule{{
		Name: "echo", Proc: id, Kind: echoInit, From: initiator, Quorum: 1,
		Guard: func(vars []int32, _ []Message) bool { return vars[0] == 0 },
		Do: func(t *Turn) {
			t.Vars[0] = int32(t.In[0].A)
			t.Send(echoEcho, 0, t.Vars[0], 0, 0)
		},
		Sends: []Address{{echoEcho, initiator}}, Reads: []int{0}, Writes: []int{0}, Uses: []int{0},
	}, {
		Name: "deliver", Proc: id, Kind: echoCommit, From: initiator, Quorum: 1,
		Guard: func(vars []int32, _ []Message) bool { return vars[1] == 0 },
		Do:    func(t *Turn) { t.Vars[1] = int32(t.In[0].A) },
		Reads: []int{1}, Writes: []int{1}, Uses: []int{1}, Visible: true,
	}}
}

// Messages of regular storage: A is the timestamp, which is also the value.
// Those of the k-th write, and what acknowledges it, are kinds of their own,
// as are the rules: so each rule has as few as possible to do with others.
const (
	storeRead = iota + 1
	storeValue
	storeWrites // + k
	storeAcks   = storeWrites + 1<<6
)

// begun and completed are the variables of the writer that say so of the k-th
// write.
func begun(k int) Variable     { return Variable{0, 2*k - 2} }
func completed(k int) Variable { return Variable{0, 2*k - 1} }

// RegularStorage is a register kept by base objects, with one writer, which
// writes some times, and readers that read once. Writers and readers wait
// for so many answers. What is observed is whether a read has returned a
// value older than that of the last write completed before it began or, if
// strict is set, which is asking too much, of the last write begun before it
// ended.
func RegularStorage(objects, writes, readers, writeQuorum, readQuorum int, strict bool) *Actors {
	o, r := span(1, objects), span(1+objects, readers)
	var rules []Rule
	for k := range writes {
		rules = append(rules, storageWrite(k+1, o, subsets(o, writeQuorum))...)
	}
	for _, id := range o {
		rules = append(rules, storageObject(id, writes, r)...)
	}
	for _, id := range r {
		rules = append(rules, storageReader(id, writes, o, subsets(o, readQuorum), strict)...)
	}
	return NewActors(1+objects+readers, max(3, 2*writes), func(s *Actors) string {
		for _, id := range r {
			if v := s.of(id); v[0] == 2 && v[2] < v[1] {
				return "old value"
			}
		}
		return ""
	}, rules...)
}

// storageWrite is the k-th write.
func storageWrite(k int, objects []int, quorums [][]int) []Rule {
	b, c := begun(k).Index, completed(k).Index
	reads := []int{b}
	if k > 1 {
		reads = append(reads, completed(k-1).Index)
	}
	rules := []Rule{{
		Name: fmt.Sprint("write ", k),
		Guard: func(vars []int32, _ []Message) bool {
			return vars[b] == 0 && (k == 1 || vars[completed(k-1).Index] == 1)
		},
		Do: func(t *Turn) {
			t.Vars[b] = 1
			for _, o := range objects {
				t.Send(storeWrites+uint8(k), o, int32(k), 0, 0)
			}
		},
		Sends: []Address{{storeWrites + uint8(k), objects}}, Reads: reads, Writes: []int{b},
	}}
	for _, q := range quorums {
		rules = append(rules, Rule{
			Name: fmt.Sprint("written ", k, " to ", q), Kind: storeAcks + uint8(k), From: q, Quorum: len(q),
			Guard: func(vars []int32, _ []Message) bool { return vars[c] == 0 },
			Do:    func(t *Turn) { t.Vars[c] = 1 },
			Reads: []int{c}, Writes: []int{c},
		})
	}
	return rules
}

// storageObject is a base object; its variable is the timestamp.
func storageObject(id, writes int, readers []int) []Rule {
	rules := []Rule{{
		Name: "reply", Proc: id, Kind: storeRead, From: readers, Quorum: 1,
		Do:    func(t *Turn) { t.Send(storeValue, int(t.In[0].From), t.Vars[0], 0, 0) },
		Sends: []Address{{storeValue, readers}},
	}}
	for k := range writes {
		ack := storeAcks + uint8(k+1)
		rules = append(rules, Rule{
			Name: fmt.Sprint("store ", k+1), Proc: id, Kind: storeWrites + uint8(k+1), From: []int{0}, Quorum: 1,
			Guard: func(vars []int32, in []Message) bool { return int32(in[0].A) >= vars[0] },
			Do: func(t *Turn) {
				t.Vars[0] = int32(t.In[0].A)
				t.Send(ack, 0, t.Vars[0], 0, 0)
			},
			Sends: []Address{{ack, []int{0}}}, Reads: []int{0}, Writes: []int{0}, Grows: []int{0}, Stamps: []int{0},
		})
	}
	return rules
}

// storageReader is a reader of what process 0 writes; its variables are its
// phase, the oldest value it may return, and the one it has returned.
func storageReader(id, writes int, objects []int, quorums [][]int, strict bool) []Rule {
	var before, during []Variable
	for k := range writes {
		before = append(before, completed(k+1))
		during = append(during, begun(k+1))
	}
	rules := []Rule{{
		Name: "read", Proc: id,
		Guard: func(vars []int32, _ []Message) bool { return vars[0] == 0 },
		Do: func(t *Turn) {
			t.Vars[0], t.Vars[1] = 1, t.howMany(before)
			for _, o := range objects {
				t.Send(storeRead, o, 0, 0, 0)
			}
		},
		Sends: []Address{{storeRead, objects}}, Reads: []int{0}, Writes: []int{0, 1}, Observes: before,
	}}
	for _, q := range quorums {
		rule := Rule{
			Name: fmt.Sprint("return from ", q), Proc: id, Kind: storeValue, From: q, Quorum: len(q),
			Guard: func(vars []int32, _ []Message) bool { return vars[0] == 1 },
			Do: func(t *Turn) {
				t.Vars[0] = 2
				for _, m := range t.In {
					t.Vars[2] = max(t.Vars[2], int32(m.A))
				}
				if strict {
					t.Vars[1] = t.howMany(during)
				}
			},
			Reads: []int{0}, Writes: []int{0, 1, 2}, Visible: true,
		}
		if strict {
			rule.Observes = during
		}
		rules = append(rules, rule)
	}
	return rules
}

// howMany adds up variables of other processes.
func (t *Turn) howMany(variables []Variable) (n int32) {
	for _, v := range variables {
		n += t.Observe(v)
	}
	return n
}
