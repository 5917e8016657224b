# `fovea eval` as a user meets it: figures, formats, warnings, bad input, exit codes.

setup() {
  load helpers
  # Two topics. t1: a has 200:100 highlighted, c has 0:300; t2: d has 0:50.
  printf '%s\n' 't1 Q0 a 100 1000 200 200:100' 't1 Q0 b 0 500' 't1 Q0 c 300 600 0 0:300' \
    't2 Q0 d 50 400 0 0:50' > hl.qrels
  printf '%s\n' 't1 Q0 a 1 3 sys 150 100' 't1 Q0 b 2 2 sys 0 100' 't1 Q0 c 3 1 sys 0 150' \
    't2 Q0 d 1 9 sys 0 50' > passages.run
  printf '%s\n' 't1 0 a 1' 't1 0 b 0' 't1 0 c 2' 't2 0 d 1' > doc.qrels
  printf '%s\n' 't1 Q0 b 1 9 trec' 't1 Q0 a 2 8 trec' 't2 Q0 d 1 5 trec' > doc.run
  DATA=${FOVEA_DATA:-FOVEA_DATA}
}

# The value of a measure for a topic (default: all) in the last output.
value() { printf '%s\n' "$output" | awk -F'\t' -v m="$1" -v t="${2:-all}" '{sub(/ +$/, "", $1)} $1 == m && $2 == t {print $3}'; }

# ---- Figures ----------------------------------------------------------------------------------------------------

@test "a measure asked for by name is printed for all topics" {
  run --separate-stderr fovea eval -m 'AgP(beta=1)' -m 'AiP,charP@1' hl.qrels passages.run
  [ "$status" -eq 0 ]
  [ "$(value 'AgP(beta=1)')" = 0.7222 ]
  [ "$(value AiP)" = 0.6443 ]
  [ "$(value charP@1)" = 0.7500 ]
}

@test "-q prints topics in the order of the judgements, the summary last, -n leaves it out" {
  run --separate-stderr fovea eval -q -m AP,RR hl.qrels passages.run
  [ "$(printf '%s\n' "$output" | cut -f2 | tr '\n' ' ')" = "t1 t1 t2 t2 all all " ]
  run --separate-stderr fovea eval -q -n -m AP hl.qrels passages.run
  [ "$(printf '%s\n' "$output" | cut -f2 | tr '\n' ' ')" = "t1 t2 " ]
}

@test "the task is guessed from the shape of the run, said, and sets the measures" {
  run --separate-stderr fovea eval hl.qrels passages.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"taken for task relevant-in-context"* ]]
  [ "$(printf '%s\n' "$output" | head -n 1 | cut -f1 | tr -d ' ')" = 'AgP(t2i=300)' ]
  [ -n "$(value Bpref)" ]
  run --separate-stderr fovea eval doc.qrels doc.run
  [[ "$stderr" == *"taken for task document"* ]]
  [ "$(value AP)" = 0.6250 ]
}

@test "--score sets the article score of the task's measures" {
  run --separate-stderr fovea eval --task relevant-in-context --score beta=1 hl.qrels passages.run
  [ "$status" -eq 0 ]
  [ "$(value 'AgP(beta=1)')" = 0.7222 ]
  [ "$(value 'gP(beta=1)@5')" = 0.2167 ]
}

@test "runs that look like different tasks are not mixed unless told how" {
  run fovea eval hl.qrels passages.run doc.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"passages.run looks like task relevant-in-context"*"doc.run like document"* ]]
  run fovea eval -m AP hl.qrels passages.run doc.run
  [ "$status" -eq 0 ]
}

@test "trec_eval's names are understood, and its own names printed in its mode" {
  run --separate-stderr fovea eval -m map -m P.5,10 -m ndcg_cut_10 doc.qrels doc.run
  [ "$status" -eq 0 ]
  [ "$(value AP)" = 0.6250 ]
  [ "$(value P@10)" = 0.1000 ]
  run --separate-stderr fovea eval --compat trec_eval -m map doc.qrels doc.run
  [ "$(value map)" = 0.6250 ]
}

