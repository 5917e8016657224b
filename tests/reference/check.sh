#!/usr/bin/env bash
# Compares fovea with what the official tools printed for the reference worlds (README.md).
# Usage: check.sh FOVEA
set -u
fovea=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# verdict NAME FILE: FILE holds the differences of one comparison.
verdict() {
  if [ -s "$2" ]; then
    failed=$((failed + 1))
    echo "$1 differs:"
    head -n 5 "$2"
  else
    passed=$((passed + 1))
  fi
}

# inex_options TASK [OPTION]: what our command line calls the options of the official tool.
inex_options() {
  case $1 in
    t) echo --task thorough ;;
    f) echo --task focused ;;
    r) [ "${2:-}" = beta1 ] && echo --task relevant-in-context --score beta=1 || echo --task relevant-in-context --score beta=0.25 ;;
    i) [ "${2:-}" = irr50 ] && echo --task relevant-in-context --score t2i=50 || echo --task relevant-in-context ;;
    b) [ "${2:-}" = n250 ] && echo --task best-in-context --score bep=250 || echo --task best-in-context ;;
  esac
  [ "${2:-}" != c ] || echo -c
}

check_inex_eval() {
  local expected name run task option status
  zstd -dc "$here/inex_eval.tar.zst" | tar -x -C "$work" || exit 1
  for expected in "$work"/inex_eval/*/*.txt; do
    name=$(basename "$expected" .txt)
    IFS=. read -r run task option <<<"$name"
    cd "$(dirname "$expected")" || exit 1
    # shellcheck disable=SC2046
    "$fovea" eval --compat inex_eval -o inex -q --quiet $(inex_options "$task" "$option") judgements.qrels "$run.run" \
      >"$work/ours" 2>/dev/null
    status=$?
    if [ "$(cat "$expected")" = refused ]; then
      [ $status -ne 0 ] && : >"$work/differences" || echo "the tool refuses this run, fovea does not" >"$work/differences"
    else
      diff "$expected" "$work/ours" >"$work/differences"
    fi
    verdict "$(basename "$PWD")/$name" "$work/differences"
  done
}

check_trec_eval() {
  local expected name world option
  zstd -dc "$here/trec_eval.tar.zst" | tar -x -C "$work" || exit 1
  cd "$work/trec_eval" || exit 1
  for expected in *.txt; do
    name=$(basename "$expected" .txt)
    IFS=. read -r world option <<<"$name"
    case $option in
      plain) set -- ;;
      c) set -- -c ;;
      J) set -- -J ;;
      cJ) set -- -c -J ;;
      l2) set -- -l 2 ;;
      M7) set -- -M 7 ;;
      N500) set -- -N 500 ;;
    esac
    "$fovea" eval --compat trec_eval -q --quiet -m all_trec "$@" "$world.qrels" "$world.run" >"$work/ours" 2>/dev/null
    diff "$expected" "$work/ours" | grep '^<' >"$work/differences"
    verdict "trec_eval/$name" "$work/differences"
  done
}

check_inex_eval
check_trec_eval
echo "$passed passed, $failed failed"
# Both archives were read whole: fewer comparisons than outputs means that something was not compared.
[ "$failed" -eq 0 ] && [ "$passed" -eq 1140 ]
