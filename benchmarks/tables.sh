#!/bin/sh
# Writes docs/comparison.md: all searches on all programs. It takes about an hour of one processor.
# Usage, at the top of the repository: sh benchmarks/tables.sh [BUDGET]
set -e
budget=${1:-2s}
searches=source-dpor,optimal-dpor,cdpor,stateful-dpor,heap-por,heap-por-fields,hybrid-por,s-por,dl-s-por,lpor
runs=$(mktemp)
trap 'rm -f "$runs"' EXIT
# Status 1 means that searches disagree, which the page tells.
go run ./cmd/mazurka compare -C benchmarks -budget "$budget" -algorithms $searches -json ./... >"$runs" || [ $? -eq 1 ]
go run ./cmd/mazurka compare -from "$runs" -markdown -by choices,time >docs/comparison.md || [ $? -eq 1 ]
