# fovea convert: the same content in another format.

setup() {
  load helpers
  SHARED="${FOVEA_DATA:-FOVEA_DATA}"
}

@test "the examples of the help are about formats that exist" {
  run fovea convert --help
  [ "$status" -eq 0 ]
  [[ "$output" == *"fol --collection wiki.fovea element-run.txt"* ]]
  [[ "$output" == *"qrels, trec-qrels, assessments, doccano"* ]]
}

@test "a format of another kind is a usage error that lists the right ones" {
  echo '7 0 a 1' > t.qrels
  run --separate-stderr fovea convert --to fol t.qrels
  [ "$status" -eq 1 ]
  [ -z "$output" ]
  [[ "$stderr" == *"judgements cannot be written as 'fol': --to must be qrels, trec-qrels, assessments"* ]]
  run --separate-stderr fovea convert --to prodigy t.qrels
  [ "$status" -eq 1 ]
  run --separate-stderr fovea convert --to jsonl --from fol t.qrels
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"'fol' is no format of judgements"* ]]
  run --separate-stderr fovea convert --to jsonl - t.qrels <<< '7 0 a 1'
  [ "$status" -eq 1 ]
  mkdir folder
  run --separate-stderr fovea convert --to fol --kind run folder
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"one file at a time"* ]]
  run --separate-stderr fovea convert --to jsonl folder
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"a folder without files"* ]]
  run --separate-stderr fovea convert t.qrels
  [ "$status" -eq 1 ]
}

@test "a file of no known kind, an empty, a missing and a broken one are bad input" {
  echo 'Once upon a time' > story.txt
  run --separate-stderr fovea convert --to jsonl story.txt
  [ "$status" -eq 2 ]
  [[ "$stderr" == "story.txt:1:1: found 'Once upon a time', expected a run, judgements or topics"* ]]
  : > empty
  run --separate-stderr fovea convert --to jsonl empty
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"found an empty file"* ]]
  run fovea convert --to jsonl missing
  [ "$status" -eq 2 ]
  echo '7 0 a 1' | gzip | head -c 15 > broken.gz
  run fovea convert --to jsonl broken.gz
  [ "$status" -eq 2 ]
  printf '<assessments topic="1"><file file="a">' > half.xml
  run --separate-stderr fovea convert --to jsonl half.xml
  [ "$status" -eq 2 ]
  [ -z "$output" ]
  [[ "$stderr" == half.xml:1:* ]]
}

@test "a bad row anywhere leaves standard output empty and an older file as it was" {
  { for i in $(seq 2000); do echo "7 Q0 d$i $i 0.5 tag"; done; echo '7 Q0 d x 0.5 tag'; } > long.run
  run --separate-stderr fovea convert --to jsonl long.run
  [ "$status" -eq 2 ]
  [ -z "$output" ]
  [[ "$stderr" == long.run:2001:* ]]
  echo old > kept
  run fovea convert --to jsonl long.run -o kept
  [ "$status" -eq 2 ]
  [ "$(cat kept)" = old ]
}

@test "compressed input and standard input are read" {
  echo '7 0 a 1' > t.qrels
  gzip -k t.qrels
  zstd -q t.qrels
  for file in t.qrels.gz t.qrels.zst; do
    [ "$(fovea convert --to jsonl $file)" = '{"topic":"7","doc":"a","grade":1}' ]
  done
  [ "$(fovea convert --to jsonl - < t.qrels)" = '{"topic":"7","doc":"a","grade":1}' ]
}

@test "topics keep all their fields in inex and jsonl, id and title in tsv" {
  echo '{"id":"7","query_type":"CAS","title":"a < b","castitle":"//article[about(., x)]","keywords":"k"}' > t.jsonl
  fovea convert --to inex t.jsonl > t.xml
  [ "$(fovea convert --to jsonl t.xml)" = "$(cat t.jsonl)" ]
  run --separate-stderr fovea convert --to tsv t.xml
  [ "$status" -eq 0 ]
  [ "$output" = $'7\ta < b' ]
  [ "$stderr" = $'fovea: lost in tsv: <castitle> (1)\nfovea: lost in tsv: <keywords> (1)\nfovea: lost in tsv: types of queries (1)' ]
  run --separate-stderr fovea convert --to trec t.xml
  [ "$status" -eq 1 ]
}

@test "annotations of a tool become judgements, the topic coming from where one says" {
  mkdir texts
  printf 'Red or white wine' > texts/wine.txt
  echo '{"id":"wine","text":"Red or white wine","label":[[0,3,"Relevant"],[7,12,"Relevant"]]}' > topic-7.jsonl
  run --separate-stderr fovea convert --to jsonl --topic-from 'file:topic-{}.jsonl' topic-7.jsonl
  [ "$status" -eq 0 ]
  [ "$output" = '{"topic":"7","doc":"wine","spans":[[0,3],[7,12]],"length":17}' ]
  fovea convert --to jsonl --topic-from 'file:topic-{}.jsonl' topic-7.jsonl > j.jsonl
  fovea convert --to doccano --texts texts j.jsonl > d.jsonl
  fovea convert --to jsonl d.jsonl | cmp - j.jsonl
  fovea convert --to webannotation --texts texts j.jsonl > w.json
  [ "$(fovea convert --to jsonl --texts texts w.json)" = "$(cat j.jsonl)" ]
  run fovea convert --to jsonl --topic-from nowhere topic-7.jsonl
  [ "$status" -eq 1 ]
}

