# `fovea demo`, and the figures of the demo track: any change of a measure is seen here.
#
# The expected figures in demo/ were printed by fovea itself (the commands stand in the tests) after demo/naive.py, which
# counts characters in sets and shares no code with it, had agreed with every mean in eval.md to the fourth decimal.

setup() {
  load helpers
}

# The unpacked track with its catalogue, made once for all tests of this file.
setup_file() {
  export TRACK=$BATS_FILE_TMPDIR/track
  load helpers
  fovea demo --unpack "$TRACK"
  cd "$TRACK"
  fovea catalog build seafaring.fovea articles --quiet
}

expected=$BATS_TEST_DIRNAME/demo

# task TASK RUN…: the default measures of a task, a line per run.
task() {
  local name=$1
  shift
  fovea eval --quiet --collection seafaring.fovea --task "$name" -o md judgements.qrels "${@/#/runs/}"
}

@test "the demo writes its track, runs every step and says where the report is" {
  run --separate-stderr fovea demo here
  [ "$status" -eq 0 ]
  [ "$stderr" = "" ]
  [ -f here/README.md ]
  local at=0 line step
  # In this order.
  for step in 'catalog build' 'catalog info' 'index .*seafaring.index' 'index .*otago.index' 'search .*preset reference' 'search .*preset emse' \
    'search .*preset isi' 'search .*--sweep' 'check replay.toml' 'check .*invalid.run' 'pool build' 'stats' 'eval .*reference-ric.xml' \
    'eval .*reference-rfoc.xml' 'compare' 'tune' 'fidelity' 'report'; do
    line=$(grep -n "^\$ fovea $step" <<<"$output" | head -n 1 | cut -d: -f1)
    [ "$line" -gt "$at" ]
    at=$line
  done
  [[ "$output" == *"The report: $PWD/here/report/report.html"* ]]
  [ -s here/report/report.html ]
  # Each system keeps the rules of its tasks, and the chapter has the curve of the sweep.
  cd here
  fovea check replay.toml | grep -q 'rules *all kept'
  for task in relevant-in-context:ric restricted-relevant-in-context:rric restricted-focused:rfoc efficiency:eff; do
    fovea check --quiet --collection seafaring.fovea --task "${task%%:*}" replay/*-"${task##*:}".xml
  done
  [ "$(wc -l < sweep/curve.tsv)" -eq 16 ]
  [ -s report/figures/curve-time-aip.vl.json ]
  [ -s report/figures/curve-setting-ip.vl.json ]
  [ -s report/tables/environment.csv ]
  # The tuned preset scores what was printed.
  printed=$(fovea tune seafaring.index topics.xml judgements.qrels --preset lip6 --task restricted-focused \
    -m 'charP(limit=1000)' --learn owpc | sed -n 's/^Tuned on all topics: \(.*\) there.$/\1/p')
  fovea search seafaring.index topics.xml --preset lip6-tuned.toml --task restricted-focused -o tuned.run
  [ "$(fovea eval --quiet --collection seafaring.fovea -m 'charP(limit=1000)' judgements.qrels tuned.run | awk '/^charP/ { print $3 }')" = "$printed" ]
}

@test "the demo can be run again in the same folder" {
  fovea demo here >/dev/null
  fovea demo here >first.txt
  fovea demo here >second.txt
  cmp first.txt second.txt
}

@test "a file of one's own that is in the way is not touched; by force those of a demo are replaced" {
  mkdir here
  echo precious > here/track.toml
  run --separate-stderr fovea demo here
  [ "$status" -eq 2 ]
  [ -z "$output" ]
  [[ "$stderr" == "fovea: here/track.toml: found a file that is not the demo's"* ]]
  [ "$(cat here/track.toml)" = precious ]
  [ "$(ls here)" = track.toml ]
  run fovea demo --unpack --force here
  [ "$status" -eq 2 ]
  [ "$(cat here/track.toml)" = precious ]
  fovea demo --unpack there
  echo changed > there/track.toml
  run fovea demo --unpack there
  [ "$status" -eq 2 ]
  [[ "$output" == *"(--force replaces it)" ]]
  fovea demo --unpack --force there
  grep -q judgements.qrels there/track.toml
}

@test "--unpack only writes the files, and they are those of the repository" {
  run fovea demo --unpack here
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 1 ]
  [ ! -e here/report ]
  [ ! -e here/seafaring.fovea ]
  diff -r --exclude=CMakeLists.txt "$BATS_TEST_DIRNAME/../../demo" here
}

@test "a folder that cannot be written is an error, not a crash" {
  touch file
  run -2 fovea demo file
  [ "$output" = 'fovea: cannot write file: Not a directory' ]
  run -2 fovea demo file/below
  [ "$output" = 'fovea: cannot write file/below: Not a directory' ]
  run -2 fovea demo /sys/fovea-demo
  [[ "$output" == 'fovea: cannot write /sys/fovea-demo: '* && "$output" != *filesystem* ]]
}

@test "every file of the demo is sound, but for the run that shall not be" {
  cd "$TRACK"
  fovea check --quiet --collection seafaring.fovea judgements.qrels second-assessor.jsonl topics.xml grades/*.xml
  local run
  for run in relevant-in-context:articles.run relevant-in-context:passages.jsonl relevant-in-context:ranges.run \
    focused:sections.run focused:paragraphs.xml best-in-context:entry-points.run thorough:thorough.xml; do
    fovea check --quiet --collection seafaring.fovea --task "${run%%:*}" "runs/${run##*:}"
  done
  run fovea check --quiet --collection seafaring.fovea --task focused runs/invalid.run
  [ "$status" -eq 3 ]
}

@test "means of all runs by the measures of their tasks" {
  cd "$TRACK"
  {
    task relevant-in-context articles.run passages.jsonl ranges.run
    task focused sections.run paragraphs.xml
    task best-in-context entry-points.run
    task thorough thorough.xml
  } | diff "$expected/eval.md" -
}

@test "a naive evaluation comes to the same means" {
  command -v python3 >/dev/null || skip "there is no python3 here"
  cd "$TRACK"
  python3 "$expected/naive.py" >"$BATS_TEST_TMPDIR/naive.tsv"
  sed '/^| run/d; /^|-/d; s/^| //; s/ *|$//; s/ *| */\t/g' "$expected/eval.md" | diff - "$BATS_TEST_TMPDIR/naive.tsv"
}

