#!/usr/bin/env bash
# Every link from a page to a file of the repository leads to one, and to a heading of it where it names one.
# Usage: links.sh REPOSITORY
set -eu
cd "$1"
# headings FILE: what its headings are called in links, as GitHub has it.
headings() {
  awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); print tolower($0) }' "$1" |
    sed -E 's/[^[:alnum:] _-]//g; s/ /-/g'
}
broken=$(find . -name '*.md' -not -path './build*' -not -path '*/node_modules/*' | while read -r page; do
  awk '/^```/ { code = !code } !code' "$page" | sed 's/`[^`]*`//g' | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' | sort -u | while read -r link; do
    case $link in *://* | mailto:*) continue ;; esac
    file=${link%%#*}
    target=$(dirname "$page")/$file
    [ -n "$file" ] || target=$page
    if [ ! -e "$target" ]; then
      echo "$page: $link: there is no such file"
    elif [ "$link" != "$file" ] && [[ $target == *.md ]] && ! headings "$target" | grep -qxF -- "${link#*#}"; then
      echo "$page: $link: there is no such heading"
    fi
  done
done)
[ -z "$broken" ] || {
  echo "$broken"
  exit 1
}
