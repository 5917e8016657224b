#!/usr/bin/env bash
# What ARCHITECTURE.md claims of the library: it is used by the program and by Python, strangers get a few headers, and Python has
# nothing to do with commands but for the one that it brings.
# Usage: library.sh REPOSITORY
set -eu
cd "$1"
wrong=0
expect() { [ "$2" = "$3" ] || {
  echo "$1: found '$2', expected '$3'"
  wrong=1
}; }
expect "files of python/native that include cli/" "$(grep -l '#include "cli/' python/native/*)" python/native/command.cpp
for user in src/cli python/native; do
  grep -q '#include "fovea.h"' "$user"/*.cpp || {
    echo "nothing in $user includes fovea.h"
    wrong=1
  }
done
headers=$(grep -vc '^#' src/public_headers.txt)
[ "$headers" -gt 0 ] && [ "$headers" -le 20 ] || {
  echo "$headers headers are installed, expected at most 20"
  wrong=1
}
# shellcheck disable=SC2046
if (cd src && grep -nE 'nlohmann|absl|arena\.h|packed\.h' $(sed -n '/^#/!s/^[a-z]*: //;/^#/!p' public_headers.txt)); then
  echo "installed headers show what the library is made of"
  wrong=1
fi
for tool in trec_eval inex_eval; do
  if grep -n "$tool" src/evaluate/*.cpp src/evaluate/*.h | grep -v ':[0-9]*: *//'; then
    echo "$tool in the core of evaluate/: its habits belong to evaluate/compat/"
    wrong=1
  fi
done
exit "$wrong"
