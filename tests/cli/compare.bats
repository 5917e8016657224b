# `fovea compare`: significance and agreement, from scores and from runs.

setup() {
  load helpers
}

# scores RUN SHIFT: per-topic scores of one run, as trec_eval -q prints them.
scores() {
  local topic
  for topic in 1 2 3 4 5 6 7 8; do
    awk -v t="$topic" -v s="$2" 'BEGIN { printf "map\t%d\t%.4f\n", t, 0.1 * t / 2 + s * (1 + t % 3) }'
  done
  printf 'runid\tall\t%s\nmap\tall\t0.5\n' "$1"
}

@test "scores of several files are ranked, with stars and the share of significant pairs" {
  scores low 0 > low.txt
  scores high 0.1 > high.txt
  run fovea compare --scores low.txt --scores high.txt
  [ "$status" -eq 0 ]
  [[ "$output" == *"map: 2 runs, 8 topics; paired t-test, two-tailed, alpha 0.05, Holm correction"* ]]
  [[ "$output" == *"   1  high"*" *"* ]]
  [[ "$output" == *"1 of 1 pairs significant (100.0 %)."* ]]
}

@test "a seed gives the same figures on one thread and on many" {
  scores low 0 > low.txt
  scores high 0.002 > high.txt
  one=$(taskset -c 0 "$FOVEA" compare --test bootstrap --resamples 5000 --seed 9 -o json --scores low.txt --scores high.txt)
  many=$("$FOVEA" compare --test bootstrap --resamples 5000 --seed 9 -o json --scores low.txt --scores high.txt)
  [ "$one" = "$many" ]
  [[ "$many" == *'"seed": 9'* ]]
  other=$("$FOVEA" compare --test bootstrap --resamples 5000 --seed 10 -o json --scores low.txt --scores high.txt)
  [ "$other" != "$many" ]
}

@test "one run or one topic is too little" {
  scores low 0 > low.txt
  run fovea compare --scores low.txt
  [ "$status" -eq 1 ]
  [[ "$output" == *"found 1 run, expected at least two to compare"* ]]
  printf 'map 1 0.1\n' > a.txt
  printf 'map 1 0.2\n' > b.txt
  run fovea compare --scores a.txt --scores b.txt
  [ "$status" -eq 2 ]
  [[ "$output" == *"there are fewer than 2 topics"* ]]
}

@test "runs without a topic in common end with 4, and with others name what is left out" {
  printf 'map 1 0.1\nmap 2 0.1\n' > a.txt
  printf 'map 3 0.2\nmap 4 0.1\n' > b.txt
  run fovea compare --scores a.txt --scores b.txt
  [ "$status" -eq 4 ]
  [[ "$output" == *"no topic in common; 'a' has '1', 'b' has '3'"* ]]
  printf 'map 1 0.2\nmap 2 0.4\nmap 3 0.3\n' > b.txt
  run fovea compare --scores a.txt --scores b.txt
  [ "$status" -eq 0 ]
  [[ "$output" == *"1 topic that some run lacks, left out (--topics all keeps them): 3"* ]]
  run fovea compare --topics all --scores a.txt --scores b.txt
  [[ "$output" == *"2 runs, 3 topics"* ]]
}

@test "constant differences are said, and no NaN is printed" {
  printf 'map 1 0.1\nmap 2 0.2\n' > a.txt
  printf 'map 1 0.2\nmap 2 0.3\n' > b.txt
  for output in text csv json latex md; do
    run fovea compare -o "$output" --scores a.txt --scores b.txt
    [ "$status" -eq 0 ]
    [[ "${output,,}" != *nan* ]]
  done
  run fovea compare --correct none --scores a.txt --scores b.txt
  [[ "$output" == *"1 not tested (?), because the difference is the same on all topics (zero variance): b and a."* ]]
  [[ "$output" == *"b    a         +0.1000  [0.1000, 0.1000]  ?    -    2    0     0           -              -"* ]]
}

@test "a NaN among the scores is named with its place" {
  printf 'map 1 0.1\nmap 2 nan\n' > a.txt
  run fovea compare --scores a.txt
  [ "$status" -eq 2 ]
  [[ "$output" == *"a.txt:2:7: found 'nan', expected a score (a number from -1e50 to 1e50)"* ]]
}

