# `fovea tune`, and the efficiency task of `fovea search`: times, submissions, sweeps.

setup() {
  load helpers
  fovea demo --unpack track > /dev/null
  cd track || exit 1
  fovea catalog build --quiet c.fovea articles
  fovea index --quiet c.fovea -o c.index --impacts 8
}

# mean MEASURE RUN: what eval says.
mean() { fovea eval --quiet --collection c.fovea -m "$1" judgements.qrels "$2" 2>/dev/null | tail -n 1 | awk '{ print $3 }'; }
# tuned_figure: what tune printed for all topics, from standard input.
tuned_figure() { sed -n 's/^Tuned on all topics: \(.*\) there.$/\1/p'; }

@test "a tuned preset gives its printed figure again, whatever was tuned" {
  local figure
  figure=$(fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.b=0:1:0.25 -o b.toml | tuned_figure)
  fovea search c.index topics.xml --preset b.toml -o b.run
  [ "$(mean AP b.run)" = "$figure" ]
  for learner in owpc listnet; do
    figure=$(fovea tune c.index topics.xml judgements.qrels --preset lip6 --task focused -m AiP --learn $learner --folds 2 -o $learner.toml | tuned_figure)
    fovea search c.index topics.xml --preset $learner.toml --task focused -o $learner.run
    [ "$(mean AiP $learner.run)" = "$figure" ]
  done
  figure=$(fovea tune c.index topics.xml judgements.qrels --preset ujm --task relevant-in-context -m 'AgP(t2i=300)' --learn tags -o tags.toml | tuned_figure)
  fovea search c.index topics.xml --preset tags.toml --task relevant-in-context -o tags.run
  [ "$(mean 'AgP(t2i=300)' tags.run)" = "$figure" ]
}

@test "a reference run gives its articles to tuning and to sweeps, as to search" {
  local figure
  fovea search c.index topics.xml --set articles.model=lm-jm -k 3 -o few.run
  figure=$(fovea tune c.index topics.xml judgements.qrels -m AP --set articles.reference=few.run --vary articles.b=0,1 --folds 2 -o r.toml | tuned_figure)
  fovea search c.index topics.xml --preset r.toml -o r.run
  [ "$(mean AP r.run)" = "$figure" ]
  [ "$(mean AP few.run)" = "$figure" ]
  fovea search --quiet c.index topics.xml --set articles.reference=few.run --sweep k=2,3 -f trec -o sweep
  [ "$(wc -l < sweep/k3.run)" -eq "$(wc -l < few.run)" ]
}

@test "settings that only together cannot be served are told, and nothing is tuned" {
  run fovea tune c.index topics.xml judgements.qrels -m AP --preset default --task focused --vary articles.query=title,castitle --vary score.model=context,linear -o both.toml
  [ "$status" -eq 2 ]
  [[ "$output" == *"the model linear scores whole topics, and no about() of a castitle"* ]]
  [ ! -e both.toml ]
}

@test "one fold holds nothing out, and the same seed gives the same" {
  run fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.k1=0.5,1.5 --folds 1
  [ "$status" -eq 0 ]
  [[ "$output" != *"Held-out"* ]]
  fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.k1=0.5,1.5 --seed 7 > a.txt
  fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.k1=0.5,1.5 --seed 7 > b.txt
  cmp a.txt b.txt
}

@test "what cannot be tuned is said" {
  run fovea tune c.index topics.xml judgements.qrels -m AP
  [ "$status" -eq 1 ]
  [[ "$output" == "fovea: found nothing to tune, expected --vary or --learn"* ]]
  run fovea tune c.index topics.xml judgements.qrels -m AP -m AiP --vary articles.b=0,1
  [ "$status" -eq 1 ]
  run fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.b=0:7:1
  [ "$status" -eq 1 ]
  run fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.b=0,1 --folds 13
  [ "$status" -eq 1 ]
  [[ "$output" == *"found 12 topics"* ]]
  run fovea tune c.index topics.xml judgements.qrels -m AP --learn owpc
  [ "$status" -eq 2 ]
  [[ "$output" == *"the model linear"* ]]
  printf '99 Q0 tide 1 100 0 0:1\n' > other.qrels
  run fovea tune c.index topics.xml other.qrels -m AP --vary articles.b=0,1
  [ "$status" -eq 4 ]
  run fovea tune c.index topics.xml judgements.qrels -m AP --vary articles.b=0,1 --folds 2 -o nowhere/t.toml
  [ "$status" -eq 2 ]
  # Nothing else: it is told before the work.
  [ "$output" = "fovea: cannot write nowhere/t.toml: No such file or directory" ]
  [ ! -e nowhere ]
}

@test "times are written for each topic, and stand in an efficiency submission" {
  fovea search c.index topics.xml --preset otago --repeat 3 --times t.tsv -f inex-xml -o o.xml
  [ "$(wc -l < t.tsv)" -eq 13 ]
  [ "$(head -n 1 t.tsv)" = "$(printf 'topic\twall_ms\tcpu_ms\tbytes\tpostings')" ]
  grep -q '<efficiency-submission' o.xml
  [ "$(grep -c 'total_time_ms="[0-9.]*" cpu_time_ms="[0-9.]*" io_bytes="[0-9]*"' o.xml)" -eq 12 ]
  fovea check --quiet --collection c.fovea --task efficiency o.xml
  # Without times it is an ordinary one.
  fovea search c.index topics.xml -f inex-xml -o plain.xml
  grep -q '<inex-submission' plain.xml
}

