# fovea check: what files are, what is wrong with them, repair.

setup() {
  load helpers
  SHARED="${FOVEA_DATA:-FOVEA_DATA}"
}

@test "all kinds of files are told apart, compressed ones and standard input too" {
  printf '7 Q0 d 1 2 t\n' > run.trec
  printf '7 Q0 d 1 2 t 0 5\n' | gzip > run.fol.gz
  printf '7 Q0 d 1 2 t /a[1] /a[2]\n' | zstd -q > run.range.zst
  printf '<inex-submission run-id="x"><topic topic-id="1"><result><file>d</file></result></topic></inex-submission>' > run.xml
  printf '{"topic":"7","doc":"a"}\n' > run.jsonl
  printf '0\t1\ta\t0\t5\t1.5\n' > chunks.tsv
  printf '7 0 d 1\n' > trec.qrels
  printf '7 Q0 d 5 100 2 2:5\n' > inex.qrels
  printf '7\tblue moon\n' > topics.tsv
  run --separate-stderr fovea check run.trec run.fol.gz run.range.zst run.xml run.jsonl chunks.tsv trec.qrels inex.qrels topics.tsv
  [ "$status" -eq 0 ]
  [ -z "$stderr" ]
  for line in "run.trec: a run in format trec, t" "run.fol.gz: a run in format fol, t" \
    "run.range.zst: a run in format range, t" "run.xml: a run in format inex-xml, x" \
    "run.jsonl: a run in format jsonl" "chunks.tsv: a run in format chunks" "trec.qrels: judgements in format trec-qrels" \
    "inex.qrels: judgements in format qrels" "topics.tsv: topics in format tsv"; do
    [[ $'\n'"$output"$'\n' == *$'\n'"$line"$'\n'* ]] || { echo "missing: $line"; false; }
  done
  run fovea check - < run.jsonl
  [ "$status" -eq 0 ]
  [[ "$output" == "<stdin>: a run in format jsonl"* ]]
  run fovea check - < inex.qrels
  [ "$status" -eq 0 ]
  [[ "$output" == "<stdin>: judgements in format qrels"* ]]
}

@test "what is no file of ours, empty, missing, a folder or broken is a fault with its name" {
  printf 'one two three\n' > words
  : > empty
  mkdir folder
  printf '7 Q0 d 1 2 t\n' | gzip | head -c 20 > broken.gz
  printf '<inex-submission>\n<topic topic-id="1">' > half.xml
  run --separate-stderr fovea check words empty folder broken.gz half.xml nowhere
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"words: found rows of 3 columns, expected a run, judgements or topics"* ]]
  [[ "$stderr" == *"empty: found an empty file"* ]]
  [[ "$stderr" == *"folder: found a folder, expected a file"* ]]
  [[ "$stderr" == *"broken.gz: found broken gzip data"* ]]
  [[ "$stderr" == *"half.xml:2:"* ]]
  [[ "$stderr" == *"nowhere: cannot open"* ]]
}

@test "50 faults are shown, the rest is counted, --all shows them" {
  for i in $(seq 60); do echo "7 Q0 d$i x 1 t"; done > run
  run --separate-stderr fovea check run
  [ "$status" -eq 2 ]
  [ "$(grep -c "^run:[0-9]*:[0-9]*: found 'x'" <<< "$stderr")" -eq 50 ]
  [[ "$stderr" == "fovea: run: 60 errors (bad-rank 60)"*"10 more"*"--all"* ]]
  run --separate-stderr fovea check --all run
  [ "$(grep -c "^run:[0-9]*:[0-9]*: found 'x'" <<< "$stderr")" -eq 60 ]
}

@test "exit 3 is for rules alone, faults win over it" {
  printf '7 Q0 d 1 2 t 0 9\n7 Q0 d 2 1 t 5 9\n' > overlap
  printf '7 Q0 d 1 2 t 0 9\n7 Q0 d two 1 t 5 9\n' > bad
  printf '7 Q0 d 1 2 t 0 9\n' > good
  run fovea check --task focused good
  [ "$status" -eq 0 ]
  run fovea check --task focused overlap good
  [ "$status" -eq 3 ]
  run fovea check --task focused overlap bad
  [ "$status" -eq 2 ]
}

@test "limits apply with and without a task" {
  printf '7 Q0 d 1 2 t 0 600\n7 Q0 e 2 1 t 0 600\n' > run
  run fovea check --max-chars-per-topic 1000 run
  [ "$status" -eq 3 ]
  run fovea check --max-chars-per-article 500 run
  [ "$status" -eq 3 ]
  run fovea check --max-results 1 run
  [ "$status" -eq 3 ]
  run fovea check --task restricted-focused --max-chars-per-topic 1200 run
  [ "$status" -eq 0 ]
}