@test "a folder of brat documents is read without their texts" {
  mkdir -p brat
  printf 'Red wine' > brat/a.txt
  printf 'T1\t7 0 3\tRed\n' > brat/a.ann
  [ "$(fovea convert --to jsonl brat)" = '{"topic":"7","doc":"a","spans":[[0,3]],"length":8}' ]
}

@test "the official judgements survive all conversions that can hold them" {
  [ -d "$SHARED" ] || skip "no $SHARED"
  tr -d '\r' < "$SHARED/inex2010/inex2010.qrels" | sed 's/ *$//' > official
  fovea convert --to jsonl "$SHARED/inex2010/inex2010.qrels" > j.jsonl
  fovea convert --to qrels j.jsonl > back.qrels
  [ "$(wc -l < back.qrels)" -eq 39031 ]
  fovea convert --to jsonl back.qrels | cmp - j.jsonl
  # 492 rows list their passages out of order; all others come back as they were.
  [ "$(diff official back.qrels | grep -c '^<')" -le 492 ]
  fovea convert --to trec-qrels j.jsonl 2> lost | awk '{print $1, $3, $4}' > grades
  awk '{print $1, $3, $4}' "$SHARED/article/inex2010_article.qrels" | cmp - grades
}

@test "chunk benchmarks are judgements too" {
  printf 'question,references,corpus_id\nWho?,"[{""content"":""Red"",""start_index"":0,""end_index"":3}]",wine\n' > q.csv
  [ "$(fovea convert --to jsonl q.csv)" = '{"topic":"0","doc":"wine","spans":[[0,3]]}' ]
  echo '{"tests":[{"query":"Who?","snippets":[{"file_path":"a/b.txt","span":[5,9],"answer":"wine"}],"tags":[]}]}' > l.json
  [ "$(fovea convert --to jsonl l.json)" = '{"topic":"0","doc":"a/b.txt","spans":[[5,9]]}' ]
}

@test "docs/convert.md lists the formats that can be written, as the help does" {
  fovea convert --help | sed -n '/^Formats:/,/^$/p' | tail -n +2 | sed 's/^  [a-z][a-z]* /,/' | tr '\n' ' ' |
    sed 's/ or /,/g' | tr -d ' ' | tr ',' '\n' | grep . | sort > offered
  sed -n '/^| kind/,/^$/p' "$BATS_TEST_DIRNAME/../../docs/convert.md" | cut -d'|' -f3 | grep -o '`[a-z-]*`' | tr -d '`' |
    grep -v '^--to$' | sort > listed
  [ -s offered ]
  diff offered listed
}

@test "no relevant document is lost in assessments, with grades from highlights or without" {
  "$FOVEA" demo --unpack track > /dev/null && cd track
  "$FOVEA" catalog build c.fovea articles --quiet
  "$FOVEA" convert --to trec-qrels judgements.qrels 2> /dev/null | sort > documents
  [ "$(grep -c ' 1$' documents)" -eq 67 ]
  for how in "" "--from-highlights" "--from-highlights --relevance ratio"; do
    "$FOVEA" convert --to assessments --collection c.fovea $how judgements.qrels > a.xml 2> lost
    "$FOVEA" convert --to trec-qrels a.xml 2> /dev/null | sort | cmp - documents
  done
  grep -q '<element path="/[^"]*" size="[0-9]*" rsize="[0-9]*"/>' a.xml
  run ! grep -q 'written as their root element' lost
  # The share of an element in JSON lines is that of the elements in catalog show, counted character by character.
  "$FOVEA" convert --to jsonl --collection c.fovea --from-highlights --relevance ratio judgements.qrels > ratio.jsonl
  python3 - "$FOVEA" <<'END'
import json, subprocess, sys
checked = 0
spans_of = {}
for line in open("ratio.jsonl"):
    judged = json.loads(line)
    if judged["doc"] not in spans_of:
        shown = subprocess.run([sys.argv[1], "catalog", "show", "c.fovea", judged["doc"]], capture_output=True, text=True, check=True).stdout
        spans_of[judged["doc"]] = {f[0]: (int(f[1]), int(f[2])) for f in (row.split() for row in shown.splitlines()) if len(f) >= 3 and f[0].startswith("/") and f[1].isdigit()}
    relevant = {at for begin, end in judged["spans"] for at in range(begin, end)}
    graded = {e["path"]: e for e in judged["elements"]}
    for path, (offset, length) in spans_of[judged["doc"]].items():
        inside = sum(at in relevant for at in range(offset, offset + length))
        assert (path in graded) == (inside > 0), path
        if inside:
            assert abs(graded[path]["relevance"] - inside / length) < 1e-12, path
            checked += 1
assert checked > 400, checked
END
  run "$FOVEA" convert --to jsonl --from-highlights judgements.qrels
  [ "$status" -eq 1 ]
  run "$FOVEA" convert --to jsonl --relevance ratio judgements.qrels
  [ "$status" -eq 1 ]
}
