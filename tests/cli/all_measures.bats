# Every measure in every command that takes measures: no crash, and the same refusal everywhere.

setup() {
  load helpers
  mkdir docs
  local d
  for d in a b c; do
    printf '<article><p>%s harbour light on the northern shore of %s</p><p>the keeper of %s left</p></article>' $d $d $d > docs/$d.xml
  done
  fovea catalog build docs.fovea docs --quiet
  fovea index docs.fovea -o docs.index --quiet
  printf '1\tharbour light\n2\tkeeper left\n' > topics.tsv
  printf '%s\n' '1 Q0 a 10 60 0 0:10' '1 Q0 b 0 60' '2 Q0 b 8 60 40 40:8' '2 Q0 c 8 60 40 40:8' > j.qrels
  printf '%s\n' '1 Q0 a 1 2 one 0 20' '1 Q0 b 2 1 one 0 9' '2 Q0 b 1 2 one 30 20' > one.run
  printf '%s\n' '1 Q0 b 1 2 two 0 20' '1 Q0 a 2 1 two 0 30' '2 Q0 c 1 2 two 35 20' > two.run
  fovea pool build --quiet --size 3 -o pool.jsonl one.run two.run
  printf '%s\n' 'title = "t"' 'collection = "docs.fovea"' 'judgements = "j.qrels"' \
    '[[run]]' 'file = "one.run"' 'task = "focused"' '[[run]]' 'file = "two.run"' 'task = "focused"' > track.toml
}

# Every name of `fovea measures`, sets included, with a cutoff where it needs one.
all_measures() {
  fovea measures | sed -n 's/^  \([^ ]*\).*/\1/p' | sed 's/\[@.\]//; s/@k$/@5/; s/@x$/@0.1/'
}

# All commands that take measures, each as a line.
commands_with() {
  local m=$1
  echo "compare --collection docs.fovea -m $m j.qrels one.run two.run"
  echo "compare --collection docs.fovea --agree $m,P@1 j.qrels one.run two.run"
  echo "compare --collection docs.fovea --agree-depth 1,2 -m $m j.qrels one.run two.run"
  echo "compare --collection docs.fovea --agree-judgements j.qrels -m $m j.qrels one.run two.run"
  echo "fidelity --collection docs.fovea -m $m j.qrels"
  echo "reliability --collection docs.fovea --from-highlights -m $m j.qrels"
  echo "pool reuse --collection docs.fovea -m $m pool.jsonl j.qrels one.run two.run"
  echo "tune --collection docs.fovea --quiet --folds 1 --vary articles.k1=1 -m $m docs.index topics.tsv j.qrels"
  echo "report track.toml --force --quiet -o report -m $m"
}

# The message about a measure without the file in front and the advice behind it.
sentence() {
  grep -o "$1 \(needs\|counts\|scores\) [^(]*" "$2" | head -1 | sed 's/ *$//'
}

# computes COMMAND: it gives figures; else says which command does not. A set is more than the one measure that tune takes.
computes() {
  local status=0
  fovea $1 > out 2> err || status=$?
  [ "$status" -eq 0 ] || grep -q "expected one to tune by" err || { echo "$1: $status, but eval computes it"; cat err; return 1; }
}

@test "a measure is computed by every command, or refused in the same words" {
  local measures m command computed=
  measures=$(all_measures)
  [ "$(wc -w <<< "$measures")" -gt 100 ]
  for m in $measures; do
    local code=0
    fovea eval --collection docs.fovea -m "$m" j.qrels one.run two.run > out 2> eval.err || code=$?
    [ "$code" -le 2 ]
    if [ "$code" -eq 0 ]; then
      computed+=" $m"
      continue
    fi
    local refusal
    refusal=$(sentence "${m%@*}[^ ]*" eval.err)
    while read -r command; do
      local status=0
      fovea $command > out 2> err || status=$?
      [ "$status" -le 3 ] || { echo "$command: $status"; cat err; return 1; }
      # Grades are made from highlights there.
      [[ "$command" != reliability* || "$refusal" != *"grades of elements"* ]] || continue
      [[ "$command" != tune* ]] || ! grep -q "expected one to tune by" err || continue
      [ "$status" -ne 0 ] || { echo "$command prints figures, but eval says: $refusal"; return 1; }
      [ -z "$refusal" ] || grep -qF -- "$refusal" err || { echo "$command instead of $refusal:"; cat err; return 1; }
    done < <(commands_with "$m")
  done
  # What eval computes, each command computes in one go; only if it does not, the measure is looked for.
  [ "$(wc -w <<< "$computed")" -gt 50 ]
  while read -r command; do
    computes "$command" && continue
    for m in $computed; do computes "$(commands_with "$m" | grep -F -- "${command%% -m*}")"; done
    return 1
  done < <(commands_with "$(tr -s ' ' , <<< "${computed# }")" | grep -v ^tune)
  for m in $computed; do computes "$(commands_with "$m" | grep ^tune)"; done
}

@test "a chunking is asked for in the same words, whether it is scored or counted in" {
  local command
  for m in chunkAP chunkNDCG@5 'chunkAP(share=0.5)'; do
    while read -r command; do
      run fovea $command
      [ "$status" -eq 1 ]
      [[ "$output" == "fovea: $m counts the relevant chunks there are, and needs the chunking that the runs were made of ('fovea eval --chunking FILE')" ]]
    done < <(commands_with "$m"; echo "eval -m $m j.qrels one.run")
  done
  while read -r command; do
    run fovea $command
    [ "$status" -eq 1 ]
    [[ "$output" == "fovea: PrecisionOmega scores a chunking (index, document, begin, end), not a run ('fovea eval -m PrecisionOmega JUDGEMENTS CHUNKING')" ]]
  done < <(commands_with PrecisionOmega | grep -v -- --agree\ )
  run fovea eval -m PrecisionOmega j.qrels one.run
  [ "$status" -eq 2 ]
  [[ "$output" == "one.run: PrecisionOmega scores a chunking (index, document, begin, end), not a run"* ]]
}

@test "texts of trec_eval alone are printed in every format" {
  printf '1 0 a 1\n2 0 c 1\n' > t.qrels
  printf '1 Q0 a 1 2 tag\n2 Q0 b 1 2 tag\n' > t.run
  local options format
  for m in runid relstring relstring.3 "runid -m relstring"; do
    for options in "" -q "-q -n" -c; do
      for format in "" text table tsv csv json jsonl latex md; do
        run fovea eval --quiet --compat trec_eval $options -m $m ${format:+-o $format} t.qrels t.run
        [ "$status" -eq 0 ]
      done
    done
  done
  run fovea eval --compat trec_eval -q -m runid t.qrels t.run
  [ "$output" = "$(printf '%-22s\t%s\t%s' runid all tag)" ]
  run fovea eval --compat trec_eval -q -m relstring t.qrels t.run
  [ "${lines[0]}" = "$(printf "%-22s\t%s\t%s" relstring 1 "'1'")" ]
  # The same lines as beside a measure that has a figure.
  fovea eval --compat trec_eval -q -m relstring -m map t.qrels t.run | grep relstring > beside
  [ "$output" = "$(cat beside)" ]
}