@test "a repaired run passes the check, in every format" {
  printf '7 Q0 d 1 4 t 0 9\n7 Q0 e 2 3 t 0 9\n7 Q0 d 3 2 t 5 9\n7 Q0 d 4 1 t 20 9\n7 Q0 d 5 1 t 20 9\n' > fol
  printf '7 Q0 d 1 4 t /a[1]/b[1]\n7 Q0 e 2 3 t /a[1]\n7 Q0 d 3 2 t /a[1]\n7 Q0 d 4 2 t /a[1]/b[2]\n' > element
  printf '7 Q0 d 1 4 t\n7 Q0 e 2 3 t\n7 Q0 d 3 2 t\n' > trec
  printf '0\t1\td\t0\t9\t4\n0\t2\te\t0\t9\t3\n0\t3\td\t4\t9\t2\n' > chunks
  printf '{"topic":"7","doc":"d","begin":0,"end":9}\n{"topic":"7","doc":"e"}\n{"topic":"7","doc":"d"}\n' > jsonl
  printf '<inex-submission><topic topic-id="1"><result><file>d</file></result><result><file>d</file><path>/a[1]</path></result></topic></inex-submission>' > xml
  for run in fol element trec chunks jsonl xml; do
    run fovea check --task relevant-in-context "$run"
    [ "$status" -ne 0 ] || { echo "$run passes"; false; }
    run fovea check --task relevant-in-context --repair "fixed.$run" "$run"
    [ "$status" -eq 0 ] || { echo "$run is not repaired: $output"; false; }
    run fovea check --task relevant-in-context "fixed.$run"
    [ "$status" -eq 0 ] || { echo "$run does not pass: $output"; false; }
  done
  [ "$(cat fixed.trec)" = $'7 Q0 d 1 4 t\n7 Q0 e 2 3 t' ]
}

@test "a run that keeps the rules is repaired to itself" {
  printf '7 Q0 d 1 4 t 0 9\n7 Q0 e 2 3 t\n8 Q0 e 1 3 t /a[1]\n' > run
  fovea check --task focused --repair same run
  cmp run same
}

# Each format with a result of document d, one of a document that the collection lacks, and, where it can say so, a path that
# d lacks and a result without a place.
lost_runs() {
  printf '7 Q0 d 1 4 t\n7 Q0 nosuch 2 3 t\n' > trec
  printf '7 Q0 d 1 4 t /a[1]/b[1]\n7 Q0 nosuch 2 3 t /a[1]\n7 Q0 d 3 2 t /a[1]/c[9]\n7 Q0 nosuch 4 1 t X\n7 Q0 d 5 0.5 t X\n' > element
  printf '7 Q0 d 1 4 t 0 3\n7 Q0 nosuch 2 3 t 0 3\n7 Q0 d 3 2 t -1 -1\n' > fol
  printf '7 Q0 d 1 4 t /a[1]/b[1] /a[1]/b[2]\n7 Q0 nosuch 2 3 t /a[1] /a[1]\n7 Q0 d 3 2 t /a[1]/c[1] /a[1]/c[2]\n' > range
  printf '0\t1\td\t0\t3\t4\n0\t2\tnosuch\t0\t9\t3\n' > chunks
  printf '{"topic":"7","doc":"d","begin":0,"end":3}\n{"topic":"7","doc":"nosuch"}\n{"topic":"7","doc":"d","path":"/a[1]/c[1]"}\n' > jsonl
  printf '<inex-submission><topic topic-id="7"><result><file>d</file><path>/a[1]/b[1]</path></result><result><file>nosuch</file></result><result><file>d</file><path>/a[1]/c[1]</path></result></topic></inex-submission>' > xml
}