@test "--depth looks at the first results only" {
  run --separate-stderr fovea eval --depth 1 -m AP -q doc.qrels doc.run
  [ "$(value AP t1)" = 0.0000 ]
  [ "$(value AP t2)" = 1.0000 ]
}

@test "--rel-level sets what is relevant" {
  run --separate-stderr fovea eval -l 2 -m NumRel doc.qrels doc.run
  [ "$(value NumRel)" = 1 ]
}

@test "--order ranks as the file has it, by rank number or by score" {
  printf '%s\n' 't2 Q0 x 2 9 r' 't2 Q0 d 1 1 r' > order.run
  run --separate-stderr fovea eval -m RR -q -n --order score doc.qrels order.run
  [ "$(value RR t2)" = 0.5000 ]
  run --separate-stderr fovea eval -m RR -q -n --order rank doc.qrels order.run
  [ "$(value RR t2)" = 1.0000 ]
}

@test "judgements and runs may come compressed or from standard input" {
  gzip -k hl.qrels
  run --separate-stderr fovea eval -m AP hl.qrels.gz - < passages.run
  [ "$status" -eq 0 ]
  [ "$(value AP)" = 0.9167 ]
}

@test "scores are the same for any number of threads" {
  fovea eval -q -p full -j 1 hl.qrels passages.run 2> /dev/null > one
  fovea eval -q -p full -j 4 hl.qrels passages.run 2> /dev/null > four
  cmp one four
}

# ---- Which topics count -----------------------------------------------------------------------------------------

# One run is evaluated while its judgements are read; several share judgements that are kept.
@test "a run scores alone what it scores among others" {
  printf '%s\n' 't2 Q0 e 20 100 7 10:20' 't1 Q0 f 0 90' '# topics may come back' | cat hl.qrels - > split.qrels
  printf '%s\n' 't2 0 e 2' 't1 0 f -1' | cat doc.qrels - > split-doc.qrels
  for measures in AiP,AgP,charR,Judged@5 'AgP(bep=500)' 'AgP(t2i=300)'; do
    alone=$(fovea eval -q -p full -m "$measures" split.qrels passages.run 2> alone.err)
    [ "$(fovea eval -q -p full -m "$measures" split.qrels passages.run passages.run 2> both.err | tail -n "$(wc -l <<< "$alone")")" = "$alone" ]
    sort -u both.err | diff - alone.err
  done
  alone=$(fovea eval -q -p full -m official split-doc.qrels doc.run)
  [ "$(fovea eval -q -p full -m official split-doc.qrels doc.run doc.run | tail -n "$(wc -l <<< "$alone")")" = "$alone" ]
}

@test "what is strange in the judgements is said once, however many runs there are" {
  sed 's/^t1 Q0 a 100/t1 Q0 a 101/' hl.qrels > strange.qrels
  for runs in passages.run "passages.run passages.run"; do
    run --separate-stderr fovea eval -m AP strange.qrels $runs
    [ "$status" -eq 0 ]
    [ "$stderr" = "strange.qrels:1:9: warning: column 4 says 101 highlighted characters, the passages hold 100" ]
  done
  sed 's/^t2 Q0 d 50/t2 Q0 d x/' hl.qrels > bad.qrels
  for runs in passages.run "passages.run passages.run"; do
    run --separate-stderr fovea eval -m AP bad.qrels $runs
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [[ "$stderr" == "bad.qrels:4:9: found 'x'"* ]]
  done
}

@test "judgements may come through a pipe, whatever is to be said about them" {
  mkfifo pipe
  sed 's/^t1 Q0 a 100/t1 Q0 a 101/' hl.qrels > pipe &
  run --separate-stderr fovea eval -m AP pipe passages.run
  [ "$status" -eq 0 ]
  [ "$(value AP)" = 0.9167 ]
  [[ "$stderr" == *"column 4 says 101"* ]]
}