@test "an environment that is none is an error with its place" {
  printf '[hardware]\nram = [1]\n' > e.toml
  run fovea search c.index topics.xml --environment e.toml -f inex-xml -o x.xml
  [ "$status" -eq 2 ]
  [[ "$output" == "e.toml:2:7: found another kind of value for 'ram'"* ]]
  [ ! -e x.xml ]
}

@test "a sweep writes a run for each point and a curve, and replaces nothing but a sweep" {
  fovea search c.index topics.xml --preset otago --task efficiency --sweep k=5,15 --sweep K=1,1000 --judgements judgements.qrels --quiet -o sweep
  [ "$(ls sweep)" = "$(printf 'curve.tsv\nk15-K1.xml\nk15-K1000.xml\nk5-K1.xml\nk5-K1000.xml')" ]
  [ "$(cut -f 1 sweep/curve.tsv | paste -sd ' ')" = 'run k5-K1 k5-K1000 k15-K1 k15-K1000' ]
  # The curve says what eval says of the run.
  [ "$(awk -F '\t' '$1 == "k15-K1000" { print $NF }' sweep/curve.tsv)" = "$(mean AP sweep/k15-K1000.xml)" ]
  run fovea search c.index topics.xml --preset otago --sweep k=5 -o sweep
  [ "$status" -eq 2 ]
  fovea search c.index topics.xml --preset otago --sweep k=5 --force --quiet -o sweep
  [ "$(ls sweep)" = "$(printf 'curve.tsv\nk5.xml')" ]
  echo mine > sweep/notes.txt
  run fovea search c.index topics.xml --preset otago --sweep k=5 --force -o sweep
  [ "$status" -eq 2 ]
  [ -f sweep/notes.txt ]
  run fovea search c.index topics.xml --preset otago --sweep k=5
  [ "$status" -eq 2 ]
  run fovea search c.index topics.xml --sweep K=5 -o other
  [ "$status" -eq 2 ]
}

# 9,804 real articles of INEX 2009, where somebody has laid them beside the sources.
@test "on real articles a sweep scores what was published, and tuning says that it does not help" {
  local data=${FOVEA_DATA:-FOVEA_DATA}/inex2009-articles
  [ -d "$data" ] || skip "no $data"
  command -v zstd > /dev/null || skip "there is no zstd here"
  mkdir real real/docs && cd real
  zstd -dc "$data/articles.tsv.zst" | awk -F '\t' '{ file = "docs/" $1 ".txt"; print $2 > file; close(file); print $1 > "ids" }'
  awk 'NR == FNR { known[$1] = 1; next } known[$3]' ids "$data/articles.qrels" > set.qrels
  cp "$data/topics.tsv" .
  fovea catalog build --quiet c.fovea docs
  fovea index --quiet c.fovea -o c.index --tokens space --stem none --impacts 8 --no-positions
  fovea search c.index topics.tsv --preset otago --sweep k=1500 --sweep K=1,15,50,150,500,1500 --judgements set.qrels --quiet -o sweep
  [ "$(awk -F '\t' 'NR > 1 { print $NF }' sweep/curve.tsv | paste -sd ' ')" = '0.0233 0.0735 0.1163 0.1450 0.2251 0.3308' ]
  run fovea tune c.index topics.tsv set.qrels -m AP --vary articles.k1=0.3:2.1:0.6 --vary articles.b=0.1:0.9:0.2 --folds 7
  [ "$status" -eq 0 ]
  [[ "$output" == *"On 7 topics that is no more than chance gives"* ]]
}

@test "a preset warns of weights that nobody trained and of an index that it is not made for, until both are mended" {
  "$FOVEA" demo --unpack track > /dev/null && cd track
  "$FOVEA" catalog build c.fovea articles --quiet
  "$FOVEA" index c.fovea -o stemmed.index --quiet
  "$FOVEA" index c.fovea -o plain.index --stem none --quiet
  run --separate-stderr fovea search stemmed.index topics.xml --preset lip6 --task restricted-focused -o a.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"stemmed.index: warning: its words are stemmed by 'harman', and the preset is made for 'none'"* ]]
  [[ "$stderr" == *"warning: the weights of linear are not trained"*"fovea tune --learn owpc"* ]]
  run --separate-stderr fovea search plain.index topics.xml --preset lip6 --task restricted-focused -o a.run
  [[ "$stderr" != *stemmed* ]]
  [[ "$stderr" == *"not trained"* ]]
  run --separate-stderr fovea tune plain.index topics.xml judgements.qrels --preset lip6 --task restricted-focused -m 'charP(limit=1000)' --learn owpc --folds 2 -o trained.toml
  [ "$status" -eq 0 ]
  [[ "$stderr" != *"not trained"* ]]
  run --separate-stderr fovea search plain.index topics.xml --preset trained.toml --task restricted-focused -o b.run
  [ "$status" -eq 0 ]
  [[ "$stderr" != *warning* ]]
}
