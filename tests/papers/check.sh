#!/usr/bin/env bash
# Compares the pages of docs/papers with the list of the papers' items (items.tsv): every item has an entry, every entry is an
# item, and an entry shows a command or says why it cannot be rerun.
# An entry is a heading "### Table 3: …" or, for several, "### Equations 2–5: …".
# Usage: check.sh PAPERS_FOLDER [ITEMS]
set -eu
folder=$1
items=${2:-$(dirname "$0")/items.tsv}
entries=$(mktemp)
trap 'rm -f "$entries"' EXIT
for page in "$folder"/*.md; do
  name=$(basename "$page" .md)
  [ "$name" = README ] && continue
  awk -v page="$name" '
    function end_entry() {
      if (heading != "" && !shown) { printf "%s: %s: no command, and no \"Cannot be rerun\"\n", page, heading > "/dev/stderr"; wrong = 1 }
      heading = ""
    }
    /^##+ / { end_entry() }
    /^### / {
      heading = substr($0, 5); shown = 0
      if (match(heading, /^(Table|Figure|Equation|Experiment) [0-9]+: ./)) {
        split(heading, part, ":"); print page "\t" part[1]
      } else if (match(heading, /^Equations [0-9]+–[0-9]+: ./)) {
        numbers = heading; sub(/–/, " ", numbers); split(numbers, part, /[ :]/)
        for (i = part[2]; i <= part[3]; ++i) print page "\tEquation " i
      } else { printf "%s: found heading \"%s\", expected an item\n", page, heading > "/dev/stderr"; wrong = 1 }
    }
    /^```console$/ || /Cannot be rerun/ { shown = 1 }
    END { end_entry(); exit wrong }' "$page" >>"$entries" || failed=1
done
# < is an item without an entry, > an entry that is no item.
if ! diff <(grep -v '^#' "$items" | cut -f 1,2 | LC_ALL=C sort) <(LC_ALL=C sort "$entries"); then failed=1; fi
[ -z "${failed:-}" ] || exit 1
echo "$(wc -l <"$entries") items in $(find "$folder" -name "*.md" -not -name README.md | wc -l) pages"
