# Files that hold several runs, in every format that names the run of a row.

setup() {
  load helpers
  printf '%s\n' '1 0 a 1' '2 0 b 1' > j.qrels
}

# In one row per run and topic: the first run is right for both topics, the second for none.
rows() {
  local run=$1 one=$2 two=$3 shape=$4
  case $shape in
    trec) printf '1 Q0 %s 1 9 %s\n2 Q0 %s 1 9 %s\n' "$one" "$run" "$two" "$run" ;;
    element) printf '1 Q0 %s 1 9 %s /article[1]\n2 Q0 %s 1 9 %s /article[1]\n' "$one" "$run" "$two" "$run" ;;
    fol) printf '1 Q0 %s 1 9 %s 0 10\n2 Q0 %s 1 9 %s 0 10\n' "$one" "$run" "$two" "$run" ;;
    range) printf '1 Q0 %s 1 9 %s /a[1] /a[1]\n2 Q0 %s 1 9 %s /a[1] /a[1]\n' "$one" "$run" "$two" "$run" ;;
    genomics) printf '1 %s 1 9 0 10 %s\n2 %s 1 9 0 10 %s\n' "$one" "$run" "$two" "$run" ;;
    jsonl) printf '{"topic":"1","doc":"%s","run":"%s"}\n{"topic":"2","doc":"%s","run":"%s"}\n' "$one" "$run" "$two" "$run" ;;
  esac
}

@test "several runs in one file are scored one by one" {
  local shape
  for shape in trec element fol range genomics jsonl; do
    rows good a b $shape > good.$shape
    rows bad x y $shape > bad.$shape
    cat good.$shape bad.$shape > both
    paste -d '\n' good.$shape bad.$shape > mixed
    for file in both mixed; do
      run --separate-stderr fovea eval -o tsv -m AP j.qrels $file
      [ "$status" -eq 0 ]
      [[ "$output" == *"good"*"1.0000"*"bad"*"0.0000"* ]]
      run --separate-stderr fovea eval -o tsv -m AP j.qrels - < $file
      [[ "$output" == *"good"*"1.0000"*"bad"*"0.0000"* ]]
      run --separate-stderr fovea compare -o csv -m AP j.qrels $file
      [ "$status" -eq 0 ]
      [[ "$output" == *good*bad* ]]
      run fovea fuse $file -o fused
      [ "$status" -eq 0 ]
      # One run is wanted here.
      run fovea convert --to trec $file
      [ "$status" -eq 2 ]
      [[ "$output" == *"$file: found the runs 'good' and 'bad' in one file, expected one run"* ]]
    done
    # As files of their own.
    run --separate-stderr fovea eval -q -m AP j.qrels both
    printf '%s\n' "$output" | sort > one
    run --separate-stderr fovea eval -q -m AP j.qrels good.$shape bad.$shape
    printf '%s\n' "$output" | sort | cmp - one
  done
}

@test "faults of a run among others are told with the line of the file" {
  printf '1 Q0 a 1 9 x\n1 Q0 b 1 y y\n' > both
  run fovea eval -m AP j.qrels both
  [ "$status" -eq 2 ]
  [[ "$output" == *"both:2:10: found 'y'"* ]]
  printf '%s\n' '{"topic":"1","doc":"a","run":"x"}' '{"topic":"1","doc":"b","run":"y"}' '{"topic":"1","doc":"c"}' > both
  run fovea eval -m AP j.qrels both
  [ "$status" -eq 2 ]
  [[ "$output" == *"both:3: found a row without a run, expected the run that it is of"* ]]
}

@test "a second run deep inside a file is never taken for the first" {
  for shape in trec genomics jsonl; do
    { for i in $(seq 300); do rows good a$i b$i $shape; done; rows bad x y $shape; for i in $(seq 300); do rows good c$i d$i $shape; done; } > deep
    run fovea eval -m AP j.qrels deep
    [ "$status" -eq 2 ]
    [[ "$output" == *"deep:601:"*"'bad', expected 'good', as the first and last rows have"* ]] || [[ "$output" == *"deep:601"*"'bad'"* ]]
  done
}

@test "trec_eval's mode reads all rows as one run, as trec_eval does" {
  { rows good a b trec; rows bad x y trec; } > both
  run --separate-stderr fovea eval --compat trec_eval -m runid -m num_ret j.qrels both
  [ "$status" -eq 0 ]
  [[ "$output" == *bad*4 ]]
}
