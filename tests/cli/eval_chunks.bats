# The task of chunks: its measures, chunks as units, groups of topics with mean and deviation; what is said about
# documents and passages that do not go together.

setup() {
  load helpers
  printf '%s\n' '{"topic":"q1","doc":"handbook.md","spans":[[100,200]],"length":1000}' \
    '{"topic":"q2","doc":"faq.md","spans":[[0,50],[300,400]],"length":500}' > evidence.jsonl
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' q1 1 handbook.md 200 400 9 q1 2 handbook.md 50 150 8 \
    q2 1 faq.md 0 100 9 q2 2 faq.md 250 350 8 > chunks.tsv
  printf '%s\t%s\t%s\t%s\n' 0 handbook.md 0 50 1 handbook.md 50 150 2 handbook.md 150 200 3 handbook.md 200 400 \
    4 faq.md 0 100 5 faq.md 100 250 6 faq.md 250 350 7 faq.md 350 500 > chunking.tsv
  DATA=${FOVEA_DATA:-FOVEA_DATA}
}

value() { printf '%s\n' "$output" | awk -F'\t' -v m="$1" -v t="${2:-all}" '{sub(/ +$/, "", $1)} $1 == m && $2 == t {print $3}'; }

@test "chunk runs are taken for the task chunks and get its measures" {
  run --separate-stderr fovea eval evidence.jsonl chunks.tsv
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"taken for task chunks, because the format chunks holds chunks"* ]]
  [ "$(printf '%s\n' "$output" | cut -f1 | tr -d ' ' | tr '\n' ' ')" = "charR@1 charR@5 charR@10 charP@1 charP@5 charP@10 IoU@1 IoU@5 IoU@10 charF@1 charF@5 charF@10 chunkHit@5 chunkRR " ]
  [ "$(value chunkRR)" = 0.7500 ]
  [ "$(value charR@1)" = 0.1667 ]
  printf '%s\n' '{"topic":"q1","doc":"handbook.md","begin":50,"end":150}' > chunks.jsonl
  run --separate-stderr fovea eval evidence.jsonl chunks.jsonl
  [[ "$stderr" == *"taken for task chunks"* ]]
  run --separate-stderr fovea check --task chunks chunks.tsv
  [ "$status" -eq 0 ]
}

@test "chunks as units: the rule of relevance, and the chunking for AP and nDCG" {
  run --separate-stderr fovea eval -q -m 'chunkHit@1,chunkRR,chunkRR(share=0.5)' evidence.jsonl chunks.tsv
  [ "$(value chunkHit@1 q1)" = 0.0000 ]
  [ "$(value chunkRR q1)" = 0.5000 ]
  [ "$(value chunkRR q2)" = 1.0000 ]
  [ "$(value 'chunkRR(share=0.5)' q2)" = 0.0000 ]
  run fovea eval -m chunkAP evidence.jsonl chunks.tsv
  [ "$status" -eq 1 ]
  [[ "$output" == *"chunkAP counts the relevant chunks there are"*"--chunking"* ]]
  run --separate-stderr fovea eval -q -m chunkAP,chunkNDCG@2 --chunking chunking.tsv evidence.jsonl chunks.tsv
  [ "$status" -eq 0 ]
  [ "$(value chunkAP q1)" = 0.2500 ]   # found at rank 2; two chunks are relevant
  [ "$(value chunkAP q2)" = 0.6667 ]   # found at 1 and 2 of three
  [ "$(value chunkNDCG@2 q2)" = 1.0000 ]
  printf '%s\t%s\t%s\t%s\n' 0 handbook.md 0 1000 > other.tsv
  run --separate-stderr fovea eval -m chunkAP --chunking other.tsv evidence.jsonl chunks.tsv
  [[ "$stderr" == *"3 relevant results are no chunks of the chunking"* ]]
}

