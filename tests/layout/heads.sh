#!/usr/bin/env bash
# Every source file without a header of its own starts with a comment that gives its idea; others say it in the header.
# Usage: heads.sh SRC
set -u
missing=$(find "$1" -name '*.cpp' -o -name '*.h' | while read -r file; do
  [[ $file == *.cpp && -e ${file%.cpp}.h ]] || head -n 1 "$file" | grep -q '^//' || echo "$file"
done)
[ -z "$missing" ] || {
  printf 'no comment at the head of:\n%s\n' "$missing"
  exit 1
}
