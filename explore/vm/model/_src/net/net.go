// Package net keeps its real source down to the sockets, which are those of
// package internal/poll's model. Modelled is only what asks the host: its
// interfaces, limits and name servers.
//
//mazurka:patch
package net

import (
	"context"
	"internal/nettrace"
	"io"
	"net/netip"
	"unsafe"
)

// The machine has the loopback interface and nothing else.

func interfaceTable(ifindex int) ([]Interface, error) {
	if ifindex != 0 && ifindex != 1 {
		return nil, nil
	}
	return []Interface{{
		Index: 1, MTU: 65536, Name: "lo", Flags: FlagUp | FlagLoopback | FlagRunning,
	}}, nil
}

func interfaceAddrTable(ifi *Interface) ([]Addr, error) {
	if ifi != nil && ifi.Index != 1 {
		return nil, nil
	}
	return []Addr{
		&IPNet{IP: IPv4(127, 0, 0, 1), Mask: CIDRMask(8, 32)},
		&IPNet{IP: IPv6loopback, Mask: CIDRMask(128, 128)},
	}, nil
}

func interfaceMulticastAddrTable(ifi *Interface) ([]Addr, error) { return nil, nil }

func (p *ipStackCapabilities) probe() {
	p.ipv4Enabled, p.ipv6Enabled, p.ipv4MappedIPv6Enabled = true, true, true
}

// srcAddrs says from where each address is reached: those outside are not.
func srcAddrs(addrs []IPAddr) []netip.Addr {
	list := make([]netip.Addr, len(addrs))
	for i, a := range addrs {
		if a.IP.IsLoopback() {
			ip, _ := netip.AddrFromSlice(a.IP)
			list[i] = ip.Unmap()
		}
	}
	return list
}

func initMPTCPavailable() {}

func maxListenerBacklog() int { return 4096 }

// sendFile leaves it to the caller to copy.
func sendFile(c *netFD, r io.Reader) (written int64, err error, handled bool) {
	return 0, nil, false
}

var testHookSupportsSendfile func() bool

func supportsSendfile() bool { return false }

// realLookupIP is what testHookLookupIP is unless a test changes it.
var realLookupIP = testHookLookupIP

// lookupDirectly reports whether a lookup goes by the hosts file alone. That
// takes no time, so that there is nothing to be shared between those who
// look up the same name, and nothing to be cancelled.
func lookupDirectly(ctx context.Context, host string) ([]IPAddr, bool) {
	if *(*unsafe.Pointer)(unsafe.Pointer(&testHookLookupIP)) != *(*unsafe.Pointer)(unsafe.Pointer(&realLookupIP)) ||
		ctx.Value(nettrace.LookupIPAltResolverKey{}) != nil {
		return nil, false
	}
	addrs, _ := goLookupIPFiles(host)
	return addrs, len(addrs) > 0
}

// lookupIPAddr looks up the addresses of a host.
func (r *Resolver) lookupIPAddr(ctx context.Context, network, host string) ([]IPAddr, error) {
	if host == "" {
		return nil, newDNSError(errNoSuchHost, host, "")
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return []IPAddr{{IP: IP(ip.AsSlice()).To16(), Zone: ip.Zone()}}, nil
	}
	trace, _ := ctx.Value(nettrace.TraceKey{}).(*nettrace.Trace)
	if trace != nil && trace.DNSStart != nil {
		trace.DNSStart(host)
	}
	addrs, shared, err := r.lookupShared(ctx, network, host)
	if trace != nil && trace.DNSDone != nil {
		trace.DNSDone(ipAddrsEface(addrs), shared, err)
	}
	return addrs, err
}

// lookupShared shares the lookup with others of the same name.
func (r *Resolver) lookupShared(ctx context.Context, network, host string) (addrs []IPAddr, shared bool, err error) {
	if addrs, ok := lookupDirectly(ctx, host); ok {
		return addrs, false, nil
	}
	lookup := r.lookupIP
	if alt, _ := ctx.Value(nettrace.LookupIPAltResolverKey{}).(func(context.Context, string, string) ([]IPAddr, error)); alt != nil {
		lookup = alt
	}
	key := network + "\000" + host
	groupCtx, cancel := context.WithCancel(withUnexpiredValuesPreserved(ctx))
	dnsWaitGroup.Add(1)
	ch := r.getLookupGroup().DoChan(key, func() (any, error) {
		return testHookLookupIP(groupCtx, lookup, network, host)
	})
	select {
	case <-ctx.Done():
		unshared := r.getLookupGroup().ForgetUnshared(key)
		if unshared {
			cancel()
		}
		go func() {
			<-ch
			dnsWaitGroup.Done()
			cancel()
		}()
		return nil, false, newDNSError(mapErr(ctx.Err()), host, "")
	case res := <-ch:
		dnsWaitGroup.Done()
		cancel()
		if res.Err != nil {
			if _, ok := res.Err.(*DNSError); !ok {
				res.Err = newDNSError(mapErr(res.Err), host, "")
			}
		}
		addrs, err = lookupIPReturn(res.Val, res.Err, res.Shared)
		return addrs, res.Shared, err
	}
}