@test "a topic without results scores 0 and is named; --topics answered leaves it out" {
  grep t1 passages.run > some.run
  run --separate-stderr fovea eval -m RR hl.qrels some.run
  [ "$(value RR)" = 0.5000 ]
  [[ "$stderr" == *"some.run: warning: no results for 1 of 2 judged topics, which score 0: t2"* ]]
  run --separate-stderr fovea eval -m RR --topics answered hl.qrels some.run
  [ "$(value RR)" = 1.0000 ]
  run --separate-stderr fovea eval -m RR --compat trec_eval hl.qrels some.run
  [ "$(value recip_rank)" = 1.0000 ]
  run --separate-stderr fovea eval -m RR --compat trec_eval -c hl.qrels some.run
  [ "$(value recip_rank)" = 0.5000 ]
}

@test "topics without judgements are counted and ignored" {
  printf 't9 Q0 a 1 3 sys 0 10\n' >> passages.run
  run --separate-stderr fovea eval -m RR hl.qrels passages.run
  [ "$status" -eq 0 ]
  [ "$(value RR)" = 1.0000 ]
  [[ "$stderr" == *"1 topic without judgements is ignored: t9"* ]]
}

@test "a topic without anything relevant scores 0 and is named" {
  printf 't3 Q0 z 0 100\n' >> hl.qrels
  run --separate-stderr fovea eval -m RR hl.qrels passages.run
  [ "$(value RR)" = 0.6667 ]
  [[ "$stderr" == *"nothing is relevant for 1 judged topic, on which every run scores 0: t3"* ]]
}

@test "ties and repeated documents are counted in warnings, --quiet keeps them back" {
  printf '%s\n' 't1 Q0 a 1 5 r' 't1 Q0 b 2 5 r' 't1 Q0 a 3 4 r' 't2 Q0 d 1 1 r' > ties.run
  run --separate-stderr fovea eval -m AP doc.qrels ties.run
  [[ "$stderr" == *"2 results are tied; their order is score descending, then document id descending"* ]]
  [[ "$stderr" == *"1 results repeat a document"* ]]
  run --separate-stderr fovea eval --quiet -m AP doc.qrels ties.run
  [ -z "$stderr" ]
}

# ---- Output -----------------------------------------------------------------------------------------------------

@test "every format holds the value" {
  for format in text tsv csv json jsonl latex md; do
    run --separate-stderr fovea eval -m AP -p 6 -o "$format" hl.qrels passages.run
    [ "$status" -eq 0 ]
    [[ "$output" == *0.916667* ]]
  done
}

@test "JSON says what is needed to repeat the evaluation" {
  run --separate-stderr fovea eval -m AP -o json --depth 100 hl.qrels passages.run
  for part in '"fovea"' '"command"' '"sha256"' 'passages.run' 'all judged topics' 'as the file has them' '100'; do
    [[ "$output" == *"$part"* ]]
  done
}

@test "-p full prints the shortest form that is read back as the same number" {
  run --separate-stderr fovea eval -m RR,AP -p full hl.qrels passages.run
  [ "$(value AP)" = 0.9166666666666666 ] || [ "$(value AP)" = 0.9166666666666667 ]
}

# ---- Text that is missing ---------------------------------------------------------------------------------------

@test "whole documents take their length from the judgements; an unknown length names measure and remedy" {
  run --separate-stderr fovea eval -m charP -q hl.qrels - <<< 't2 Q0 d 1 9 sys'
  [ "$(value charP t2)" = 0.1250 ]
  run --separate-stderr fovea eval -m charP hl.qrels - <<< 't2 Q0 elsewhere 1 9 sys'
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"<stdin>:1: found document 'elsewhere' of unknown length"*"charP"*"--collection"* ]]
  run fovea eval -m AP hl.qrels - <<< 't2 Q0 elsewhere 1 9 sys'
  [ "$status" -eq 0 ]
}

@test "elements need a collection for measures of text and none for measures of articles" {
  printf 't2 Q0 d 1 9 sys /article[1]/sec[1]\n' > element.run
  run --separate-stderr fovea eval -m charP hl.qrels element.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"element.run:1: found the path '/article[1]/sec[1]', expected a collection"*"charP"* ]]
  run --separate-stderr fovea eval -m RR -q hl.qrels element.run
  [ "$status" -eq 0 ]
  [ "$(value RR t2)" = 1.0000 ]
}

