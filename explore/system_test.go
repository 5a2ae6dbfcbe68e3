package explore

import (
	"testing"

	"github.com/mazurka-go/mazurka/explore/vm"
	"github.com/mazurka-go/mazurka/por"
)

// TestModes checks that the machine and the searches mean the same by their
// numbers for modes, and list as many accesses.
func TestModes(t *testing.T) {
	machine := []vm.Mode{
		vm.Read, vm.Write, vm.Update, vm.Acquire, vm.Release, vm.Share, vm.Unshare,
		vm.Produce, vm.Consume, vm.Quiesce, vm.Await,
	}
	search := []por.Mode{
		por.Read, por.Write, por.Update, por.Acquire, por.Release, por.Share, por.Unshare,
		por.Produce, por.Consume, por.Quiesce, por.Await,
	}
	for i, m := range machine {
		if uint8(m) != uint8(search[i]) {
			t.Errorf("mode %d of the searches is %d of the machine", search[i], m)
		}
	}
	if len(vm.Event{}.Accesses) != len(por.Event{}.Accesses) {
		t.Errorf("%d accesses of the machine, %d of the searches", len(vm.Event{}.Accesses), len(por.Event{}.Accesses))
	}
	for i, m := range search {
		e := vm.Event{Choice: vm.Choice{Slot: 3, Alt: 4}, Peer: vm.NoSlot, Kind: vm.KindSelect, Wide: true, Firm: true, N: 2}
		e.Accesses[0] = vm.Access{Object: 7, Mode: machine[i]}
		e.Accesses[1] = vm.Access{Object: 8, Mode: vm.Read}
		want := por.Event{Choice: por.Choice{Proc: 3, Alt: 4}, Peer: -1, Op: uint16(vm.KindSelect), Wide: true, Firm: true}
		want.Accesses[0] = por.Access{Object: 7, Mode: m}
		want.Accesses[1] = por.Access{Object: 8, Mode: por.Read}
		if got := porEvent(&e); got != want {
			t.Errorf("%+v became %+v, want %+v", e, got, want)
		}
	}
}
