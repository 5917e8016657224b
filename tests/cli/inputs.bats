# The same input from a file, from standard input and compressed: the same exit code, messages and figures.

setup() {
  load helpers
  mkdir docs
  local d
  for d in a b c; do
    printf '<article><p>%s harbour light on the northern shore of %s</p><p>the keeper of %s left</p></article>' $d $d $d > docs/$d.xml
  done
  fovea catalog build docs.fovea docs --quiet
  printf '%s\n' '1 Q0 a 10 60 0 0:10' '1 Q0 b 0 60' '2 Q0 b 8 60 40 40:8' '2 Q0 c 8 60 40 40:8' > j.qrels
  printf '%s\n' '1 Q0 a 1 2 one /article[1]/p[1]' '1 Q0 b 2 1 one /article[1]/p[2]' '2 Q0 b 1 2 one /article[1]/p[1]' > run.element
  sed 's/ one / two /' run.element > two.element
}

# same_everywhere FILE COMMAND…: runs the command with @ being the file, standard input, and the file compressed. What is
# printed for the file is in $output and $status afterwards.
same_everywhere() {
  local file=$1 way first="" said
  shift
  gzip -kf "$file"
  zstd -qkf "$file"
  for way in "$file" - "$file.gz" "$file.zst"; do
    local command=() word
    for word in "$@"; do command+=("$([ "$word" = @ ] && echo "$way" || echo "$word")"); done
    run fovea "${command[@]}" < "$file"
    said="$status $(sed "s#$file\.gz#INPUT#g; s#$file\.zst#INPUT#g; s#<stdin>#INPUT#g; s#$file#INPUT#g; s#^fovea: -: #fovea: INPUT: #" <<< "$output")"
    [ -n "$first" ] || first=$said
    [ "$said" = "$first" ] || { printf '%s: %s\ninstead of %s\n' "$way" "$said" "$first"; return 1; }
    [ "$status" -lt 128 ] || return 1
  done
}


@test "runs of every format" {
  local format tried=0
  for format in trec element fol range inex-xml jsonl chunks legalbench genomics; do
    fovea convert --collection docs.fovea --to $format run.element -o run.$format || continue
    tried=$((tried + 1))
    same_everywhere run.$format eval -q --collection docs.fovea -m AP,P@1 j.qrels @
    same_everywhere run.$format eval -q --collection docs.fovea -m charP,AgP j.qrels @
    same_everywhere run.$format eval -q -m charP j.qrels @
    # Runs without a tag go by the name of their file.
    [[ $format == chunks || $format == legalbench ]] ||
      same_everywhere run.$format compare -m AP --collection docs.fovea j.qrels @ two.element
    same_everywhere run.$format check @
    # A run in the place of judgements.
    same_everywhere run.$format eval -m AP @ run.element
    same_everywhere run.$format compare -m AP @ run.element two.element
    # A fault in the middle, a NUL in an id, one byte too few.
    sed '1s/[0-9]/x/g' run.$format > bad
    same_everywhere bad eval -m AP j.qrels @
    sed '1s/a/a\x00/' run.$format > nul
    same_everywhere nul eval -m AP j.qrels @
    head -c $(($(wc -c < run.$format) - 9)) run.$format > cut
    same_everywhere cut eval -m AP j.qrels @
  done
  [ "$tried" -ge 7 ]
}

@test "a run given as judgements is a mistake of usage, wherever it comes from" {
  same_everywhere run.element eval -m AP @ run.element
  [ "$status" -eq 1 ]
  [[ "$output" == *"run.element.zst is a run; judgements come first" ]]
  same_everywhere run.element compare -m AP @ run.element two.element
  [ "$status" -eq 1 ]
}