@test "results that resolve to nothing are faults, and repairing drops and counts them" {
  mkdir docs
  printf '<a><b>one</b><b>two</b></a>' > docs/d.xml
  fovea catalog build c.fovea docs --quiet
  lost_runs
  for each in trec=1 element=4 fol=2 range=2 chunks=1 jsonl=2 xml=2; do
    format=${each%=*} lost=${each#*=}
    run --separate-stderr fovea check --collection c.fovea "$format"
    [ "$status" -eq 2 ] || { echo "$format passes: $output"; return 1; }
    run --separate-stderr fovea check --collection c.fovea --repair "fixed.$format" "$format"
    [ "$status" -eq 0 ] || { echo "$format is not repaired: $output $stderr"; return 1; }
    [[ "$stderr" == *"$format: $lost change"*"(dropped-unresolved $lost)"* ]] || { echo "$format: $stderr"; return 1; }
    [[ "$output" == *"repaired   fixed.$format, $lost change"* ]]
    run --separate-stderr fovea check --collection c.fovea "fixed.$format"
    [ "$status" -eq 0 ] || { echo "fixed.$format does not pass: $output $stderr"; return 1; }
    [[ "$output" == *"results    1 (1 to 1 per topic)"* ]]
    grep -q 'nosuch\|X' "fixed.$format" && return 1
    fovea check -o json --collection c.fovea --repair "again.$format" "$format" | grep -q "\"changed\":$lost,"
  done
}

@test "a run of which nothing is left is refused" {
  mkdir docs
  printf '<a><b>one</b><b>two</b></a>' > docs/d.xml
  fovea catalog build c.fovea docs --quiet
  printf '1 Q0 nosuchdoc 1 5.0 t X\n' > run
  run -2 fovea check --collection c.fovea run
  [[ "$output" == *"run:1: found a result of document 'nosuchdoc' without a place, expected an element or characters of the document"* ]]
  lost_runs
  for format in trec element fol range chunks jsonl xml; do
    sed 's/\bd\b/none/g' "$format" > lost
    run -2 fovea check --collection c.fovea --repair fixed lost
    [[ "$output" == *"lost: found no result that a repaired run could keep"* ]] || { echo "$format: $output"; return 1; }
    [ ! -e fixed ]
  done
  # Topics that do not exist leave nothing, either.
  printf '1\ttopic\n' > topics.tsv
  printf '2 Q0 d 1 5.0 t\n' > run
  run -2 fovea check --topic-file topics.tsv --repair fixed run
  [ ! -e fixed ]
}

@test "a result without a place breaks the rules of any task" {
  printf '7 Q0 d 1 4 t /a[1]\n7 Q0 e 2 3 t X\n' > run
  run -0 fovea check run
  for task in thorough focused relevant-in-context best-in-context document; do
    run -2 fovea check --task "$task" run
    [[ "$output" == *"run:2: found a result of document 'e' without a place"* ]]
    fovea check --task "$task" --repair fixed run
    [ "$(cat fixed)" = '7 Q0 d 1 4 t /a[1]' ]
  done
}

@test "a run that does not return what it is declared to return breaks the rules" {
  printf '1 Q0 a 1 2 t /article[1]\n' > root.run
  printf '1 Q0 a 1 2 t /article[1]/sec[1]\n' > element.run
  printf '1 Q0 a 1 2 t 0 10\n' > passage.run
  printf '1 Q0 a 1 2 t /article[1]/p[1] /article[1]/p[2]\n' > range.run
  printf '1 Q0 a 1 2 t\n' > article.run
  local run type want
  while read -r run want; do
    for type in element passage range article; do
      run fovea check --result $type $run.run
      if [[ " $want " == *" $type "* ]]; then
        [ "$status" -eq 0 ] || { echo "$run as $type: $output"; return 1; }
      else
        [ "$status" -eq 3 ] || { echo "$run as $type: $status $output"; return 1; }
        [[ "$output" == *"as the result type says"* ]]
      fi
    done
  done << 'EOF'
root element article
element element
passage passage
range passage range
article article
EOF
  run fovea check --result article element.run
  [[ "$output" == *"element.run: found elements inside articles in it, expected whole articles, as the result type says"* ]]
  run -1 fovea check --result zzz element.run
  # A track file declares it as well.
  printf 'a\tharbour\n' > topics.tsv
  printf '1 0 a 1\n' > j.qrels
  printf '%s\n' 'judgements = "j.qrels"' '[[run]]' 'file = "element.run"' 'task = "focused"' 'result = "article"' > track.toml
  run fovea check track.toml
  [ "$status" -eq 3 ]
  [[ "$output" == *"element.run: found elements inside articles in it, expected whole articles, as the result type says (run 't', result = 'article')"* ]]
  sed -i 's/result = "article"/result = "element"/' track.toml
  fovea check track.toml
}

@test "standard input has one name" {
  printf '1 Q0 a 1 2 t 0 10\n1 Q0 a 2 1 t 0 10 x y\n' > bad.run
  run -2 fovea check - < bad.run
  [[ "$output" == *'<stdin>:2'* ]]
  run ! grep "^-:" <<< "$output"
  run -2 fovea check -o json - < bad.run
  [[ "$output" == '{"file":"<stdin>",'* ]]
}

@test "usage errors: an unknown task, format or order, repairing two runs" {
  printf '7 Q0 d 1 4 t 0 9\n' > run
  run fovea check --task nothing run
  [ "$status" -eq 1 ]
  [[ "$output" == *relevant-in-context* ]]
  run fovea check --format nothing run
  [ "$status" -eq 1 ]
  run fovea check --order nothing run
  [ "$status" -eq 1 ]
  run fovea check --repair out run run
  [ "$status" -eq 1 ]
  [ ! -e out ]
  printf '7 0 d 1\n' > qrels
  run fovea check --repair out qrels
  [ "$status" -eq 2 ]
  [[ "$output" == *"expected a run to repair"* ]]
  [ ! -e out ]
}

@test "only topics that there are may be answered, and repairing drops the others" {
  printf '7\tblue moon\n8\tred sun\n9\tgreen sea\n' > topics.tsv
  printf '7 Q0 d 1 2 t 0 5\n10 Q0 d 1 2 t 0 5\n8 Q0 d 1 2 t 0 5\n' > a.run
  run --separate-stderr fovea check --topic-file topics.tsv a.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"topics     2, 1 not answered"* ]]
  [[ "$stderr" == *"a.run:2:1: found topic '10', expected one of the topics of the track"* ]]
  run fovea check --topic-file topics.tsv --repair fixed.run a.run
  [ "$status" -eq 0 ]
  [[ "$output" == *"dropped topic '10'"* ]]
  run fovea check --topic-file topics.tsv fixed.run
  [ "$status" -eq 0 ]
}