@test "RR counts documents, chunkRR chunks: Chroma's questions" {
  [ -d "$DATA/chroma" ] || skip "no $DATA"
  run --separate-stderr fovea eval -m RR,chunkRR "$DATA/chroma/questions_df.csv" "$DATA/chroma/run_bm25_char1200_k5.tsv"
  [ "$(value RR)" = 0.9933 ]
  [ "$(value chunkRR)" = 0.7858 ]
  run --separate-stderr fovea eval --by document -m charR "$DATA/chroma/questions_df.csv" "$DATA/chroma/run_bm25_char1200_k5.tsv"
  [ "$(printf '%s\n' "$output" | wc -l)" -eq 7 ]
  [[ "$output" == *"all"*"472"*"0.8910 ± 0."* ]]
}

@test "--by prints mean and deviation of groups" {
  run --separate-stderr fovea eval --by document -m charR@1,chunkRR evidence.jsonl chunks.tsv
  [ "$status" -eq 0 ]
  [ "$(printf '%s\n' "$output" | sed 's/  */ /g')" = "$(printf '%s\n' 'run group topics charR@1 chunkRR' \
    'chunks handbook.md 1 0.0000 0.5000' 'chunks faq.md 1 0.3333 1.0000' \
    'chunks all 2 0.1667 ± 0.2357 0.7500 ± 0.3536')" ]
  run --separate-stderr fovea eval --compat chroma --by all -m charR@1 -o csv evidence.jsonl chunks.tsv
  [ "${lines[1]}" = "chunks,all,2,charR@1,0.1667,0.1667" ]
  printf '{"topic":"q1","doc":"cuad/a.txt","spans":[[0,9]]}\n{"topic":"q2","doc":"maud/b.txt","spans":[[0,9]]}\n' > e.jsonl
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' q1 1 cuad/a.txt 0 9 9 > c.tsv
  run --separate-stderr fovea eval --by folder -m charR -o tsv e.jsonl c.tsv
  [ "$(printf '%s\n' "$output" | cut -f2,5 | tr '\t\n' '= ')" = "group=mean cuad=1.0000 maud=0.0000 all=0.5000 " ]
  run fovea eval --by document -q -m charR evidence.jsonl chunks.tsv
  [ "$status" -eq 1 ]
}

@test "a run of another collection is told from a bad one" {
  sed 's/\.md//' chunks.tsv > stems.tsv
  run --separate-stderr fovea eval -m charR evidence.jsonl stems.tsv
  [ "$status" -eq 0 ]
  [ "$(value charR)" = 0.0000 ]
  [[ "$stderr" == *"stems.tsv: warning: only 0 of 2 pairs of topic and document are judged, of 2 judged: the run has 'faq', 'handbook', the judgements have 'faq.md', 'handbook.md'; all of them would be found but for the extension: 'faq' is 'faq.md' there"* ]]
  run --separate-stderr fovea eval -m charR evidence.jsonl chunks.tsv
  [[ "$stderr" != *"are judged"* ]]
  run --separate-stderr fovea eval -m charR -o json evidence.jsonl chunks.tsv
  [[ "$output" == *'"retrieved": 2'*'"judged": 2'*'"shared": 2'* ]]
}

@test "passages past the end and passages returned twice are said by check and eval in the same words" {
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' q1 1 handbook.md 900 1100 9 q1 2 faq.md 0 10 8 q1 3 handbook.md 900 1100 7 > odd.tsv
  run --separate-stderr fovea eval -m charR evidence.jsonl odd.tsv
  [ "$status" -eq 0 ]
  local twice="topic 'q1', document 'handbook.md': 900–1100 was returned before, on line 1"
  local past="found a passage that ends at 1100, expected an end within document 'handbook.md', which has 1000 characters"
  [[ "$stderr" == *"odd.tsv:3: warning: $twice"* ]]
  [[ "$stderr" == *"odd.tsv:1: warning: $past"*"odd.tsv:3: warning: $past"* ]]
  run fovea check odd.tsv
  [ "$status" -eq 2 ]
  [[ "$output" == *"odd.tsv:3: $twice"* ]]
  mkdir docs && printf '%01000d' 0 > docs/handbook.md && printf '%0500d' 0 > docs/faq.md
  fovea catalog build --id path docs.fovea docs
  run fovea check --collection docs.fovea odd.tsv
  [[ "$output" == *"odd.tsv:1: $past"* ]]
}

