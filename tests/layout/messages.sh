#!/usr/bin/env bash
# The library says what is wrong under a code and names no option of the command line; cli/hints.cpp adds what the user
# can do about it, under codes that the library has.
# Usage: messages.sh SRC
set -eu
cd "$1"
wrong=0

if grep -rnE --include='*.cpp' --include='*.h' --exclude-dir=cli '"[^"]*(^|[^-a-z])--[a-z]' .; then
  echo "options named outside of cli/: a diagnostic has a code, and cli/hints.cpp the hint for it"
  wrong=1
fi

codes=$(sed -n 's/^    {"\([a-z-]*\)", ".*/\1/p' cli/hints.cpp)
[ -n "$codes" ] || {
  echo "no hint found in cli/hints.cpp: the check looked in the wrong place"
  exit 1
}
for code in $codes; do
  grep -rqF --include='*.cpp' --exclude-dir=cli "\"$code\"" . ||
    {
      echo "cli/hints.cpp: no diagnostic has the code '$code'"
      wrong=1
    }
done
exit "$wrong"