@test "elements are resolved through a collection" {
  mkdir docs
  printf '<article><title>ab</title><sec>0123456789</sec></article>' > docs/d.xml
  fovea catalog build --quiet d.fovea docs
  printf 't2 Q0 d 3 12 0 0:3\n' > element.qrels
  printf 't2 Q0 d 1 9 sys /article[1]/title[1]\n' > element.run
  run --separate-stderr fovea eval --collection d.fovea -m charP,charR element.qrels element.run
  [ "$status" -eq 0 ]
  [ "$(value charP)" = 1.0000 ]
  [ "$(value charR)" = 0.6667 ]
}

@test "an unresolved result is refused, or counted as 18 irrelevant characters with --lenient" {
  printf '%s\n' 't2 Q0 d 1 9 sys 0 50' 't2 Q0 x 2 8 sys -1 -1' > unresolved.run
  run --separate-stderr fovea eval -m charP hl.qrels unresolved.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"unresolved.run:2: found a result at an unknown place"*"--lenient"* ]]
  run --separate-stderr fovea eval -m charP -q --lenient hl.qrels unresolved.run
  [ "$(value charP t2)" = 0.7353 ]
  [[ "$stderr" == *"1 results at no known place count as 18 irrelevant characters"* ]]
}

# ---- Bad input --------------------------------------------------------------------------------------------------

@test "an unknown measure or parameter is a usage error with the nearest names" {
  run fovea eval -m AGP hl.qrels passages.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"'AGP'"*"AgP"* ]]
  run fovea eval -m 'AgP(t2=300)' hl.qrels passages.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"'t2'"*"'t2i'"* ]]
  run fovea eval -m 'AgP(beta=-1)' hl.qrels passages.run
  [ "$status" -eq 1 ]
}

@test "a measure that needs what the judgements lack says what to give" {
  run fovea eval -m AiP doc.qrels doc.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"AiP needs highlighted text"*"judgements with passages"* ]]
  run fovea eval -m 'AgP(bep=500)' doc.qrels doc.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"needs best entry points"* ]]
}

@test "no topic in common is exit 4 and shows both sets by example" {
  run fovea eval -m AP hl.qrels - <<< '7 Q0 d 1 9 sys'
  [ "$status" -eq 4 ]
  [[ "$output" == *"the run has 1 (7), the judgements have 2 (t1, t2)"* ]]
}

@test "a run that breaks its task is exit 3 with place and rule; other runs are still evaluated" {
  printf '%s\n' 't1 Q0 a 1 3 bad 150 100' 't1 Q0 a 2 2 bad 160 10' > overlap.run
  run --separate-stderr fovea eval --task focused -m AiP hl.qrels overlap.run passages.run
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"overlap.run:2: "*"'t1'"*"'a'"*"overlaps"* ]]
  [ "$(value AiP)" = 0.6443 ]
}

@test "bad rows are named and the run is not scored; other runs are" {
  printf '%s\n' 't1 Q0 a 1 abc sys 150 100' > bad.run
  run --separate-stderr fovea eval -m AP hl.qrels bad.run passages.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"bad.run:1:11: found 'abc'"* ]]
  [ "$(value AP)" = 0.9167 ]
}

@test "files that are missing, empty or of another kind are exit 2" {
  run fovea eval -m AP nowhere.qrels passages.run
  [ "$status" -eq 2 ]
  run fovea eval -m AP hl.qrels nowhere.run
  [ "$status" -eq 2 ]
  : > empty
  run fovea eval -m AP empty passages.run
  [ "$status" -eq 2 ]
  run fovea eval -m AP hl.qrels empty
  [ "$status" -eq 2 ]
  run fovea eval -m AP hl.qrels hl.qrels
  [ "$status" -eq 2 ]
}

