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
  [[ "$output" == *"map: 2 runs, 8 topics; paired t-test, two-tailed, alpha 0.05"* ]]
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
  [ "$status" -eq 2 ]
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
  [[ "$output" == *"1 topics that some run lacks, left out (--topics all keeps them): 3"* ]]
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
  run fovea compare --scores a.txt --scores b.txt
  [[ "$output" == *"zero variance"* ]]
}

@test "a NaN among the scores is named with its place" {
  printf 'map 1 0.1\nmap 2 nan\n' > a.txt
  run fovea compare --scores a.txt
  [ "$status" -eq 2 ]
  [[ "$output" == *"a.txt:2:7: found 'nan', expected a score (a finite number)"* ]]
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