@test "ids that a collection knows otherwise: the rule that would find them" {
  mkdir -p docs/co/2001 && printf '%01000d' 0 > docs/handbook.md && printf '%0500d' 0 > docs/faq.md
  fovea catalog build docs.fovea docs
  run fovea check --collection docs.fovea evidence.jsonl
  [ "$status" -eq 2 ]
  [[ "$output" == *"evidence.jsonl: none of 2 documents is in docs.fovea; all would be, were its documents known by path: 'faq.md' is 'faq' there ('fovea catalog build --id path')"* ]]
  run fovea check --collection docs.fovea chunks.tsv
  [ "$status" -eq 2 ]
  [[ "$output" == *"chunks.tsv: none of 2 documents is in docs.fovea; all would be, were its documents known by path"* ]]
  run fovea eval --collection docs.fovea -m charR evidence.jsonl chunks.tsv
  [[ "$output" == *"known by path"* ]]
  printf '<article><p>text</p></article>' > docs/co/2001/r7022.xml
  fovea catalog build --id stem-path stems.fovea docs
  run fovea catalog show stems.fovea co/2001/r7022
  [ "$status" -eq 0 ]
  fovea catalog build paths.fovea --id path docs
  printf '{"topic":"q1","doc":"co/2001/r7022","spans":[[0,2]]}\n' > inex.jsonl
  run fovea check --collection paths.fovea inex.jsonl
  [[ "$output" == *"known by stem-path: 'co/2001/r7022' is 'co/2001/r7022.xml' there ('fovea catalog build --id stem-path')"* ]]
}

@test "ends of ranges with an offset are read, checked, evaluated and written" {
  mkdir docs && printf '<article><bdy><sec>0123456789</sec><sec>abcdefghij</sec></bdy></article>' > docs/7.xml
  fovea catalog build wiki.fovea docs
  printf 't1 Q0 7 1 1 x /article[1]/bdy[1]/sec[1].4 /article[1]/bdy[1]/sec[2].3\n' > range.run
  run fovea check --collection wiki.fovea range.run
  [ "$status" -eq 0 ]
  run --separate-stderr fovea convert --to fol --collection wiki.fovea range.run
  [ "$output" = "t1 Q0 7 1 1 x 4 9" ]
  run --separate-stderr fovea convert --to range range.run
  [ "$output" = "$(cat range.run)" ]
  printf 't1 Q0 7 9 20 4 4:9\n' > q
  run --separate-stderr fovea eval --collection wiki.fovea -m charR,charP q range.run
  [ "$(value charR)" = 1.0000 ]
  [ "$(value charP)" = 1.0000 ]
  run fovea catalog show wiki.fovea 7 '/article[1]/bdy[1]/sec[2].3'
  [[ "$output" == *13* ]]
  printf 't1 Q0 7 1 1 x /article[1]/bdy[1]/sec[1].4 /article[1]/bdy[1]/sec[2].11\n' > range.run
  run fovea check --collection wiki.fovea range.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"range.run:1:"*"/article[1]/bdy[1]/sec[2].11"* ]]
  printf 't1 Q0 7 1 1 x /article[1]/bdy[1]/sec[1].x /article[1]/bdy[1]/sec[2]\n' > range.run
  run fovea check range.run
  [[ "$output" == *"range.run:1:41:"*"expected a character, counted from 0"* ]]
}