@test "what is said about judgements and a run is the same for a run alone and beside another" {
  printf '%s\n' 't1 0 a 1' 't1 0 b x' 't2 0 d 1' > bad.qrels
  printf '%s\n' 't1 0 a 1' 't1 0 a 1' 't2 0 d 1' > twice.qrels
  printf '%s\n' 't1 0 a 1' 't2 0 d 0' 't2 0 e 0' > nothing.qrels
  printf '%s\n' 't1 Q0 a 1 9 trec' 't2 Q0 d one 5 trec' > bad.run
  printf '%s\n' 't1 Q0 a 1 9 trec' 't1 Q0 b 2 9 trec' 't9 Q0 d 1 5 trec' > odd.run
  printf '%s\n' 't9 Q0 a 1 9 trec' > far.run
  for qrels in doc.qrels bad.qrels twice.qrels nothing.qrels; do
    for measures in '-m AP' '' '-m AiP'; do
      for one in doc.run bad.run odd.run far.run passages.run; do
        run --separate-stderr fovea eval $measures --task document $qrels $one
        alone=$stderr; code=$status
        run --separate-stderr fovea eval $measures --task document $qrels $one doc.run
        echo "$qrels $one $measures: $alone / $stderr"
        [ "$stderr" = "$alone" ]
        [ "$status" -eq "$code" ]
      done
    done
  done
  for one in bad.run none.run; do  # nothing about the run where judgements are no good
    run --separate-stderr fovea eval -m AP bad.qrels $one
    [ "$status" -eq 2 ]
    [ "$stderr" = "bad.qrels:2:8: found 'x', expected a grade, a whole number" ]
  done
}

@test "judgements given twice are refused, or joined with --merge" {
  printf 't2 Q0 d 10 400 0 60:10\n' >> hl.qrels
  run fovea eval -m AP hl.qrels passages.run
  [ "$status" -eq 2 ]
  run --separate-stderr fovea eval --merge union -m charR -q hl.qrels passages.run
  [ "$status" -eq 0 ]
  [ "$(value charR t2)" = 0.8333 ]
}

@test "options that contradict each other are usage errors" {
  for options in "-o inex" "--compat inex_eval -m AP" "-m AP --score beta=1" "-c --topics answered" "-n" "-p x" \
    "--task none" "--task focused --score beta=1" "--task ric --score gamma=1" "--order up" "--depth 0" \
    "-m PrecisionOmega,AP" "--compat chroma -m AP" "--format tar" "--compat mteb"; do
    run fovea eval $options hl.qrels passages.run
    [ "$status" -eq 1 ]
  done
  run fovea eval hl.qrels
  [ "$status" -eq 1 ]
}

# ---- Explain ----------------------------------------------------------------------------------------------------

@test "--explain shows one article with the order of reading and where it stops" {
  run --separate-stderr fovea eval --explain t1 a hl.qrels passages.run
  [ "$status" -eq 0 ]
  [[ "$output" == *"highlighted  100 characters in 1 passages"* ]]
  [[ "$output" == *"in both      50 characters: precision 0.5000, recall 0.5000"* ]]
  [[ "$output" == *"T2I(300)     100 relevant of 400 characters read = 0.2500"* ]]
  [[ "$output" == *"stops at 400: 300 irrelevant characters read"* ]]
}

@test "--explain as JSON carries the same" {
  run --separate-stderr fovea eval --explain t1 a --score t2i=100 -o json hl.qrels passages.run
  [ "$status" -eq 0 ]
  [[ "$output" == *'"stopped_at": 50'* ]]
  [[ "$output" == *'"precision": 0.5'* ]]
}

@test "--explain of what was not retrieved or not judged says so" {
  run --separate-stderr fovea eval --explain t2 a hl.qrels passages.run
  [ "$status" -eq 0 ]
  [[ "$output" == *"not judged"* ]]
  [[ "$output" == *"retrieved    nothing"* ]]
  run fovea eval --explain t9 a hl.qrels passages.run
  [ "$status" -eq 4 ]
}

# ---- Other tools ------------------------------------------------------------------------------------------------

@test "--compat inex_eval prints the tool's text" {
  run --separate-stderr fovea eval --compat inex_eval --task focused -o inex hl.qrels passages.run
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = '<eval run-id="sys" file="passages.run">' ]
  [ "${lines[1]}" = $'num_q\t\tall\t2' ]
  [ "${lines[-1]}" = '</eval>' ]
}