@test "scores too large for their mean are refused, and those at the limit give no inf or nan" {
  printf 'map 1 1e308\nmap 2 1e308\n' > a.txt
  run fovea compare --scores a.txt
  [ "$status" -eq 2 ]
  [[ "$output" == *"a.txt:1:7: found '1e308', expected a score (a number from -1e50 to 1e50)"* ]]
  printf 'map 1 1e50\nmap 2 -1e50\nmap 3 1e49\n' > a.txt
  printf 'map 1 -1e50\nmap 2 1e50\nmap 3 2e49\n' > b.txt
  for test in t bootstrap randomisation wilcoxon tukey; do
    for form in text csv json latex md; do
      run fovea compare -o "$form" --test "$test" --scores a.txt --scores b.txt
      [ "$status" -eq 0 ]
      [[ ! "$output" =~ (^|[^a-zA-Z])-?(nan|inf)([^a-zA-Z]|$) ]]
    done
  done
}

@test "numbers out of their range are usage errors that say the range" {
  printf 'map 1 0.1\nmap 2 0.2\n' > a.txt
  expect() { # arguments…, the message last
    local message="${*: -1}"
    run fovea compare --scores a.txt "${@:1:$#-1}"
    [ "$status" -eq 1 ]
    [[ "$output" == *"$message"* ]]
  }
  expect --alpha nan "--alpha: found 'nan', expected a number from 1e-09 to 0.5"
  expect --alpha 0.6 "--alpha: found '0.6', expected a number from 1e-09 to 0.5"
  expect --power nan "--power: found 'nan', expected a number from 0.5 to 0.999"
  expect --depth 0 "--depth: found '0', expected a whole number from 1 on"
  expect --agree-depth 10,0 "--agree-depth: found '0', expected a whole number from 1 on"
  expect --resamples 0 "--resamples: found '0', expected a whole number from 1 to 1000000"
  expect --decimals 16 "--decimals: found '16', expected a whole number from 0 to 15"
}

@test "an unknown baseline, measure or test is a usage error that names what there is" {
  scores low 0 > low.txt
  scores high 0.1 > high.txt
  run fovea compare --baseline lov --scores low.txt --scores high.txt
  [ "$status" -eq 1 ]
  [[ "$output" == *"found --baseline 'lov', expected the name of a run, such as low"* ]]
  run fovea compare -m ndcg --scores low.txt
  [ "$status" -eq 1 ]
  [[ "$output" == *"expected a measure of the scores: map"* ]]
  run fovea compare --test f --scores low.txt
  [ "$status" -eq 1 ]
  run fovea compare --test tukey --tails 1 --scores low.txt
  [ "$status" -eq 1 ]
  run fovea compare
  [ "$status" -eq 1 ]
}

@test "few pairs are listed with their tests, and a baseline named twice counts once" {
  scores low 0 > low.txt
  scores high 0.1 > high.txt
  run fovea compare --scores low.txt --scores high.txt
  [[ "$output" == *"run   other  difference "*"95 % interval "*" p "*" d  win  tie  loss  detectable  topics needed"* ]]
  [[ "$output" == *"high  low  "* ]]
  run fovea compare --baseline low --baseline low --scores low.txt --scores high.txt
  [[ "$output" == *"1 of 1 pairs significant"* ]]
  [ "$(grep -c "Against low" <<< "$output")" -eq 1 ]
}

@test "trec_eval's name finds the measure, and the other way round" {
  scores low 0 > low.txt
  scores high 0.1 > high.txt
  run fovea compare -m AP --scores low.txt --scores high.txt
  [ "$status" -eq 0 ]
}

@test "runs are evaluated on the spot, and cut at depths" {
  fovea demo --unpack demo > /dev/null
  fovea catalog build demo/c.fovea demo/articles --quiet
  run fovea compare --collection demo/c.fovea -m 'AgP(t2i=300),AP' demo/judgements.qrels demo/runs/sections.run demo/runs/paragraphs.xml
  [ "$status" -eq 0 ]
  [[ "$output" == *"AgP(t2i=300): 2 runs"*"AP: 2 runs"* ]]
  run fovea compare --collection demo/c.fovea --agree-depth 1,100 -m AP demo/judgements.qrels demo/runs/sections.run demo/runs/paragraphs.xml
  [ "$status" -eq 0 ]
  [[ "$output" == *"AP (depth 1) and AP (depth 100): agreement over 2 runs"* ]]
}

# track: the demo track, in this folder, with its collection.
track() {
  fovea demo --unpack demo > /dev/null
  cd demo || return 1
  fovea catalog build c.fovea articles --quiet
}

