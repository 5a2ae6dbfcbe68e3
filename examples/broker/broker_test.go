package broker

import "testing"

type subscription interface {
	Publish(msg string) error
	Messages() <-chan string
	Close()
}

// hangUp closes a subscription while a message is on its way.
func hangUp(t *testing.T, s subscription) {
	published := make(chan error)
	go func() { published <- s.Publish("hello") }()
	s.Close()
	err := <-published
	var got []string
	for msg := range s.Messages() {
		got = append(got, msg)
	}
	if delivered := len(got) == 1; delivered != (err == nil) {
		t.Errorf("Publish returned %v, but the reader got %q", err, got)
	}
}

func TestPublishPanics(t *testing.T) { hangUp(t, Subscribe(1)) }

func TestPublishFixed(t *testing.T) { hangUp(t, SubscribeSafe(1)) }
