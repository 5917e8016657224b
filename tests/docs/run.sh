#!/usr/bin/env bash
# Runs every command shown in a page and compares what it prints with what the page says.
#
# Commands stand in ```console blocks: "$ command", continued by "> " lines; the lines below are its output
# (standard output and error together). A line "…" stands for any lines. All blocks of a page run in one shell
# in one empty folder, where `fovea` is the binary under test.
# Usage: run.sh FOVEA PAGE…
set -u
fovea=$1
shift
failures=0
commands=0

# Splits a page into NNN.command, NNN.expected and NNN.line, one triple per command.
split_page() {
  awk -v folder="$2" '
    /^```console$/ { inside = 1; next }
    /^```/ { inside = 0; next }
    !inside { next }
    /^\$ / { n = sprintf("%s/%03d", folder, ++count); print substr($0, 3) > (n ".command"); print FNR > (n ".line")
             printf "" > (n ".expected"); shown = 0; next }
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
  local page=$1 work parts command
  work=$(mktemp -d)
  parts=$(mktemp -d)
  split_page "$page" "$parts"
  mkdir "$parts/bin"
  ln -s "$fovea" "$parts/bin/fovea"
  PATH="$parts/bin:$PATH"
  cd "$work" || exit 1
  for command in "$parts"/*.command; do
    [ -e "$command" ] || continue
    commands=$((commands + 1))
    # shellcheck disable=SC1090
    source "$command" >"${command%.command}.output" 2>&1 </dev/null
    if ! matches "${command%.command}.output" "${command%.command}.expected"; then
      echo "$page:$(cat "${command%.command}.line"): the command prints something else"
      diff "${command%.command}.expected" "${command%.command}.output" | head -n 40
      failures=$((failures + 1))
    fi
  done
  cd / && rm -rf "$work" "$parts"
}

for page in "$@"; do run_page "$page"; done
echo "$commands commands of $# pages, $failures wrong"
[ "$commands" -gt 0 ] && [ "$failures" -eq 0 ]
