# `fovea pool`, on the demo track and on small runs.

setup() {
  load helpers
}

demo() {
  fovea demo --unpack demo > /dev/null
  fovea catalog build demo/c.fovea demo/articles --quiet
}

rows() {
  local topic=$1 tag=$2 rank=0
  shift 2
  for doc in "$@"; do
    rank=$((rank + 1))
    echo "$topic Q0 $doc $rank $((100 - rank)) $tag"
  done
}

small() {
  rows t a1 d1 d2 d3 d4 > a1.run
  rows t b1 d2 d7 d1 d8 > b1.run
}

@test "a pool does not depend on the number of threads or on where it is made" {
  demo
  run --separate-stderr fovea pool build -j 1 --size 8 -o one.jsonl demo/runs/*.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"one.jsonl: 12 topics, 96 items, batch 1"* ]]
  fovea pool build -j 4 --size 8 --quiet -o four.jsonl demo/runs/*.run
  cmp one.jsonl four.jsonl
  fovea pool build --size 8 -o - demo/runs/*.run | cmp - one.jsonl
}

@test "extending keeps rows, opens the pool's own runs again and refuses those that have changed" {
  small
  mkdir pools
  fovea pool build --size 2 --quiet -o pools/p.jsonl a1.run
  rows t late d9 d1 > late.run
  fovea pool extend pools/p.jsonl late.run --size 3 --quiet -o q.jsonl
  grep '"doc"' pools/p.jsonl | sed 's/"origins.*//' > before
  grep '"doc"' q.jsonl | sed 's/"origins.*//' | head -n 2 | diff before -
  [[ "$(grep -c '"batch":2}' q.jsonl)" -ge 1 ]]
  grep -q '"file":"a1.run"' q.jsonl
  grep -q '"file":"../a1.run"' pools/p.jsonl
  echo "t Q0 d99 9 1 a1" >> a1.run
  run --separate-stderr fovea pool extend pools/p.jsonl -o r.jsonl
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"a1.run: found SHA-256 "*"that of run 'a1' when it was pooled"* ]]
  [ ! -e r.jsonl ]
}

@test "a budget gives the largest depth that fits" {
  small
  run fovea pool build --method depth --budget 5 -o - a1.run b1.run
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == *'"depth":3,'* ]]
  [ "${#lines[@]}" -eq 6 ]
}

@test "sizes of single topics come from a file, whose faults are named" {
  small
  printf 't\t1\n' > sizes
  run fovea pool build --sizes sizes -o - a1.run b1.run
  [ "${#lines[@]}" -eq 3 ]
  printf 't 1\n' > sizes
  run --separate-stderr fovea pool build --sizes sizes -o p.jsonl a1.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"sizes:1: found 't 1', expected a topic, a tab and a number"* ]]
  [ ! -e p.jsonl ]
}

@test "runs that break their task's rules are named and left out, or included" {
  demo
  run --separate-stderr fovea pool build --task focused --size 5 -o p.jsonl demo/runs/invalid.run demo/runs/ranges.run
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"demo/runs/invalid.run: left out, "*"overlaps"* ]]
  run ! grep -q invalid p.jsonl
  fovea pool build --task focused --size 5 --invalid include --quiet -o p.jsonl demo/runs/invalid.run demo/runs/ranges.run
  grep -q invalid p.jsonl
}

@test "documents that the collection lacks cost no turn, and are counted and named" {
  demo
  rows 1 x nowhere sextant nothing lighthouse > x.run
  run --separate-stderr fovea pool build --collection demo/c.fovea --size 2 -o p.jsonl x.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"run 'x', topic '1': document 'nowhere' is not in the collection"* ]]
  grep -q '"reach":\[4\],"unknown":2' p.jsonl
  grep -q '"doc":"lighthouse","place":2' p.jsonl
  grep -q '"collection":"demo/c.fovea"' p.jsonl
}

@test "a track names runs, participants, tasks and collection, and needs no judgements" {
  demo
  mv demo/c.fovea demo/seafaring.fovea
  sed -i '/^judgements/d; /^second/d; /^grades/d' demo/track.toml
  run --separate-stderr fovea pool build --size 5 -o p.jsonl demo/track.toml
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"demo/runs/invalid.run: left out, "* ]]
  grep -q '"group":"Harbour Library","file":"demo/runs/articles.run"' p.jsonl
  grep -q '"collection":"demo/seafaring.fovea"' p.jsonl
  printf '\n[[run]]\nfile = "runs/nowhere.run"\n' >> demo/track.toml
  run --separate-stderr fovea pool build --size 5 -o q.jsonl demo/track.toml
  [ "$status" -eq 2 ]
  [ ! -e q.jsonl ]
  # Without the last four lines, and with the first run for scores only.
  head -n -4 demo/track.toml | sed '0,/^file/s//pool = false\nfile/' > demo/few.toml
  run --separate-stderr fovea pool build --invalid include --size 5 -o q.jsonl demo/few.toml
  run ! grep -q articles.run q.jsonl
}

