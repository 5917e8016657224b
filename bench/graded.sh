#!/usr/bin/env bash
# All metrics over graded elements on an evaluation the size of INEX 2003 (56 runs x 36 topics x 1,500 results,
# 12,000 documents of 1,500 elements), on one core: seconds, the growth from 100 to 1,500 results, and the ratio
# to 'wc -l' on the same runs.
# Usage: graded.sh [DOCUMENTS [RUNS [TOPICS]]]
set -eu
cd "$(dirname "$0")/.."
documents=${1:-12000} runs=${2:-56} topics=${3:-36}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

measures=(-m 'inex2002(quant=strict),inex2002(quant=gen),inex2003s(quant=strict),inex2003s,inex2003o(quant=strict),inex2003o'
          -m 'XCG@1500,nXCG@5,10,50,1500,AnXCG,MAnXCG@1500,ep@0.10,MAep,Overlap')
seconds() { # COMMAND…: user and system time on one core
  local TIMEFORMAT='%U %S'
  { time taskset -c 0 "$@" >"$folder/out"; } 2>&1 | tail -n 1 | awk '{print $1 + $2}'
}

echo "graded: $runs runs, $topics topics, $documents documents of 1,500 elements, one core, all metrics together"
before=''
for results in 100 500 1500; do
  build/bench/bench_graded_generate "$folder" "$documents" "$runs" "$topics" "$results"
  cat "$folder/runs-$results/"* >/dev/null
  wc=$(seconds wc -l "$folder/runs-$results/"*)
  # What is done once whatever the runs: reading the assessments, building the recall bases.
  one=$(seconds build/fovea eval --quiet -j 1 --collection "$folder/ieee.fovea" "${measures[@]}" "$folder/assessments" \
    <(printf '1 Q0 %s 1 1 one /article[1]\n' co/1995/r00000))
  all=$(seconds build/fovea eval --quiet -j 1 --collection "$folder/ieee.fovea" "${measures[@]}" "$folder/assessments" \
    "$folder/runs-$results/"*)
  awk -v r="$results" -v a="$all" -v o="$one" -v w="$wc" -v n="$((runs * topics * results))" 'BEGIN {
    printf "graded: %5d results a topic  %6.2f s, %.2f s of it set-up; %.2f us a result; %.0f x wc -l\n",
           r, a, o, 1e6 * (a - o) / n, a / (w > 0.001 ? w : 0.001) }'
  before+="$results $all $one "
done
echo "$before" | awk '{ printf "graded: from 100 to 1500 results (x 15) the work beyond set-up grows x %.1f\n", ($8 - $9) / ($2 - $3) }'
