# `fovea check` on 1.5 million rows, read, checked against a task and summarised, against `wc -l` on the same file.
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
runs_data=$data/eval
if [ ! -f "$runs_data/passages.run" ]; then
  mkdir -p "$runs_data"
  "$build/bench/bench_generate" "$runs_data" 1000 1500
fi

"$build/fovea" check --task relevant-in-context -j 1 "$runs_data/passages.run" >"$scratch/summary"
check "all rows were read" grep -q '^  results    1500000 ' "$scratch/summary"

for kind in passages:relevant-in-context documents:document; do
  file=$runs_data/${kind%%:*}.run task=${kind##*:}
  measure 7 wc -l "$file"
  count=$wall
  bytes=$(stat -c %s "$file")
  measure 7 "$build/fovea" check --task "$task" -j 1 "$file"
  row "check: ${kind%%:*}, one core (wc -l)" "$wall" "$count" \
    "$(awk -v b="$bytes" -v s="$wall" 'BEGIN { printf "%.0f MB/s, goal >= 300", b / s / 1e6 }')"
  row "check: ${kind%%:*}, one core, memory (64 MB)" "$peak" 64 "<= 1" MB
  measure 7 "$build/fovea" check --task "$task" "$file"
  row "check: ${kind%%:*}, all cores (wc -l)" "$wall" "$count" ""
done
