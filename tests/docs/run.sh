#!/usr/bin/env bash
# Runs every command shown in a page and compares what it prints with what the page says.
#
#   ```xml file=NAME   the block becomes the file NAME
#   ```console         "$ command", continued by "> " lines; the lines below are its output (standard output and
#                      error together). A line "…" stands for any lines, "[exit N]" for an exit code that is not 0.
#
# All blocks of a page run in one shell in one empty folder, where `fovea` is the binary under test.
# Usage: run.sh FOVEA PAGE…
set -u
fovea=$1
shift
failures=0
commands=0

# Splits a page into NNN.command, NNN.expected and NNN.line, one triple per command or file.
split_page() {
  awk -v folder="$2" '
    function begin(line) {
      n = sprintf("%s/%03d", folder, ++count)
      print line > (n ".command"); print FNR > (n ".line"); printf "" > (n ".expected"); shown = 0
    }
    /^```console$/ { mode = "console"; next }
    /^```.* file=/ { mode = "file"; name = $0; sub(/.* file=/, "", name); begin("cat > " name " <<'\''END OF FILE'\''"); next }
    /^```/ { if (mode == "file") print "END OF FILE" > (n ".command"); mode = ""; next }
    mode == "file" { print > (n ".command"); next }
    mode != "console" { next }
    /^\$ / { begin(substr($0, 3)); next }
    /^> / && !shown { print substr($0, 3) > (n ".command"); next }
    { shown = 1; print > (n ".expected") }' "$1"
}

# Whether the output in $1 is what $2 expects.
matches() {
  local pattern='' line first=1
  while IFS= read -r line || [ -n "$line" ]; do
    if [ "$line" = "…" ]; then
      pattern+='*'
      first=1
    else
      [ $first -eq 1 ] || pattern+=$'\n'
      pattern+=$(printf '%s' "$line" | sed 's/[][\\*?+@!()|]/\\&/g')
      first=0
    fi
  done <"$2"
  # shellcheck disable=SC2053
  [[ "$(cat "$1")" == $pattern ]]
}

run_page() {
  local page=$1 work parts command output expected expected_status status=0
  work=$(mktemp -d)
  parts=$(mktemp -d)
  split_page "$page" "$parts"
  mkdir "$parts/bin"
  ln -s "$fovea" "$parts/bin/fovea"
  PATH="$parts/bin:$PATH"
  export XDG_CACHE_HOME=$parts/cache
  cd "$work" || exit 1
  for command in "$parts"/*.command; do
    [ -e "$command" ] || {
      echo "$page: no command found"
      failures=$((failures + 1))
      break
    }
    commands=$((commands + 1))
    output=${command%.command}.output
    expected=${command%.command}.expected
    (exit "$status") # so that the page may ask for $?
    # shellcheck disable=SC1090
    source "$command" >"$output" 2>&1 </dev/null
    status=$?
    # The exit code is compared by itself: a "…" on the last line would hide it.
    expected_status=$(sed -n 's/^\[exit \([0-9]*\)\]$/\1/p' "$expected" | tail -n 1)
    sed -i '/^\[exit [0-9]*\]$/d' "$expected"
    if [ "$status" -ne "${expected_status:-0}" ]; then
      echo "$page:$(cat "${command%.command}.line"): the command exits with $status, expected ${expected_status:-0}"
      failures=$((failures + 1))
    fi
    if ! matches "$output" "$expected"; then
      echo "$page:$(cat "${command%.command}.line"): the command prints something else"
      diff "$expected" "$output" | head -n 40
      failures=$((failures + 1))
    fi
  done
  cd / && rm -rf "$work" "$parts"
}

for page in "$@"; do run_page "$page"; done
echo "$commands commands of $# pages, $failures wrong"
[ "$commands" -gt 0 ] && [ "$failures" -eq 0 ]