@test "passages are converted to the elements around them or inside" {
  mkdir docs && printf '<article><bdy><sec>0123456789</sec><sec>abcdefghij</sec></bdy></article>' > docs/7.xml
  fovea catalog build wiki.fovea docs
  printf '%s\n' 't1 Q0 7 1 3 x 2 4' 't1 Q0 7 2 2 x 5 10' 't1 Q0 7 3 1 x 0 20' > fol.run
  run --separate-stderr fovea convert --to element --collection wiki.fovea fol.run
  [ "$status" -eq 0 ]
  [ "$output" = "$(printf '%s\n' 't1 Q0 7 1 3 x /article[1]/bdy[1]/sec[1]' 't1 Q0 7 2 2 x /article[1]/bdy[1]')" ]
  [[ "$stderr" == *"passages (written as elements) (3)"* ]]
  [[ "$stderr" == *"further passages of an element that stands above already (1)"* ]]
  printf '%s\n' 't1 Q0 7 1 2 x 2 18' 't1 Q0 7 2 1 x 3 4' > fol.run
  run --separate-stderr fovea convert --to element --elements inside --collection wiki.fovea fol.run
  [ "$output" = "t1 Q0 7 1 2 x /article[1]/bdy[1]/sec[2]" ]
  [[ "$stderr" == *"passages without an element inside (1)"* ]]
  run fovea convert --to element --elements inside fol.run
  [ "$status" -eq 1 ]
}

@test "--curve writes the curves of AiP and AgP" {
  printf '%s\n' 't1 Q0 a 100 1000 200 200:100' > q
  printf '%s\n' 't1 Q0 a 1 3 sys 150 100' > r
  run --separate-stderr fovea eval -m 'AiP,AgP(beta=1)' --curve curve.csv q r
  [ "$status" -eq 0 ]
  [ "$(grep -c '^sys,AiP,all,recall,' curve.csv)" -eq 101 ]
  grep -qx 'sys,AiP,t1,recall,0.5,precision,0.5' curve.csv
  grep -qx 'sys,AiP,t1,recall,0.51,precision,0' curve.csv
  [ "$(grep -c '^sys,AgP(beta=1),all,generalized recall,' curve.csv)" -eq 11 ]
  grep -qx 'sys,AgP(beta=1),all,generalized recall,1,generalized precision,0.5' curve.csv
}

@test "--curve writes interpolated precision of documents, with the measure's own points and rounding" {
  # Three relevant documents, two of them found, at ranks 1 and 4: the worked example of IPrec.
  printf '%s\n' '1 0 a 2' '1 0 b 0' '1 0 c 1' '1 0 d 0' '1 0 e 1' > q
  printf '%s\n' '1 Q0 a 1 9 s' '1 Q0 b 2 8 s' '1 Q0 x 3 7 s' '1 Q0 c 4 6 s' > r
  run --separate-stderr fovea eval -m 'IPrec@0.40,IPrec(rounding=up)@0.40,11pt_avg(points={0.2,0.5})' --curve curve.csv q r
  [ "$status" -eq 0 ]
  [ "$(grep -c '^s,IPrec@0.40,1,recall,' curve.csv)" -eq 11 ]
  grep -qx 's,IPrec@0.40,1,recall,0.4,precision,1' curve.csv
  grep -qx 's,IPrec@0.40,1,recall,0.5,precision,0.5' curve.csv
  grep -qx 's,IPrec@0.40,1,recall,0.9,precision,0' curve.csv
  grep -qx 's,IPrec(rounding=up)@0.40,all,recall,0.4,precision,0.5' curve.csv
  [ "$(grep -c '11pt_avg.*,all,recall,' curve.csv)" -eq 2 ]
}

