#!/usr/bin/env bash
# Includes follow the road: a room knows the rooms to its left and nothing to its right (ARCHITECTURE.md).
# Usage: rooms.sh SRC
set -eu
cd "$1"

allowed() {
  case "$1" in
    text) echo "text" ;;
    xml) echo "text xml" ;;
    collection) echo "text xml collection" ;;
    topics) echo "text xml topics" ;;
    runs) echo "text xml collection topics runs" ;;
    judgements) echo "text xml collection topics judgements" ;;
    measures) echo "text xml collection topics runs judgements measures" ;;
    stats) echo "text stats" ;;
    simulate) echo "text xml collection topics runs judgements measures stats simulate" ;;
    report) echo "text xml collection topics runs judgements measures stats simulate report" ;;
    cli) echo "text xml collection topics runs judgements measures stats simulate report cli" ;;
    *) echo "" ;;
  esac
}

wrong=0
files=0
while IFS=: read -r file line include; do
  files=$((files + 1))
  room=${file%%/*}
  target=${include#*\"}
  target=${target%%/*}
  case " $(allowed "$room") " in
    *" $target "*) ;;
    *)
      echo "src/$file:$line: '$room' includes '$target', allowed: $(allowed "$room")"
      wrong=1
      ;;
  esac
done < <(find . -name '*.h' -o -name '*.cpp' | sed 's|^\./||' | sort | xargs grep -n '^#include "')
[ "$files" -gt 0 ] || { echo "no include found below $1: the check looked in the wrong place"; exit 1; }
exit "$wrong"