@test "two judgement sets order the runs on the topics that both have" {
  track
  run --separate-stderr fovea compare --collection c.fovea --agree-judgements second-assessor.jsonl -m AP,RR judgements.qrels runs/articles.run runs/passages.jsonl runs/ranges.run
  [ "$status" -eq 0 ]
  [[ "$output" == *"AP (judgements.qrels) and AP (second-assessor.jsonl): agreement over 3 runs, 3 topics"* ]]
  [[ "$output" == *"RR (judgements.qrels) and RR (second-assessor.jsonl): agreement over 3 runs, 3 topics"* ]]
  [ "$(grep -c "topics that one of the judgement sets lacks" <<< "$stderr")" -eq 1 ]
  [ "$(grep -c "results are tied" <<< "$stderr")" -eq 1 ]
}

@test "the means of an agreement are those of an evaluation of the common topics" {
  track
  grep -E '^(1|5|9) ' judgements.qrels > common.qrels
  for judgements in common.qrels second-assessor.jsonl; do
    fovea eval --collection c.fovea -m AP -p full -o jsonl --quiet $judgements runs/sections.run runs/ranges.run
  done | grep '"all"' | sed 's/.*"value": *\([0-9.]*\).*/\1/' | sort > expected
  fovea compare --collection c.fovea --agree-judgements second-assessor.jsonl -m AP -o json judgements.qrels runs/sections.run runs/ranges.run 2> /dev/null |
    sed -n 's/^ *"[xy]": *\([0-9.]*\).*/\1/p' | sort > found
  [ -s expected ]
  diff expected found
}

@test "judgement sets against themselves agree perfectly, in every output" {
  track
  for format in text csv json latex md; do
    run --separate-stderr fovea compare -o $format --collection c.fovea --agree-judgements judgements.qrels -m AP judgements.qrels runs/articles.run runs/ranges.run runs/sections.run
    [ "$status" -eq 0 ]
    [[ "$output" == *"AP (judgements.qrels)"* ]]
    [[ "${output,,}" != *nan* ]]
  done
  run --separate-stderr fovea compare --collection c.fovea --agree-judgements judgements.qrels -m AP judgements.qrels runs/articles.run runs/ranges.run runs/sections.run
  [[ "$output" == *"all runs     3          1.000  0.3333   1.000  0.1213         1.000  0.3333      1.000"* ]]
}

@test "a second judgement set that cannot be used is said" {
  track
  printf '99 0 a 1\n' > other.qrels
  run fovea compare --agree-judgements other.qrels -m AP judgements.qrels runs/articles.run runs/ranges.run
  [ "$status" -eq 4 ]
  [ "$output" = "fovea: no topic in common: judgements.qrels has '1', other.qrels has '99'" ]
  run fovea compare --agree-judgements missing -m AP judgements.qrels runs/articles.run runs/ranges.run
  [ "$status" -eq 2 ]
  run fovea compare --agree-judgements grades -m AgP --collection c.fovea judgements.qrels runs/articles.run runs/ranges.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"AgP needs highlighted text"* ]]
  run fovea compare --agree-judgements second-assessor.jsonl -m AP judgements.qrels runs/articles.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"found 1 run, expected at least two to compare"* ]]
}

@test "runs that rank level have no correlation, and a reason" {
  printf 'AP 1 0.5\nAP 2 0.1\nRR 1 0.5\nRR 2 1\n' > a.txt
  printf 'AP 1 0.1\nAP 2 0.5\nRR 1 0.5\nRR 2 0.5\n' > b.txt
  for format in text csv json latex md; do
    run fovea compare -o $format --agree AP,RR --scores a.txt --scores b.txt
    [ "$status" -eq 0 ]
    [[ "${output,,}" != *nan* && "${output,,}" != *inf* ]]
  done
  run fovea compare --agree AP,RR --scores a.txt --scores b.txt
  [[ "$output" == *"No correlation of all runs: all values of one list are equal."* ]]
}

@test "several measures at several depths are one file" {
  track
  fovea compare --agree-depth 1,5,9 -m AP -m RR -o json --collection c.fovea judgements.qrels runs/sections.run runs/ranges.run > agreement.json
  [ "$(grep -c '"first":' agreement.json)" -eq 6 ]
  [ "$(grep -c '^\[' agreement.json)" -eq 1 ]
  fovea compare --agree-depth 1,5,9 -m AP -m RR -o csv --collection c.fovea judgements.qrels runs/sections.run runs/ranges.run > agreement.csv
  [ "$(wc -l < agreement.csv)" -eq 7 ]
}

@test "an agreement is plotted as a page of its own" {
  scores low 0 > low.txt
  scores high 0.1 > high.txt
  sed -i 's/^map/AP/; p; s/^AP/RR/' low.txt high.txt
  run fovea compare --agree AP,RR --plot page.html --scores low.txt --scores high.txt
  [ "$status" -eq 0 ]
  grep -q 'data-chart="agreement-1-scatter"' page.html
  run fovea compare -m AP --plot other.html --scores low.txt --scores high.txt
  [ "$status" -eq 1 ]
  [ ! -e other.html ]
}