@test "the folder of texts says how long documents are" {
  mkdir texts
  printf 'x%.0s' $(seq 200) > texts/doc.txt
  echo '{"topic":"q","doc":"doc","spans":[[0,50]]}' > spans.jsonl
  echo '{"topic":"q","doc":"doc","begin":0,"end":500}' > past.jsonl
  run --separate-stderr fovea eval --texts texts -m charP spans.jsonl past.jsonl
  [ "$status" -eq 0 ]
  [ "$(value charP all)" = 0.1000 ]
  [[ "$stderr" == *"past.jsonl:1: warning: "*200* ]]
  # Whole documents, and measures that read on to the end of the document.
  echo '{"topic":"q","doc":"doc"}' > whole.jsonl
  # Two topics, which compare needs at least.
  for file in spans whole; do sed 'p; s/"q"/"r"/' $file.jsonl > two-$file.jsonl; done
  sed 's/}/,"run":"other"}/' two-whole.jsonl > other.jsonl
  for command in "eval" "compare -o csv"; do
    run --separate-stderr fovea $command --texts texts -m charP,AgP,'AgP(t2i=300)' two-spans.jsonl two-whole.jsonl other.jsonl
    [ "$status" -eq 0 ]
  done
  run --separate-stderr fovea eval --texts texts -m charP,AgP,'AgP(t2i=300)' spans.jsonl whole.jsonl
  [ "$(value charP all)" = 0.2500 ]
  [ "$(value 'AgP(t2i=300)' all)" = 0.2500 ]
}

# A collection of the same texts gives every command the figures that the folder must give.
@test "the folder of texts says how long documents are in every command that evaluates" {
  mkdir texts
  printf 'the light %.0s' $(seq 20) > texts/a
  printf 'the keeper %.0s' $(seq 10) > texts/b
  fovea catalog build --id path c.fovea texts --quiet
  printf '1\tlight\n2\tkeeper\n' > topics.tsv
  printf '%s\n' '{"topic":"1","doc":"a","spans":[[0,50]]}' '{"topic":"2","doc":"b","spans":[[4,10]]}' > j.jsonl
  printf '%s\n' '1 0 a 1 2 one' '1 0 b 2 1 one' '2 0 b 1 2 one' > one.run
  printf '%s\n' '1 0 b 1 2 two' '1 0 a 2 1 two' '2 0 a 1 2 two' > two.run
  fovea pool build --quiet --size 2 -o pool.jsonl one.run two.run
  fovea index c.fovea -o c.index --quiet
  printf '%s\n' 'judgements = "j.jsonl"' '[[run]]' 'file = "one.run"' 'task = "relevant-in-context"' \
    '[[run]]' 'file = "two.run"' 'task = "relevant-in-context"' > runs.toml
  { echo 'collection = "c.fovea"'; cat runs.toml; } > collection.toml
  { echo 'texts = "texts"'; cat runs.toml; } > texts.toml
  local line with_texts
  while read -r line; do
    fovea ${line/KNOWN/--collection c.fovea} > by_collection
    with_texts=${line/KNOWN/--texts texts}
    fovea $with_texts > by_texts
    cmp by_collection by_texts || { echo "fovea $with_texts"; return 1; }
    grep -q '0\.[0-9]*[1-9]' by_texts
    # Without either there is nothing that says it.
    run fovea ${line/KNOWN/}
    [ "$status" -ne 0 ] || [ "$output" != "$(cat by_texts)" ]
  done << 'EOF'
eval -m charP,AgP(t2i=300) KNOWN j.jsonl one.run two.run
compare -o csv -m AgP(t2i=300) KNOWN j.jsonl one.run two.run
pool reuse -o csv -m charP KNOWN pool.jsonl j.jsonl one.run two.run
stats KNOWN j.jsonl
EOF
  # A collection has elements, of which fidelity makes further runs.
  fovea fidelity -m charP --collection c.fovea j.jsonl one.run | grep '^\(one\|SLD_R\) ' > by_collection
  fovea fidelity -m charP --texts texts j.jsonl one.run | grep '^\(one\|SLD_R\) ' > by_texts
  [ "$(wc -l < by_texts)" -gt 1 ]
  cmp by_collection by_texts
  # An index leads to its collection; without one the folder tells.
  fovea tune c.index topics.tsv j.jsonl -m charP --vary articles.b=0.3 --folds 1 --quiet > by_collection
  mv c.fovea elsewhere.fovea
  fovea tune --texts texts c.index topics.tsv j.jsonl -m charP --vary articles.b=0.3 --folds 1 --quiet > by_texts
  cmp by_collection by_texts
  mv elsewhere.fovea c.fovea
  for track in collection texts; do
    fovea report $track.toml -o by-$track --quiet
  done
  grep -q '0\.[0-9]*[1-9]' by-texts/tables/relevant-in-context-results.csv
  cmp by-collection/tables/relevant-in-context-results.csv by-texts/tables/relevant-in-context-results.csv
}

