#!/usr/bin/env bash
# src/public_headers.txt names the doors of the library and all headers that they include, and no others.
# Usage: headers.sh SRC [--write]; with --write the list is made anew from the doors
set -eu
cd "$1"
doors=$(sed -n 's/^[a-z]*: //p' public_headers.txt)
[ -n "$doors" ] || {
  echo "src/public_headers.txt names no door"
  exit 1
}

declare -A found
visit() {
  [ -z "${found[$1]:-}" ] || return 0
  found[$1]=yes
  local header
  for header in $(sed -n 's/^#include "\(.*\)".*/\1/p' "$1"); do visit "$header"; done
}
for door in $doors; do visit "$door"; done
for door in $doors; do unset "found[$door]"; done
list=$(
  grep '^#\|:' public_headers.txt
  printf '%s\n' "${!found[@]}" | LC_ALL=C sort
)

if [ "${2:-}" = --write ]; then
  echo "$list" >public_headers.txt
elif ! diff public_headers.txt <(echo "$list"); then
  echo "src/public_headers.txt (<) is not what its doors include (>); tests/layout/headers.sh src --write mends it"
  exit 1
fi