@test "--compat inex_eval equals the official tool on every edge case" {
  [ -d "$DATA/inex2010/edge" ] || skip "no $DATA"
  cd "$DATA/inex2010/edge"
  while IFS=$'\t' read -r expected options _; do
    local case=${expected%%.*} task= score= rest=
    set -- $options
    while [ $# -gt 0 ]; do
      case $1 in
        -t) task=thorough ;;
        -f) task=focused ;;
        -r) task=relevant-in-context score=beta=0.25 ;;
        -i) task=relevant-in-context score=t2i=300 ;;
        -b) task=best-in-context score=bep=500 ;;
        -beta) score=beta=$2; shift ;;
        -n) score=bep=$2; shift ;;
        *) rest="$rest $1" ;;
      esac
      shift
    done
    fovea eval --quiet --compat inex_eval --task $task ${score:+--score $score} -o inex $rest \
      "$case.qrels" "$case.run" > "$BATS_TEST_TMPDIR/printed" || [ $? -eq 3 ]
    cmp "$BATS_TEST_TMPDIR/printed" "$expected"
  done < MANIFEST
}

@test "PrecisionOmega scores a chunking" {
  printf '0\ta\t0\t250\n1\ta\t250\t500\n2\ta\t500\t1000\n3\tc\t0\t300\n4\td\t0\t50\n' > chunks.tsv
  run --separate-stderr fovea eval -m PrecisionOmega -q hl.qrels chunks.tsv
  [ "$status" -eq 0 ]
  [ "$(value PrecisionOmega t1)" = 0.5000 ]
  [ "$(value PrecisionOmega t2)" = 1.0000 ]
  printf '0\ta\t0\tx\n' > bad.tsv
  run fovea eval -m PrecisionOmega hl.qrels bad.tsv
  [ "$status" -eq 2 ]
  [[ "$output" == *"bad.tsv:1:7: found 'x'"* ]]
}

@test "chroma's precision counts shared text twice, ours once" {
  printf 't2\t1\td\t0\t50\t2.0\nt2\t2\td\t0\t50\t1.0\n' > twice.tsv
  run --separate-stderr fovea eval --compat chroma -m charP -q hl.qrels twice.tsv
  [ "$(value charP t2)" = 0.5000 ]
  run --separate-stderr fovea eval -m charP -q hl.qrels twice.tsv
  [ "$(value charP t2)" = 1.0000 ]
  run --separate-stderr fovea eval --compat legalbench -m charR -q hl.qrels twice.tsv
  [ "$(value charR t2)" = 2.0000 ]
}

@test "--help teaches" {
  run fovea eval --help
  [ "$status" -eq 0 ]
  [[ "$output" == *"--explain"*"Examples:"* ]]
}

@test "subtopics are the second column of TREC qrels where a measure asks for them" {
  printf '1 1 a 1\n1 2 a 1\n1 1 b 1\n1 2 c 1\n' > qrels
  printf '1 Q0 b 1 9 t\n1 Q0 x 2 8 t\n1 Q0 a 3 7 t\n' > run
  run fovea eval -m StRecall@2,3 -m AP qrels run
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "StRecall@2            "$'\t'all$'\t'0.5000 ]
  [ "${lines[1]}" = "StRecall@3            "$'\t'all$'\t'1.0000 ]
  [ "${lines[2]}" = "AP                    "$'\t'all$'\t'0.5556 ]
  # Without such a measure, a document judged twice is an error as ever.
  run fovea eval -m AP qrels run
  [ "$status" -eq 2 ]
  printf 't1 Q0 a 10 100 0 0:10\n' > inex.qrels
  run fovea eval -m StRecall@2 inex.qrels run
  [ "$status" -eq 2 ]
  [[ "$output" == *"needs subtopics or assessors told apart"*"-R qrels_jg"* ]]
}

