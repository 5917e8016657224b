#!/usr/bin/env bash
# A machine without npm: nothing that is built asks for npm, and the binary says that it has no report. `BARE` is the
# binary that such a machine would have, linked from the objects of this build.
# Usage: check.sh SOURCE BARE
set -eu
source=$1 fovea=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake -S "$source" -B "$folder/build" -G Ninja -DFOVEA_REPORT=OFF >/dev/null
ninja -C "$folder/build" -t commands >"$folder/commands"
grep -q without_report "$folder/commands"
# Blocks of text are in the library for the page of answers, and need no npm.
if grep -e npm -e report/page -e report/track "$folder/commands" | grep -v text_blocks; then
  echo "FOVEA_REPORT=OFF builds what needs npm"
  exit 1
fi

# says_so COMMAND…: the command ends with 1 and names the reason.
says_so() {
  local code=0
  "$fovea" "$@" 2>"$folder/said" || code=$?
  grep -q 'this fovea was built without the report' "$folder/said" && [ "$code" -eq 1 ] && return
  echo "fovea $*: ended with $code and said:"
  cat "$folder/said"
  exit 1
}
says_so report track.toml -o out --force
says_so compare --agree AP,P@5 --plot page.html qrels run other
"$fovea" demo "$folder/demo" >"$folder/shown" 2>"$folder/said"
grep -q 'this fovea was built without the report' "$folder/said"
[ ! -e "$folder/demo/report" ]
