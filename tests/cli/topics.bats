# fovea topics: listing topics and their castitles.

setup() {
  load helpers
  SHARED="${FOVEA_DATA:-FOVEA_DATA}"
}

@test "titles of several files and formats are listed in their order" {
  printf '<top>\n<num> Number: 301\n<title> organized\n crime\n</top>\n' > a.trec
  printf '7\tblue  moon\n' | gzip > b.tsv.gz
  run --separate-stderr fovea topics a.trec b.tsv.gz
  [ "$status" -eq 0 ]
  [ "$output" = $'301  organized crime\n7    blue moon' ]
  [ -z "$stderr" ]
}

@test "standard input is read, and --format overrides what the content tells" {
  run fovea topics - <<< $'7\tblue moon'
  [ "$status" -eq 0 ]
  [ "$output" = "7  blue moon" ]
  run fovea topics --format trec - <<< $'7\tblue moon'
  [ "$status" -eq 2 ]
  [[ "$output" == *"<stdin>:1:1: found '7"*"expected <top>"* ]]
}

@test "a listing as jsonl is a topic file with the same content" {
  printf '<inex_topic topic_id="1" query_type="CO" ct_no="2"><title>a "b"</title><narrative>x\ny</narrative></inex_topic>' > t.xml
  fovea topics t.xml -o jsonl > once.jsonl
  fovea topics once.jsonl -o jsonl > twice.jsonl
  [ "$(cat once.jsonl)" = '{"id":"1","query_type":"CO","candidate":"2","title":"a \"b\"","narrative":"x\ny"}' ]
  cmp once.jsonl twice.jsonl
}

@test "an id that comes twice, a missing file and an unknown topic are errors, the rest is listed" {
  printf '7\ta\n7\tb\n' > t.tsv
  run --separate-stderr fovea topics t.tsv absent.tsv
  [ "$status" -eq 2 ]
  [ "$output" = "7  a" ]
  [[ "$stderr" == *"t.tsv:2:1: found topic '7' again, there is one at t.tsv:1"* ]]
  [[ "$stderr" == *"absent.tsv: cannot open"* ]]
  run --separate-stderr fovea topics --topic 8 --topic 7 t.tsv
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"found no topic '8'"* ]]
}

@test "topics without the field are counted on standard error" {
  printf '7\ta\n8\tb\n' > t.tsv
  run --separate-stderr fovea topics t.tsv --field castitle
  [ "$status" -eq 0 ]
  [ -z "$output" ]
  [ "$stderr" = "fovea: 2 of 2 topics have no castitle and are not listed" ]
}

@test "a wrong option, field or format is a usage error" {
  run fovea topics
  [ "$status" -eq 1 ]
  run fovea topics --field summary t.tsv
  [ "$status" -eq 1 ]
  run fovea topics --format xml t.tsv
  [ "$status" -eq 1 ]
}

@test "all castitles of INEX 2010 are understood" {
  [ -e "$SHARED/inex2010/topics.xml" ] || skip "no $SHARED"
  run --separate-stderr fovea topics "$SHARED/inex2010/topics.xml" --field castitle
  [ "$status" -eq 0 ]
  [ -z "$stderr" ]
  [ "$(grep -c '^  target ' <<< "$output")" -eq 107 ]
}
