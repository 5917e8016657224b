#!/usr/bin/env bash
# The library of the evaluator uses no symbol of SQLite, libsodium or Boost, and no room but assess/ includes their headers.
# Usage: evaluator_alone.sh LIBRARY SRC
set -eu
library=$1 src=$2
symbols=$(nm -C -u "$library" 2>/dev/null)
[ -n "$symbols" ] || {
  echo "no symbols in $library"
  exit 1
}
if grep -E 'sqlite3_|crypto_pwhash|sodium_|boost::(beast|asio)' <<<"$symbols"; then
  echo "the evaluator's library must know neither database nor server"
  exit 1
fi
if grep -rnE '#include <(sqlite3|sodium|boost/(beast|asio))' "$src" --include='*.h' --include='*.cpp' | grep -v "^$src/assess/"; then
  echo "only assess/ knows database and server"
  exit 1
fi
if grep -rnE '#include <boost/(asio|beast)/' "$src" --include='*.h' --include='*.cpp' | grep -v "^$src/assess/http_server.cpp:"; then
  echo "all that knows Asio and Beast stands in assess/http_server.cpp"
  exit 1
fi
if grep -rn 'sqlite3_exec' "$src"; then
  echo "prepared statements only"
  exit 1
fi