@test "a track file says how its pool is made, unless the command is told otherwise" {
  small
  track() { printf '[pooling]\n%b\n[[run]]\nfile = "a1.run"\n[[run]]\nfile = "b1.run"\n' "$1" > track.toml; }
  # same TRACK OPTIONS…: the pool of the track file is that of the runs with these options.
  same() {
    track "$1"
    shift
    fovea pool build --quiet -o track.jsonl track.toml "${said[@]}"
    fovea pool build --quiet -o runs.jsonl a1.run b1.run "$@"
    cmp track.jsonl runs.jsonl
  }
  said=()
  same 'size = 3' --size 3
  same 'method = "depth"\ndepth = 2' --method depth --depth 2
  same 'method = "depth"\nbudget = 3' --method depth --budget 3
  said=(--size 2)
  same 'budget = 3' --size 2
  said=(--method round-robin)
  same 'method = "mtf"\nsize = 2' --size 2
  # wrong TABLE MESSAGE
  wrong() {
    track "$1"
    run --separate-stderr -2 fovea pool build -o no.jsonl track.toml
    [[ "$stderr" == *"$2"* ]] || { echo "$stderr"; return 1; }
    [ ! -e no.jsonl ]
  }
  wrong 'method = "deep"' "track.toml:2:10: found 'deep', expected one of round-robin, depth"
  wrong 'size = 0' "track.toml:2:8: found another kind of value for 'size', expected a whole number, 1 or more"
  wrong 'budget = 3\nsize = 2' "track.toml:2:10: found a budget beside a size or depth, expected one in their place"
  wrong 'sizes = 3' "found the key 'sizes', expected one of method, size, depth, budget"
}

@test "adaptive pools begin with the tops and go on by what is judged" {
  demo
  fovea pool build --method mm --base 2 --size 12 --quiet -o p.jsonl demo/runs/*.run
  run --separate-stderr fovea pool extend p.jsonl -o q.jsonl
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"goes by what is judged: --judgements"* ]]
  fovea pool extend p.jsonl --judgements demo/judgements.qrels --quiet -o q.jsonl
  [ "$(grep -c '"doc"' q.jsonl)" -gt "$(grep -c '"doc"' p.jsonl)" ]
  # Nothing more to do at this size.
  fovea pool extend q.jsonl --judgements demo/judgements.qrels --quiet -o r.jsonl
  cmp q.jsonl r.jsonl
}

@test "stats and reuse print text, CSV and JSON" {
  demo
  fovea pool build --size 8 --quiet -o p.jsonl demo/runs/*.run
  for format in text csv json; do
    run fovea pool stats p.jsonl --judgements demo/judgements.qrels -o $format
    [ "$status" -eq 0 ]
    [[ "$output" == *entry-points* ]]
    run fovea pool reuse p.jsonl demo/judgements.qrels demo/runs/*.run --collection demo/c.fovea -o $format
    [ "$status" -eq 0 ]
    [[ "$output" == *"AgP(t2i=300)"* ]]
  done
  run fovea pool stats p.jsonl -o csv
  [[ "$output" == *"topics,all,items,96"* ]]
}

@test "what cannot be used is said, with the exit code for it" {
  demo
  fovea pool build --size 8 --quiet -o p.jsonl demo/runs/*.run
  echo '{"pool":2}' > bad.jsonl
  run --separate-stderr fovea pool stats bad.jsonl
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"bad.jsonl:1:9: found 2, expected 1"* ]]
  run --separate-stderr fovea pool stats p.jsonl --judgements <(echo '99 0 d 1')
  [ "$status" -eq 4 ]
  [[ "$stderr" == *"no topic in common"* ]]
  run --separate-stderr fovea pool reuse p.jsonl demo/judgements.qrels demo/runs/articles.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"--collection"* ]]
  run fovea pool build --method nine -o p.jsonl demo/runs/articles.run
  [ "$status" -eq 1 ]
  run fovea pool build demo/runs/articles.run
  [ "$status" -eq 1 ]
}