@test "a run of TREC Genomics is scored by characters, passages, aspects and documents" {
  printf '200\t1234\t100\t100\tLiver|Kidney\n200\t1234\t500\t100\tHeart\n200\t5678\t0\t50\tLiver\n' > gold
  printf '200 1234 1 9 150 100 sys\n200 9999 2 8 0 50 sys\n200 5678 3 7 0 50 sys\n' > run
  run fovea eval -m PASSAGE2,PASSAGE,ASPECT,AP gold run
  [ "$status" -eq 0 ]
  [ "${lines[1]}" = "PASSAGE               "$'\t'all$'\t'0.3333 ]
  [ "${lines[2]}" = "ASPECT                "$'\t'all$'\t'0.6667 ]
  [ "${lines[3]}" = "AP                    "$'\t'all$'\t'0.8333 ]
  printf '200\t1234\t100\t0\tLiver\n200\t1234\tx\t5\tLiver\n200\t\t1\t5\tLiver\n' > gold
  run fovea eval -R genomics -m PASSAGE2 gold run
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "gold:1:14: found '0', expected a length of at least one character that ends below 2147483648" ]
  [ "${lines[1]}" = "gold:2:10: found 'x', expected an offset (a whole number)" ]
  [ "${lines[2]}" = "gold:3:5: found nothing, expected a document" ]
}

@test "TREC Genomics: a gold passage given twice is one, with the aspects of the first row" {
  printf '200\t1234\t100\t100\tA\n200\t1234\t100\t100\tB\n' > gold
  printf '200 1234 1 9 100 100 t\n' > run
  run fovea eval -q -m ASPECT,PASSAGE,PASSAGE2 gold run
  [ "${lines[0]}" = "ASPECT                "$'\t'200$'\t'0.5000 ]
  [ "${lines[1]}" = "PASSAGE               "$'\t'200$'\t'1.0000 ]
  [ "${lines[2]}" = "PASSAGE2              "$'\t'200$'\t'1.0000 ]
  # One row with both is one passage.
  printf '200\t1234\t100\t100\tA|B\n' > gold
  run fovea eval -q -m ASPECT,PASSAGE gold run
  [ "${lines[0]}" = "ASPECT                "$'\t'200$'\t'1.0000 ]
  [ "${lines[1]}" = "PASSAGE               "$'\t'200$'\t'1.0000 ]
}

@test "topics are grouped by a field of their file and by answers to a questionnaire" {
  printf '%s 0 a 1\n' 1 2 3 4 > q
  printf '1 Q0 a 1 9 r\n2 Q0 b 1 9 r\n2 Q0 a 2 8 r\n3 Q0 b 1 9 r\n3 Q0 c 2 8 r\n3 Q0 a 3 7 r\n' > r.run
  printf '{"id":"%s","query_type":"%s","title":"t"}\n' 1 CO 2 CAS 3 CO 4 CO > topics.jsonl
  printf 'topic,B7. Seen before?\n1,yes\n2,no\n3,no\n' > answers.csv
  # Reciprocal ranks are 1, 1/2, 1/3 and 0.
  run --separate-stderr fovea eval --quiet -m RR --by topic:query_type --topic-file topics.jsonl -o csv q r.run
  [ "$status" -eq 0 ]
  [ "$output" = "run,group,topics,measure,mean,deviation
r,CO,3,RR,0.4444,0.5092
r,CAS,1,RR,0.5000,
r,all,4,RR,0.4583,0.4167" ]
  run --separate-stderr fovea eval --quiet -m RR --by answer:B7 --questionnaires answers.csv -o csv q r.run
  [ "$output" = "run,group,topics,measure,mean,deviation
r,yes,1,RR,1.0000,
r,no,2,RR,0.4167,0.1179
r,(none),1,RR,0.0000,
r,all,4,RR,0.4583,0.4167" ]
  run fovea eval -m RR --by answer:B7 q r.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"--by answer:QUESTION groups topics by the answers of --questionnaires: give both or none"* ]]
  run fovea eval -m RR --by answer:B8 --questionnaires answers.csv q r.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"found 'answer:B8', expected a question of the questionnaires: B7. Seen before?"* ]]
  run fovea eval -m RR --by colour q r.run
  [ "$status" -eq 1 ]
}