@test "questions that cannot be asked together are usage errors" {
  scores low 0 > low.txt
  scores high 0.1 > high.txt
  for options in "--agree map,RR --agree-depth 1,2" "--agree-depth 1,2 -m map" "--agree-judgements q -m map" \
    "--agree map -m map" "--agree map,RR --baseline low" "--plot page.html"; do
    run fovea compare $options --scores low.txt --scores high.txt
    [ "$status" -eq 1 ]
  done
  track
  for options in "--agree-depth 5" "--agree-depth 1,5 --depth 3" "--agree-judgements q --topics all" "--agree AP"; do
    run fovea compare $options -m AP judgements.qrels runs/articles.run runs/ranges.run
    [ "$status" -eq 1 ]
  done
}

@test "a run given twice cannot be compared with itself" {
  track
  run fovea compare -m AP judgements.qrels runs/articles.run runs/articles.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"runs/articles.run: the run is given twice"* ]]
}

@test "a topic, a run and a measure that are absent from scores end without a figure" {
  printf '{"run":"a","query_id":"1","measure":"AP","value":0.5}\n' > a.jsonl
  printf '{"run":"a","query_id":"1","measure":"AP","value":NaN}\n' > nan.jsonl
  printf 'run,query_id,measure,value\na,1,AP,inf\n' > inf.csv
  for file in nan.jsonl inf.csv; do
    run --separate-stderr fovea compare -m AP --scores a.jsonl --scores $file
    [ "$status" -eq 2 ]
    [ -z "$output" ]
  done
  run --separate-stderr fovea compare --agree AP,RR --scores a.jsonl
  [ "$status" -eq 1 ]
  [ -z "$output" ]
}

@test "intervals of scores between 0 and 1 stay there, and a note says how" {
  printf '{"topic":"%s","doc":"d","spans":[[0,100]],"length":1000}\n' 1 2 >q.jsonl
  printf '{"topic":"1","doc":"d","begin":0,"end":100,"run":"a"}\n{"topic":"2","doc":"d","begin":0,"end":60,"run":"a"}\n' >a.jsonl
  printf '{"topic":"1","doc":"d","begin":0,"end":10,"run":"b"}\n{"topic":"2","doc":"d","begin":0,"end":30,"run":"b"}\n' >b.jsonl
  fovea compare -m charR q.jsonl a.jsonl b.jsonl >out
  grep -q 'b\[0.6000, 1.0000\]' out
  grep -q '^b: a bootstrap interval' out
  run ! grep -q -- '-[0-9.]*, ' <(grep '^ *[12]  ' out)
  fovea compare -m charR -o json q.jsonl a.jsonl b.jsonl | grep -q '"interval_by": "bootstrap"'
}

@test "--quiet keeps remarks back, not errors" {
  printf '1 0 a 1\n2 0 a 1\n' > q
  printf '1 Q0 a 1 2 x\n1 Q0 b 2 2 x\n' > x.run
  printf '1 Q0 b 1 2 y\n2 Q0 a 2 1 y\n' > y.run
  for options in "-m AP" "--agree AP,P@1" "--agree-depth 1,2 -m AP"; do
    run --separate-stderr fovea compare $options q x.run y.run
    [[ "$stderr" == *warning* ]]
    expected=$output
    run --separate-stderr fovea compare --quiet $options q x.run y.run
    [ -z "$stderr" ]
    [ "$output" = "$expected" ]
  done
  run --separate-stderr fovea compare --quiet -m AP q x.run none.run
  [ "$status" -eq 2 ]
  [ -n "$stderr" ]
}

@test "where more than ten pairs are not listed, it is said where they are" {
  printf '1 0 a 1\n2 0 b 1\n' > q
  for run in 1 2 3 4 5 6; do printf '1 Q0 a %s 1 r%s\n2 Q0 b 1 1 r%s\n' $run $run $run > r$run.run; done
  run --separate-stderr fovea compare -m AP q r?.run
  [[ "$output" == *"The CSV and JSON output list the pairs"* ]]
  [ "$(fovea compare --quiet -o csv -m AP q r?.run | wc -l)" -eq 16 ]
  run --separate-stderr fovea compare -m AP q r[1-5].run
  [[ "$output" != *"list the pairs"* ]]
}

