#!/usr/bin/env bash
# Includes follow the road: a room knows the rooms that src/rooms.txt allows it and no others. TOML has one reader.
# Usage: rooms.sh SRC
set -eu
cd "$1"

# allowed[room]: itself and everything that the rooms it names may include. Rooms stand in the order of the road, so
# those before are known.
declare -A allowed
while IFS=: read -r room includes; do
  allowed[$room]=" $room "
  for other in $includes; do
    [ -n "${allowed[$other]:-}" ] || { echo "src/rooms.txt: '$room' may include '$other', which does not stand above it"; exit 1; }
    allowed[$room]+=${allowed[$other]}
  done
done < <(grep -E '^[a-z.]+:' rooms.txt)

wrong=0
files=0
while IFS=: read -r file line include; do
  files=$((files + 1))
  room=${file%%/*}
  target=${include#*\"}
  target=${target%%[/\"]*}
  case "${allowed[$room]:-}" in
    *" $target "*) ;;
    *)
      echo "src/$file:$line: '$room' includes '$target', which src/rooms.txt does not allow"
      wrong=1
      ;;
  esac
done < <(find . -name '*.h' -o -name '*.cpp' | sed 's|^\./||' | sort | xargs grep -n '^#include "')
[ "$files" -gt 0 ] || { echo "no include found below $1: the check looked in the wrong place"; exit 1; }

# A parser without a limit on depth is one file away from a crash.
if grep -rnE --include='*.cpp' --include='*.h' 'toml::parse\(|<toml\+\+' . | grep -v '^\./files/toml\.'; then
  echo "TOML parsed outside of files/toml.cpp, which limits size and depth"
  wrong=1
fi
exit "$wrong"
