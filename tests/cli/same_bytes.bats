# One evaluation, asked for in many ways, over random worlds with good and with bad rows: a run alone and beside another,
# from a file, from standard input, packed, on one thread and on several. Figures, messages and exit codes are the same.

setup() {
  load helpers
}

# said NAME COMMAND…: keeps in NAME.out what COMMAND prints, its messages (with the run's name as a file made the same)
# and its exit code.
said() {
  local name=$1 code=0
  shift
  "$@" > "$name.out" 2> "$name.err" || code=$?
  sed -i -E 's/(^|fovea: )(a\.gz|a\.zst|-|<stdin>|standard input):/\1a:/' "$name.err"
  echo "$code" >> "$name.out"
}

same() {
  cmp "$1.out" "$2.out" && cmp "$1.err" "$2.err" || { echo "seed $seed: $1 and $2 differ"; cat "$1.err" "$2.err"; return 1; }
}

@test "a run says the same from a file, from standard input, packed, and on any number of threads" {
  for seed in $(seq 1 12); do
    python3 "$BATS_TEST_DIRNAME/same_bytes.py" "$seed"
    gzip -kf a
    zstd -qkf a
    said file fovea eval -q q a
    said again fovea eval -q -j 1 q a
    same file again
    said again fovea eval -q -j 7 q a
    same file again
    said again fovea eval -q q a.gz
    same file again
    said again fovea eval -q q a.zst
    same file again
    said again fovea eval -q q - < a
    same file again
    said again fovea eval -q q - < <(cat a)
    same file again
    gzip -c q > q.gz
    said again fovea eval -q q.gz a
    sed -i -E 's/(^|fovea: )q\.gz:/\1q:/' again.err
    same file again
  done
}

@test "a run has the same figures alone and beside another" {
  compared=0
  measures=('AgP,AgP(t2i=300),charP,charR,IoU@3' 'AP,P@5,nDCG,RR')
  for seed in $(seq 1 24); do
    python3 "$BATS_TEST_DIRNAME/same_bytes.py" "$seed"
    wanted=${measures[$((seed % 2))]}
    for run in a b; do
      fovea eval -q -o csv -m "$wanted" q "$run" > "$run.csv" 2> /dev/null || continue 2
    done
    said both fovea eval -q -o csv -m "$wanted" q a b
    for run in a b; do
      cmp <(sed 1d "$run.csv" | sort) <(grep "^$run," both.out | sort) || { echo "seed $seed, run $run"; return 1; }
    done
    compared=$((compared + 1))
  done
  [ "$compared" -ge 10 ]
}
