#!/usr/bin/env bash
# Finds assertions of bats tests that cannot fail. `set -e` ignores a negated command, and in `a && b` all but the last:
# write `run ! command`, and one condition per line. Conditions inside a function are its value and may be joined.
# Usage: bats.sh TESTS
set -u
found=$(awk '
  FNR == 1 { inside = 0 }
  /^@test / { inside = 1 }
  /^}/ { inside = 0 }
  inside && (/^ *! / || /^ *\[.*\] && \[/ && !/\|\| (return|exit|continue|break)/) { print FILENAME ":" FNR ":" $0 }' \
  $(find "$1" -name '*.bats'))
[ -z "$found" ] || { printf 'these assertions cannot fail:\n%s\n' "$found"; exit 1; }
