// Package control flies: tasks of an autopilot and of the unit that moves the
// rudders run once in every cycle, and share what they know. It is after
// "jPapaBench" of [P16].
//
// Tests are named by tasks of the autopilot and cycles. The error is in reading
// the mode of flight without its lock: a data race.
package control

import "sync"

// A Mode says who steers.
type Mode int

const (
	Auto Mode = iota
	Manual
	Failsafe
)

// State is what the tasks share.
type State struct {
	mu      sync.Mutex
	mode    Mode
	command int
	silence int // cycles without a command

	sensors sync.Mutex
	height  int
}

// radio takes commands of the pilot.
func (s *State) radio(cycle int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cycle%2 == 1 {
		s.mode = Manual
	} else {
		s.mode = Auto
	}
}

// sense measures.
func (s *State) sense(cycle int) {
	s.sensors.Lock()
	defer s.sensors.Unlock()
	s.height = 100 + cycle
}

// steer computes a command from what was measured.
func (s *State) steer(int) {
	s.sensors.Lock()
	height := s.height
	s.sensors.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mode == Auto {
		s.command = 200 - height
		s.silence = 0
	}
}

// watch notices that no commands come.
func (s *State) watch(int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.silence++; s.silence > 2 {
		s.mode = Failsafe
	}
}

// report tells the ground about the flight.
func (s *State) report(int) {
	s.sensors.Lock()
	defer s.sensors.Unlock()
	if s.height > 1000 {
		s.height = 1000
	}
}

// reportUnlocked tells of the mode, too.
func (s *State) reportUnlocked(int) {
	if s.mode == Failsafe {
		return
	}
	s.report(0)
}

// Fly runs the tasks once in each cycle, all at the same time, and moves the rudders
// at its end. It returns how they were moved.
func (s *State) Fly(cycles int, tasks ...func(cycle int)) (moves []int) {
	start := make([]chan int, len(tasks))
	done := make(chan struct{}, len(tasks))
	for i, task := range tasks {
		start[i] = make(chan int, 1)
		go func() {
			for cycle := range start[i] {
				task(cycle)
				done <- struct{}{}
			}
		}()
	}
	for cycle := range cycles {
		for _, c := range start {
			c <- cycle
		}
		for range tasks {
			<-done
		}
		s.mu.Lock()
		moves = append(moves, s.command)
		s.mu.Unlock()
	}
	for _, c := range start {
		close(c)
	}
	return moves
}
