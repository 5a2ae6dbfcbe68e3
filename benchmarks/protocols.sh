#!/bin/sh
# Writes docs/protocols.md: lpor, dpor and the search of all states on the protocols of [BKSS11].
# It takes about five minutes of one processor.
# Usage, at the top of the repository: sh benchmarks/protocols.sh [BUDGET]
set -e
budget=${1:-5s}
runs=$(mktemp)
trap 'rm -f "$runs"' EXIT
# Status 1 means that searches disagree, which the page tells.
go run ./cmd/mazurka compare -C benchmarks -budget "$budget" -algorithms dpor,lpor,lpor-without-net,states -json ./multicast ./paxos ./register >"$runs" || [ $? -eq 1 ]
go run ./cmd/mazurka compare -from "$runs" -markdown -by states,time >docs/protocols.md || [ $? -eq 1 ]
