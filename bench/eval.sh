# `fovea eval` on 1,000 topics × 1,500 results, against `wc -l` on the same run, timed in the same minute.
# Where trec_eval is installed, -m AP is timed against it too. inex_eval took 9.1 s for AiP and 6.5 s for
# AgP(t2i=300) where `wc -l` took 0.012 s: a hundredth of that is 7.6 and 5.4 × `wc -l`.
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
eval_data=$data/eval
if [ ! -f "$eval_data/passages.run" ]; then
  mkdir -p "$eval_data"
  "$build/bench/bench_generate" "$eval_data" 1000 1500
fi
highlights=$eval_data/highlights.qrels passages=$eval_data/passages.run
documents=$eval_data/documents.run grades=$eval_data/documents.qrels

# The figures must not depend on the number of threads.
for threads in 1 2; do
  "$build/fovea" eval --quiet -p full -j $threads "$highlights" "$passages" >"$scratch/eval-$threads"
done
check "the same figures on one thread and two" cmp "$scratch/eval-1" "$scratch/eval-2"

measure 7 wc -l "$passages"
count=$wall
measure 7 "$build/fovea" eval --quiet -m AiP "$highlights" "$passages"
row "eval: AiP, 1.5 million passages (wc -l)" "$wall" "$count" "<= 7.6"
measure 7 "$build/fovea" eval --quiet -m 'AgP(t2i=300)' "$highlights" "$passages"
row "eval: AgP(t2i=300), 1.5 million passages (wc -l)" "$wall" "$count" "<= 5.4"
measure 7 "$build/fovea" eval --quiet "$highlights" "$passages"
row "eval: all default measures (wc -l)" "$wall" "$count" "<= 10"
default_peak=$peak

measure 7 wc -l "$documents"
count=$wall
measure 7 "$build/fovea" eval --quiet -m AP "$grades" "$documents"
ap=$wall
row "eval: AP, 1.5 million documents (wc -l)" "$ap" "$count" ""
if command -v trec_eval >/dev/null; then
  measure 3 trec_eval -m map "$grades" "$documents"
  row "eval: AP (trec_eval -m map)" "$ap" "$wall" "<= 0.1"
fi

# Memory: that of the judgements with a run of one row, and with a run ten times as large.
head -n 1 "$passages" >"$scratch/one.run"
measure 3 "$build/fovea" eval --quiet -m AP "$highlights" "$scratch/one.run"
judgements_peak=$peak
row "eval: memory (judgements alone)" "$default_peak" "$judgements_peak" "<= judgements + 64" MB
if [ ! -f "$eval_data/tenfold.run" ]; then
  for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$passages"; done | sort -s -n -k1,1 >"$eval_data/tenfold.run"
fi
measure 1 "$build/fovea" eval --quiet -m AP "$highlights" "$eval_data/tenfold.run"
row "eval: memory, run ten times as large (judgements alone)" "$peak" "$judgements_peak" "<= judgements + 64" MB

# Many runs in one call, on one core and on two; and how long it takes to do nothing.
mkdir -p "$scratch/runs"
head -n 75000 "$passages" >"$scratch/first.run"
for i in $(seq 200); do ln -s "$scratch/first.run" "$scratch/runs/$i.run"; done
measure 2 "$build/fovea" eval --quiet -j 1 -m 'AgP(t2i=300)' "$highlights" "$scratch"/runs/*.run
one=$wall
measure 2 "$build/fovea" eval --quiet -j 2 -m 'AgP(t2i=300)' "$highlights" "$scratch"/runs/*.run
row "eval: 200 runs on one core (two cores)" "$one" "$wall" ">= 1.8"
printf 't Q0 a 1 10 0 0:1\n' >"$scratch/tiny.qrels"
printf 't Q0 a 1 1 r 0 1\n' >"$scratch/tiny.run"
measure 5 "$build/fovea" eval --quiet -m AP "$scratch/tiny.qrels" "$scratch/tiny.run"
row "eval: start-up (goal 10 ms)" "$wall" 0.010 "<= 1"