@test "scores of every topic" {
  cd "$TRACK"
  fovea eval --quiet --collection seafaring.fovea -q -n -o tsv -m 'AgP(t2i=300)' -m AgP -m AiP -m iP@0.01 \
    -m charP -m charR judgements.qrels runs/ranges.run runs/articles.run | diff "$expected/topics.tsv" -
}

@test "graded measures of elements" {
  cd "$TRACK"
  fovea eval --quiet --collection seafaring.fovea -o md -m 'inex2002(quant=strict),inex2002(quant=gen)' \
    -m 'inex2003s(quant=gen),inex2003o(quant=gen)' -m 'nXCG@5,10' -m MAep grades runs/thorough.xml \
    runs/sections.run runs/paragraphs.xml | diff "$expected/graded.md" -
}

@test "significance of differences" {
  cd "$TRACK"
  fovea compare --collection seafaring.fovea -m 'AgP(t2i=300)' -m AP judgements.qrels runs/articles.run \
    runs/passages.jsonl runs/ranges.run 2>/dev/null | diff "$expected/compare.txt" -
}

@test "fidelity of measures" {
  cd "$TRACK"
  fovea fidelity --collection seafaring.fovea -m 'AgP(t2i=300)' -m 'AgP(by=size)' -m AP judgements.qrels \
    2>/dev/null | diff "$expected/fidelity.txt" -
}

@test "statistics of the judgements and of two assessors" {
  cd "$TRACK"
  fovea stats --collection seafaring.fovea --second second-assessor.jsonl judgements.qrels |
    diff "$expected/stats.txt" -
  fovea stats grades | diff "$expected/grades.txt" -
}
