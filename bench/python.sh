# The Python package against pytrec_eval, ir_measures and ranx, each in a process of its own: 1,000 topics × 1,000 results, 200
# judged; AP, P@10, RR, nDCG@10, R@100. bench/python_peers.py does the work and the timing; the figures must agree (those of ranx
# to the eighth decimal: it sums AP in another order).
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
environment=$PWD/build-python/environment
python=$environment/bin/python
if [ ! -x "$python" ] || [ ! -f "$build"/python/fovea/_native.abi3.so ]; then
  echo "python: SKIPPED without the extension, which ./dev bench builds where PyPI can be reached" >&2
  return 0
fi
python/link.sh "$build"
peers() { PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 "$python" bench/python_peers.py "$data/python" "$@"; }
peers generate
# peer WHAT TOOL: CPU seconds and peak memory (MB), the best of three.
peer() { read -r seconds megabytes < <(peers "$1" "$2"); }

check "all tools have the same figures" peers agree
for case in import files dicts pandas polars shuffled small one; do
  peer $case fovea
  ours=$seconds ours_memory=$megabytes
  case $case in
    import) row "python: import (0.03 s)" "$ours" 0.03 "<= 1" ;;
    polars)
      peer pandas ir_measures
      row "python: polars frames (ir_measures, pandas)" "$ours" "$seconds" "<= 0.05"
      ;;
    pandas)
      peer pandas ir_measures
      row "python: pandas frames (ir_measures)" "$ours" "$seconds" "<= 0.05"
      ;;
    shuffled)
      peer pandas ir_measures
      row "python: pandas frames, shuffled (ir_measures)" "$ours" "$seconds" "<= 0.15"
      ;;
    files)
      peer files pytrec_eval
      row "python: two files to means, import too (pytrec_eval)" "$ours" "$seconds" "<= 0.15"
      row "python: the same, memory" "$ours_memory" "$megabytes" "<= 0.5" MB
      ;;
    dicts)
      peer dicts pytrec_eval
      row "python: dicts (pytrec_eval)" "$ours" "$seconds" "<= 0.6"
      ;;
    small)
      peer small pytrec_eval
      row "python: 472 topics x 5, dicts (pytrec_eval)" "$ours" "$seconds" "<= 1" ms
      ;;
    one)
      peer one pytrec_eval
      row "python: one topic x 5 (pytrec_eval)" "$ours" "$seconds" "<= 0.2" us
      ;;
  esac
done
if "$python" -c 'import ranx' 2>/dev/null; then
  peer dicts fovea
  ours=$seconds
  peer dicts ranx
  row "python: dicts (ranx)" "$ours" "$seconds" ""
fi
