#!/usr/bin/env bash
# Reading, checking and summarising runs of 1.5 million rows, as ratios to `wc -l` on the same file, best of
# several; and the memory that takes. Usage: bench/runs.sh [TOPICS [RESULTS]]
set -eu
cd "$(dirname "$0")/.."
topics=${1:-1000} results=${2:-1500} times=7
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build/bench/bench_generate "$folder" "$topics" "$results"

# best COMMAND…: the shortest of several runs, in microseconds.
best() {
  local least= start end
  for _ in $(seq "$times"); do
    start=$(date +%s%N)
    "$@" > /dev/null
    end=$(date +%s%N)
    [ -n "$least" ] && [ "$least" -le $(((end - start) / 1000)) ] || least=$(((end - start) / 1000))
  done
  echo "$least"
}

# memory COMMAND…: the most memory it held, in megabytes, where GNU time can tell.
memory() {
  local gnu_time=/usr/bin/time
  [ -x "$gnu_time" ] || { echo "?"; return; }
  { "$gnu_time" -f %M "$@" > /dev/null; } 2>&1 | tail -n 1 | awk '{printf "%.0f", $1 / 1024}'
}

# measure NAME FILE COMMAND…
measure() {
  local name=$1 file=$2 bytes count taken
  shift 2
  bytes=$(stat -c %s "$file")
  count=$(best wc -l "$file")
  taken=$(best "$@")
  printf '%-34s %7.1f ms  %5.2f GB/s  %5.1f x wc -l  %s MB\n' "$name" "$((taken / 1000)).$((taken % 1000 / 100))" \
    "$(awk "BEGIN { print $bytes / $taken / 1000 }")" "$(awk "BEGIN { print $taken / $count }")" "$(memory "$@")"
}

check() { build/fovea check --task "$1" -j "$2" "$3"; }
rows=$(check relevant-in-context 1 "$folder/passages.run" | awk '$1 == "results" { print $2 }')
[ "$rows" -eq $((topics * results)) ] || { echo "read $rows rows, expected $((topics * results))" >&2; exit 1; }

measure "8 columns, one core" "$folder/passages.run" build/fovea check --task relevant-in-context -j 1 "$folder/passages.run"
measure "8 columns, all cores" "$folder/passages.run" build/fovea check --task relevant-in-context "$folder/passages.run"
measure "6 columns, one core" "$folder/documents.run" build/fovea check --task document -j 1 "$folder/documents.run"
measure "6 columns, all cores" "$folder/documents.run" build/fovea check --task document "$folder/documents.run"
