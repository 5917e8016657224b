# The page of assessors with an article of 1 MB, in chromium: milliseconds against the goals of its design, for a desktop and for a phone with
# a processor four times slower. The reference is the goal itself.
if command -v chromium >/dev/null; then
  rm -rf "$build/web/test"
  cp -r web/test "$build/web/test"
  (cd "$build/web" && FOVEA=$build/fovea node test/assess_bench.mjs) >"$scratch/page"
  while IFS=$'\t' read -r what value goal; do
    [ -z "$goal" ] || row "page: $what" "$value" "$goal" "≤ 1" ms
  done < <(grep -P '\t' "$scratch/page")
fi
