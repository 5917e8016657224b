#!/usr/bin/env bash
# Includes follow src/rooms.txt: a room, and a folder of a room that is listed there, includes what its line allows and
# nothing else. TOML has one reader. The steps of a search ask a model's record and never which model it is.
# Usage: rooms.sh SRC
set -eu
cd "$1"

# allowed[room]: itself and everything that the rooms it names may include. Rooms stand in the order of the road, so
# those before are known.
declare -A allowed
while IFS=: read -r room includes; do
  allowed[$room]=" $room "
  for other in $includes; do
    [ -n "${allowed[$other]:-}" ] || {
      echo "src/rooms.txt: '$room' may include '$other', which does not stand above it"
      exit 1
    }
    allowed[$room]+=${allowed[$other]}
  done
done < <(grep -E '^[a-z./]+:' rooms.txt)

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
  # Inside of a room whose folders have an order, theirs counts too.
  folder=${file%/*}
  target=${include#*\"}
  target=${target%/*}
  [ "$folder" != "$room" ] && [ "$room" = "${target%%/*}" ] && [ -n "${allowed[$folder]:-}" ] || continue
  case "${allowed[$folder]}" in
    *" $target "*) ;;
    *)
      echo "src/$file:$line: '$folder' includes '$target', which src/rooms.txt does not allow"
      wrong=1
      ;;
  esac
done < <(find . -name '*.h' -o -name '*.cpp' | sed 's|^\./||' | sort | xargs grep -n '^#include "')
for folder in $(find search -mindepth 2 -name '*.cpp' -printf '%h\n' | sort -u); do
  [ -n "${allowed[$folder]:-}" ] || {
    echo "src/rooms.txt has no line for '$folder'"
    wrong=1
  }
done
[ "$files" -gt 0 ] || {
  echo "no include found below $1: the check looked in the wrong place"
  exit 1
}

# A parser without a limit on depth is one file away from a crash.
if grep -rnE --include='*.cpp' --include='*.h' 'toml::parse\(|<toml\+\+' . | grep -v '^\./files/toml\.'; then
  echo "TOML parsed outside of files/toml.cpp, which limits size and depth"
  wrong=1
fi
if grep -rnE --include='*.cpp' --include='*.h' '[=!]= *&(search::)?k[A-Z]' search tune; then
  echo "a comparison with a model's address: give its record a trait (search/models/model.h)"
  wrong=1
fi
exit "$wrong"