@test "as JSON: what a run holds, and every fault with its line" {
  printf '7 Q0 d 1 3 t 0 5\n7 Q0 d 2 2 t 3 5\n7 Q0 d x 1 t 30 5\n8 Q0 e 1 2 t 0 5\n' > a.run
  run --separate-stderr fovea check --task focused -o json a.run
  [ "$status" -eq 2 ]
  [ -z "$stderr" ]
  python3 - "$output" <<'PY'
import json, sys
said = json.loads(sys.argv[1])
assert said["exit"] == 2 and said["errors"] == 1 and said["broken"] == 1, said
assert said["run"]["topics"] == 2 and said["run"]["results"] == 3 and said["run"]["kinds"] == {"passages": 3}, said
assert [row["line"] for row in said["faults"]] == [3] and [row["line"] for row in said["breaches"]] == [2], said
PY
  run --separate-stderr fovea check --task focused -o json --show 1 --repair fixed.run a.run
  [[ "$output" == *'"changed":1'* ]]
  run fovea check -o json missing.run
  [ "$status" -eq 2 ]
  [[ "$output" == *'"code":"cannot-open"'* ]]
  run fovea check --all --show 3 a.run
  [ "$status" -eq 1 ]
}

@test "a given format allows no other rows" {
  printf '7 Q0 d 1 4 t 0 9\n7 Q0 d 1 4 t\n' > run
  run fovea check run
  [ "$status" -eq 0 ]
  [[ "$output" == *"1 whole documents, 1 passages (mixed)"* ]]
  run fovea check --format fol run
  [ "$status" -eq 2 ]
  [[ "$output" == *"run:2:13: found 6 columns, expected 8 (and offset length)"* ]]
}

@test "the output is the same on any number of cores" {
  for topic in $(seq 100); do
    printf "$topic Q0 d 1 4 t 0 9\n$topic Q0 d 2 3 t 5 9\n$topic Q0 e x 3 t 5 9\n"
  done > run
  fovea check --task focused --all -j 1 run > one 2>&1 || true
  fovea check --task focused --all -j 4 run > four 2>&1 || true
  cmp one four
}

@test "the real files of INEX 2010 are read without a word" {
  [ -d "$SHARED" ] || skip "no $SHARED"
  run --separate-stderr fovea check "$SHARED"/inex2010/runs/*.run "$SHARED"/inex2010/inex2010.qrels \
    "$SHARED"/inex2010/topics.xml "$SHARED"/article/INDRI_articles.trec "$SHARED"/article/inex2010_article.qrels \
    "$SHARED"/chroma/run_*.tsv
  [ "$status" -eq 0 ]
  [ -z "$stderr" ]
  [[ "$output" == *"39031 judged"* ]]
}

@test "topics in TSV are topics, however many words a query has" {
  local words query
  query=What
  for words in does the lighthouse keeper do at 10 of 12 nights in 1 year; do
    query="$query $words"
    printf 'q1\t%s\n' "$query" > t.tsv
    run --separate-stderr fovea check t.tsv
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "t.tsv: topics in format tsv" ]
    printf '# id and query\n\nq1\tlight\nq2\t%s\n' "$query" > t.tsv
    run --separate-stderr fovea check - < t.tsv
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == *": topics in format tsv" ]]
  done
  # A run is wanted here.
  printf '1 0 a 1\n' > a.qrels
  run fovea eval -m AP a.qrels t.tsv
  [ "$status" -eq 2 ]
  [[ "$output" == *"t.tsv: found topics (id, tab, query), expected a run"* ]]
  # Runs and qrels with a tab between two of their columns are still what they were.
  printf '1\tQ0 a 1 2.5 tag\n' > a.run
  printf '1\t0 a 1\n' > b.qrels
  run --separate-stderr fovea check a.run b.qrels
  [[ "$output" == *"a.run: a run in format trec"* ]]
  [[ "$output" == *"b.qrels: judgements in format trec-qrels"* ]]
}