@test "texts that are not at their offsets are all counted, moved or refused" {
  mkdir texts
  printf 'Ships sail. Boats row. Ships sink.' > texts/doc.txt
  echo '{"topic":"q","doc":"doc","spans":[[0,11]]}' > spans.jsonl
  printf '%s\n' '{"topic":"q","doc":"doc","begin":3,"end":14,"text":"Ships sail."}' \
    '{"topic":"q","doc":"doc","begin":0,"end":10,"text":"Boats row."}' > moved.jsonl
  run --separate-stderr fovea eval --texts texts -m charR,charP@1 spans.jsonl moved.jsonl
  [ "$status" -eq 0 ]
  [ "$(value charR all)" = 1.0000 ]
  [ "$(value charP@1 all)" = 1.0000 ]
  [[ "$stderr" == *"moved.jsonl:1:52: warning: 'Ships sail.' stands at 0-11 of 'doc', not at 3-14: moved there, as 2 texts in all"* ]]
  printf '%s\n' '{"topic":"q","doc":"doc","begin":3,"end":14,"text":"Ships"}' \
    '{"topic":"q","doc":"doc","begin":0,"end":10,"text":"Rafts"}' > wrong.jsonl
  run fovea eval --texts texts -m charR spans.jsonl wrong.jsonl
  [ "$status" -eq 2 ]
  [[ "$output" == *"wrong.jsonl:1:52: "*"'Ships', which stands at several other places"*"wrong.jsonl:2:52: "*"'Rafts', which stands nowhere in it"* ]]
  # A chunking likewise.
  sed 's/"topic":"q",//' moved.jsonl > chunking.jsonl
  run --separate-stderr fovea eval --texts texts -m chunkAP --chunking chunking.jsonl spans.jsonl moved.jsonl
  [ "$status" -eq 0 ]
  [ "$(value chunkAP all)" = 1.0000 ]
}

@test "quotes are found in texts of another normalisation, with a word about it" {
  mkdir texts
  printf 'Voici un cafe\xcc\x81 noir.' > texts/doc.txt
  printf '{"topic":"q","doc":"doc","quotes":["un caf\xc3\xa9 noir"]}\n' > quotes.jsonl
  printf '{"topic":"q","doc":"doc","begin":6,"end":19}\n' > r.jsonl
  run --separate-stderr fovea eval --texts texts -m charP,charR quotes.jsonl r.jsonl
  [ "$status" -eq 0 ]
  [ "$(value charP all)" = 1.0000 ]
  [ "$(value charR all)" = 1.0000 ]
  [[ "$stderr" == *"quotes.jsonl:1:"*"differ in Unicode normalisation (NFC or NFD), though they print alike; they are matched"* ]]
  # With offsets beside the quote, and as the text of a chunk.
  printf '{"topic":"q","doc":"doc","quotes":[{"text":"un caf\xc3\xa9 noir","begin":0,"end":12}]}\n' > quotes.jsonl
  printf '{"topic":"q","doc":"doc","text":"un caf\xc3\xa9 noir"}\n' > r.jsonl
  run --separate-stderr fovea eval --texts texts -m charP,charR quotes.jsonl r.jsonl
  [ "$(value charP all)" = 1.0000 ]
  [ "$(value charR all)" = 1.0000 ]
  [[ "$stderr" == *"quotes.jsonl:1:"*"differ in Unicode normalisation"*"r.jsonl:1:"*"differ in Unicode normalisation"* ]]
}