@test "judgements of every format" {
  printf '1 0 a 1\n1 0 b 0\n2 0 b 1\n' > trec-qrels
  printf '1 one 0 a 1\n1 two 0 b 1\n' > qrels_prefs
  printf '1\ta\t0\t10\tLiver|Heart\n2\tb\t40\t8\tLiver\n' > genomics
  printf '%s\n' '{"topic":"1","doc":"a","spans":[[0,10]],"length":60}' '{"topic":"2","doc":"b","spans":[[40,48]]}' > jsonl
  printf '%s\n' '{"topic":"1","doc":"a","quotes":["harbour light"]}' > quotes
  printf '{"id":7,"doc":"a","text":"a harbour","label":[[0,2,"1"]]}\n' > doccano
  printf '{"text":"a harbour","doc":"a","spans":[{"start":0,"end":5,"label":"1"}],"answer":"accept"}\n' > prodigy
  printf '[{"id":1,"data":{"text":"a harbour","doc":"a"},"annotations":[{"was_cancelled":false,"result":[{"type":"labels","value":{"start":0,"end":2,"text":"a ","labels":["1"]}}]}]}]' > labelstudio
  printf '{"@context":"http://www.w3.org/ns/anno.jsonld","type":"Annotation","body":{"value":"1","purpose":"tagging"},"target":{"source":"a","selector":[{"type":"TextPositionSelector","start":0,"end":5}]}}' > webannotation
  printf 'question,references,corpus_id\n"what?","[{""content"": ""harbour"", ""start_index"": 2, ""end_index"": 9}]",a\n' > chroma
  printf '{"tests":[{"query":"what?","snippets":[{"file_path":"a","span":[0,5],"answer":"a har"}],"tags":[]}]}' > legalbench
  printf '<assessments pool="1" topic="1"><file file="a"><path path="/article[1]/p[1]" exhaustiveness="2" specificity="2"/></file></assessments>' > assessments
  local format
  for format in j.qrels trec-qrels qrels_prefs genomics jsonl quotes doccano prodigy labelstudio webannotation chroma legalbench assessments; do
    same_everywhere $format eval -q -m AP @ run.element
    same_everywhere $format eval -q -m AP,P@1 --collection docs.fovea @ run.element
    same_everywhere $format compare -m AP @ run.element two.element
    same_everywhere $format check @
    # With a NUL byte near the beginning, and far behind it; cut.
    sed '1s/a/a\x00/' $format > nul
    same_everywhere nul eval -m AP @ run.element
    [ "$status" -ne 0 ]
    same_everywhere nul eval -m AP @ run.element two.element
    { cat $format; yes '# a comment that fills some pages' | head -n 500; printf '9 0 a\x00 1\n'; } > late
    same_everywhere late eval -m AP @ run.element
    head -c $(($(wc -c < $format) - 5)) $format > cut
    same_everywhere cut eval -m AP @ run.element
  done
}

@test "qrels with a NUL byte are refused, with one run and with two" {
  printf '1 0 a\x00 1\n1 0 b 0\n' > nul
  same_everywhere nul eval -m AP @ run.element
  [ "$status" -eq 2 ]
  [[ "$output" == *"found binary data, expected judgements"* ]]
  same_everywhere nul eval -m AP @ run.element two.element
  [ "$status" -eq 2 ]
}

@test "topics of every format" {
  printf 'q1\tWhat does the keeper do?\n' > tsv
  printf '{"topic":"1","title":"a harbour"}\n' > jsonl
  printf '<top>\n<num> Number: 1\n<title> harbour\n</top>\n' > trec
  printf '<inex-topic-file><topic id="1" ct_no="1"><title>harbour</title></topic></inex-topic-file>' > inex
  local format
  for format in tsv jsonl trec inex; do
    same_everywhere $format topics @
    same_everywhere $format check @
    sed '1s/1/1\x00/' $format > nul
    same_everywhere nul check @
  done
}

@test "what is no text is refused in the same words" {
  printf '\x7fELF\x02\x01\x01' > elf
  : > empty
  printf '\xff\xfe1\x00 \x000\x00' > utf16
  local file
  for file in elf empty utf16; do
    same_everywhere $file eval -m AP @ run.element
    [ "$status" -eq 2 ]
    same_everywhere $file eval -m AP j.qrels @
    [ "$status" -eq 2 ]
    same_everywhere $file check @
    [ "$status" -eq 2 ]
  done
}
