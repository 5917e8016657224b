# Evaluation in shards: tasks of a process against a plain evaluation of the same rows, merging and finishing states, and, where
# pyspark is installed, Spark against Spark with a dummy. bench/scale.py does the work and the timing.
environment=$PWD/build-python/environment
python=$environment/bin/python
if [ ! -x "$python" ] || [ ! -f "$build"/python/fovea/_native.abi3.so ]; then
  echo "scale: SKIPPED without the extension, which ./dev bench builds where PyPI can be reached" >&2
  return 0
fi
python/link.sh "$build"
scale() { PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 "$python" bench/scale.py "$data/scale" "$@"; }
scale generate
check "shards have the scores of one machine" scale agree
# CPU seconds and peak memory (MB), the best of three.
figure() { read -r seconds megabytes < <(scale "$1"); }
figure whole
whole=$seconds
figure tasks
row "scale: files as tasks, after the first (plain evaluation)" "$seconds" "$whole" "<= 1.5"
figure merge
row "scale: merge of 10^7 rows (1 s)" "$seconds" 1 "<= 1"
figure finish
row "scale: finish of 10^7 rows (2 s)" "$seconds" 2 "<= 1"
figure stored
row "scale: 10^7 rows finished run by run, memory (1 GB)" "$megabytes" 1024 "<= 1" MB
if [ -x build-python/spark/bin/python ]; then
  python=$PWD/build-python/spark/bin/python
  figure spark-dummy
  dummy=$seconds
  figure spark-rows
  row "scale: loose rows on Spark (Spark with a dummy)" "$seconds" "$dummy" "<= 1.2"
fi
