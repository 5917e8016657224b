#!/usr/bin/env bash
# Every stop that ARCHITECTURE.md lists ("1. `file` `function`") exists: the file, and the function's name in it.
# Usage: paths.sh REPOSITORY
set -eu
cd "$1"
wrong=0
stops=0
while read -r file name; do
  stops=$((stops + 1))
  grep -qF -- "${name##*::}" "src/$file" || {
    echo "ARCHITECTURE.md: src/$file has no $name"
    wrong=1
  }
done < <(sed -nE 's/^[0-9]+\. `([^`]+)` `([^`]+)`$/\1 \2/p' ARCHITECTURE.md)
[ "$stops" -gt 30 ] || {
  echo "found $stops stops in ARCHITECTURE.md, expected more than 30"
  wrong=1
}
exit $wrong
