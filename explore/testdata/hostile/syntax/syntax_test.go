package syntax

import "testing"

func TestHalf(t *testing.T) {}
