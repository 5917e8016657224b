# Evaluation in shards, each case in a process of its own: tasks against a plain evaluation of the same rows, merging and finishing
# states, memory where there is more than memory holds, slow storage, and, where ./dev test --spark has installed it, Spark against
# Spark with a dummy. bench/scale.py does the work and the timing.
# FOVEA_SCORE_ROWS=100000000 takes 10^8 score rows to finish run by run (1 GB of disk, some minutes).
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
environment=$PWD/build-python/environment
python=$environment/bin/python
if [ ! -x "$python" ] || [ ! -f "$build"/python/fovea/_native.abi3.so ]; then
  echo "scale: SKIPPED without the extension, which ./dev bench builds where PyPI can be reached" >&2
  return 0
fi
python/link.sh "$build"
scale() { PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 "$python" bench/scale.py "$data/scale" "$@"; }
# CPU seconds, wall seconds, peak memory (MB).
figure() { read -r seconds waited megabytes < <(scale "$@"); }

scale generate
check "shards have the scores of one machine" scale agree
figure whole
whole=$seconds
figure tasks
row "scale: 2 x 10^6 results, files as tasks (plain evaluation)" "$seconds" "$whole" "<= 1.5"
figure piece group
group=$megabytes
figure piece sorted
row "scale: memory of a shard of 20 row groups (of one)" "$megabytes" "$group" "<= 1.2" MB

rows=4000000
figure merge $rows
row "scale: merge of 4 x 10^6 score rows (10^7 rows/s)" "$seconds" 0.4 "<= 1"
figure finish $rows
row "scale: finish of 4 x 10^6 score rows (5 x 10^6 rows/s)" "$seconds" 0.8 "<= 1"

# All runs, then a tenth of them: memory is that of one run, however many there are.
score_rows=${FOVEA_SCORE_ROWS:-10000000}
runs=$((score_rows / 100000))
scale store $runs 100000
figure finish-stored $runs
all_seconds=$seconds all_megabytes=$megabytes
row "scale: $score_rows rows finished run by run (10^6 a second)" "$all_seconds" "$((score_rows / 1000000))" "<= 1"
figure finish-stored $((runs / 10))
row "scale: memory of it (of a tenth of the runs)" "$all_megabytes" "$megabytes" "<= 1.1" MB
rm -rf "$data/scale/states"

# Every request to the folder of runs takes 50 ms: as many tasks at a time as there are files wait together.
slow() {
  { read -r seconds waited megabytes && read -r sum; } < <(LD_PRELOAD=$build/bench/slow_storage.so \
    FOVEA_SLOW_FOLDER=$data/scale/runs FOVEA_SLOW_MS=50 scale slow "$1")
}
slow 1
alone=$waited sum_alone=$sum
slow 20
check "slow storage changes no score" test "$sum" = "$sum_alone"
row "scale: slow storage, 20 tasks at a time (one)" "$waited" "$alone" "<= 0.3"

if [ -x build-python/spark/bin/python ]; then
  python=$PWD/build-python/spark/bin/python
  check "Spark has the scores of one machine" scale spark
  {
    read -r dummy waited megabytes
    read -r loose waited megabytes
    read -r files waited megabytes
  } <"$scratch/out"
  row "scale: loose rows on Spark (Spark with a dummy)" "$loose" "$dummy" "<= 1.2"
  row "scale: files as tasks of Spark (plain evaluation)" "$files" "$whole" "<= 1.5"
else
  echo "scale: SKIPPED on Spark, which ./dev test --spark installs" >&2
fi
