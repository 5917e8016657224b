#!/usr/bin/env bash
# Finds assertions of bats tests that cannot fail. `set -e` ignores a negated command, and in `a && b` all but the last:
# write `run ! command`, and one condition per line. Conditions inside a function are its value and may be joined.
# Finds also files that no test of CMakeLists.txt runs.
# Usage: bats.sh TESTS
set -u
found=$(awk '
  FNR == 1 { inside = 0 }
  /^@test / { inside = 1 }
  /^}/ { inside = 0 }
  inside && (/^ *! / || /^ *\[.*\] && \[/ && !/\|\| (return|exit|continue|break)/) { print FILENAME ":" FNR ":" $0 }' \
  "$1"/*/*.bats)
lists=$(sed -n '/bats_tests(/,/)/p' "$1/CMakeLists.txt")
for file in "$1"/*/*.bats; do
  folder=$(basename "$(dirname "$file")")
  name=$(basename "$file" .bats)
  sed -n "/bats_tests($folder/,/)/p" <<<"$lists" | tr -s ' ()' '\n' | grep -qx "$name" ||
    {
      echo "$folder/$name.bats is in no bats_tests() of tests/CMakeLists.txt"
      exit 1
    }
done
[ -z "$found" ] || {
  printf 'these assertions cannot fail:\n%s\n' "$found"
  exit 1
}