# measured FILE RUN:A:B…: two measures of each run on six topics, a little apart from topic to topic.
measured() {
  local file=$1 run
  shift
  for run in "$@"; do
    awk -v spec="$run" 'BEGIN { split(spec, s, ":"); for (t = 1; t <= 6; ++t) for (m = 2; m <= 3; ++m)
      printf "{\"run\":\"%s\",\"query_id\":\"%d\",\"measure\":\"%s\",\"value\":%.4f}\n", s[1], t, m == 2 ? "AP" : "RR", s[m] + 0.01 * ((t * (m + length(spec) + index("xyzw", s[1]))) % 5) }'
  done > "$file"
}

@test "runs are labelled and ordered by another measure, and only the best by it are compared" {
  measured s.jsonl w:0.1:0.4 x:0.5:0.1 y:0.4:0.3 z:0.3:0.2
  run fovea compare --tails 1 --correct none --order-by AP -m RR --scores s.jsonl
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == "RR: 4 runs, 6 topics; "*"; in the order of AP" ]]
  # By AP the order is x y z w; by RR every run beats those with a smaller value, all of them clearly.
  grep -qE '^ +1  x .* 4$' <<< "$output"
  grep -qE '^ +2  y .* 2  \* \*$' <<< "$output"
  grep -qE '^ +3  z .* 3  \*$' <<< "$output"
  grep -qE '^ +4  w .* 1  \*\*\*$' <<< "$output"
  run fovea compare --top 2 --order-by AP -m RR --scores s.jsonl
  [[ "$output" == "RR: 2 runs, 6 topics; "* ]]
  grep -qE '^ +1  x .* 2$' <<< "$output"
  grep -qE '^ +2  y .* 1  \*$' <<< "$output"
  run fovea compare --top 3 -m RR -m AP --scores s.jsonl
  grep -q '^RR: 3 runs' <<< "$output"
  grep -q '^AP: 3 runs' <<< "$output"
  run ! grep -qE '^ +[0-9]  x ' <<< "$output"
}

@test "an order changes what is shown and no figure" {
  track
  arguments=(--collection c.fovea --test bootstrap --tails 1 --correct none -o csv judgements.qrels runs/articles.run runs/passages.jsonl runs/ranges.run runs/sections.run)
  fovea compare -m AP "${arguments[@]}" > plain.csv 2> /dev/null
  fovea compare -m AP --order-by 'AgP(beta=1)' "${arguments[@]}" > ordered.csv 2> /dev/null
  cmp plain.csv ordered.csv
}

@test "an agreement has groups of as many runs as --top says" {
  measured s.jsonl w:0.1:0.4 x:0.5:0.1 y:0.4:0.3 z:0.3:0.2
  run fovea compare --agree AP,RR --top 3 --scores s.jsonl
  [ "$status" -eq 0 ]
  # x y z by RR are 0.1 0.3 0.2: one pair of three as AP has it. w y z by AP are 0.1 0.4 0.3: likewise.
  grep -qE '^top 3 of AP +3 +-0.333 ' <<< "$output"
  grep -qE '^top 3 of RR +3 +-0.333 ' <<< "$output"
  grep -qE '^all runs +4 +-0.667 ' <<< "$output"
}

@test "agreements over several sets of runs are one table" {
  measured a.jsonl w:0.1:0.4 x:0.5:0.1 y:0.4:0.3 z:0.3:0.2
  measured b.jsonl w:0.1:0.1 x:0.5:0.5
  measured c.jsonl y:0.4:0.3
  run fovea compare --agree AP,RR --run-set 'runs of 2002=a.jsonl' --run-set 2003=b.jsonl --run-set 2003=c.jsonl
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "Agreement over 2 sets of runs: runs of 2002 (4 runs, 6 topics), 2003 (3 runs, 6 topics)" ]
  grep -qE '^coefficient +first +second +runs of 2002 +2003$' <<< "$output"
  grep -qE '^Kendall tau-b +AP +RR +-0.667 +1.000$' <<< "$output"
  one=$(fovea compare --agree AP,RR -o json --scores a.jsonl | grep -A1 '"pearson"' | grep value)
  fovea compare --agree AP,RR -o json --run-set a=a.jsonl --plot sets.html | grep -qF "${one## }"
  grep -qF 'AP (a) and RR (a)' sets.html
  for options in "--run-set a" "--run-set =a.jsonl" "--run-set a=a.jsonl --top 2" "--run-set a=a.jsonl --scores a.jsonl"; do
    run fovea compare --agree AP,RR $options
    [ "$status" -eq 1 ]
  done
  run fovea compare -m AP --run-set a=a.jsonl
  [ "$status" -eq 1 ]
  run fovea compare --agree AP,RR --run-set a=missing.jsonl
  [ "$status" -eq 2 ]
}
