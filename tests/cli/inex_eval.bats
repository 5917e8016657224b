# `--compat inex_eval` on what the official tool makes of odd runs and judgements: the figures are those it printed.

setup() {
  load helpers
  printf '%s\n' 't1 Q0 d 100 300 0 0:100' > q
}

# tool TASK [OPTIONS] QRELS RUN: the tool's letter for a task, then fovea's options.
tool() {
  local task=$1
  shift
  case $task in
    t) set -- --task thorough "$@" ;;
    f) set -- --task focused "$@" ;;
    r) set -- --task relevant-in-context --score beta=0.25 "$@" ;;
    i) set -- --task relevant-in-context "$@" ;;
    b) set -- --task best-in-context "$@" ;;
  esac
  run --separate-stderr fovea eval --compat inex_eval -o inex "$@"
}
# A figure of the last output.
figure() { printf '%s\n' "$output" | awk -v m="$1" -v t="${2:-all}" '$1 == m && $2 == t {print $3}'; }
# The same with four decimals.
rounded() { printf '%.4f' "$(figure "$@")"; }

@test "-b: two entry points in one article are refused" {
  printf '%s\n' 't1 Q0 d 100 300 50 50:100' > q
  printf '%s\n' 't1 Q0 d 1 2 x 60 10' 't1 Q0 d 2 1 x 100 10' > r
  tool b q r
  [ "$status" -eq 3 ]
  [ "$output" = "$(printf 'ERROR *** (r) multiple results from single article in topic t1\tarticle id: d\tin line: 2')" ]
  printf '%s\n' 't1 Q0 d 1 2 x 60 10' 't1 Q0 d 2 1 x 60 10' > r
  tool b q r
  [ "$status" -eq 3 ]
  [[ "$output" == *"multiple results from single article"* ]]
  tool r q r
  [[ "$output" == *"passage overlaps with previously retrieved passages"*"in line: 2" ]]
}

@test "-i: what lies before a passage beyond the end of the document is read" {
  printf '%s\n' 't1 Q0 d 1 1 x 350 10' > r
  tool i q r
  [ "$status" -eq 0 ]
  [ "$(rounded MAgP)" = 0.2778 ]   # 100 of 10 + 350 characters
}

@test "X X: nothing in an article with relevance under -t and -i, 18 characters elsewhere" {
  printf '%s\n' 't1 Q0 d 1 1 x X X' > r
  tool t q r
  [ "$status" -eq 0 ]
  [ "$(figure ret_size)" = 0 ]
  tool i q r
  [ "$(rounded MAgP)" = 0.3333 ]
  tool f q r
  [ "$(figure ret_size)" = 18 ]
  printf '%s\n' 't1 Q0 d 1 1 x X X' 't1 Q0 e 2 1 x -1 -1' > r
  tool t q r
  [ "$(figure ret_size)" = 18 ]
}

@test "-f: a topic without relevance has NaN for recall and 0.0 for F" {
  printf '%s\n' 't1 Q0 d 0 300' > q
  printf '%s\n' 't1 Q0 d 1 1 x 0 10' > r
  tool f q r
  [ "$(figure art_f1)" = 0.0 ]
  [ "$(figure char_f1)" = 0.0 ]
  [ "$(figure art_rec)" = NaN ]
  [ "$(figure char_rec)" = NaN ]
}

@test "-r: passages of the judgements that overlap count one by one" {
  printf '%s\n' 't1 Q0 d 150 300 50 50:100 100:50' > q
  printf '%s\n' 't1 Q0 d 1 1 x 100 20' > r
  tool r q r
  [ "$(rounded MAgP)" = 1.4468 ]
  [[ "$stderr" == *"q:1:"*"column 4 says 150"* ]]
  # fovea's own figures count them once: P = 1, R = 20/100.
  run --separate-stderr fovea eval -m 'AgP(beta=0.25)' q r
  [[ "$output" == *"$(printf '%.4f' "$(awk 'BEGIN{print 1.0625*0.2/(0.0625+0.2)}')")" ]]
}

@test "passages of length 0 are accepted in every mode, with a warning" {
  printf '%s\n' 't1 Q0 d 100 30000 0 0:100 29583:0' > q
  printf '%s\n' 't1 Q0 d 1 1 x 0 100' > r
  tool f q r
  [ "$status" -eq 0 ]
  [ "$(figure char_rec)" = 1.0 ]
  [[ "$stderr" == *"q:1:27: warning: passage '29583:0' has no characters"* ]]
  run --separate-stderr fovea eval -m charR q r
  [ "$status" -eq 0 ]
  [[ "$output" == *1.0000 ]]
  [[ "$stderr" == *"q:1:27: warning: passage '29583:0' has no characters"* ]]
  run fovea check q
  [ "$status" -eq 0 ]
}

@test "a topic in two blocks counts twice what comes again" {
  printf '%s\n' 't1 Q0 d 100 300 0 0:100' 't2 Q0 e 10 300 0 0:10' > q
  printf '%s\n' 't1 Q0 d 1 2 x 0 100' 't2 Q0 e 1 1 x 0 10' 't1 Q0 d 2 1 x 0 100' > r
  tool f -q q r
  [ "$status" -eq 0 ]
  [ "$(figure num_ret t1)" = 2 ]
  [ "$(figure num_rel_ret t1)" = 2 ]
  [ "$(figure ret_size t1)" = 200 ]
  [ "$(figure num_q)" = 2 ]
  [[ "$stderr" == *"r:3: warning: topic 't1' stands in 2 separate blocks: articles that come again"* ]]
  # Overlap inside a block is as wrong as ever.
  printf '%s\n' 't1 Q0 d 1 2 x 0 100' 't2 Q0 e 1 1 x 0 10' 't1 Q0 d 2 1 x 0 100' 't1 Q0 d 3 1 x 50 100' > r
  tool f q r
  [ "$status" -eq 3 ]
  [[ "$output" == *"in line: 4" ]]
}

@test "-irr 0 reads nothing, be it highlighted" {
  local span
  for span in '0 100' '50 100' '100 100' '0 300'; do
    printf '%s\n' "t1 Q0 d 1 1 x $span" > r
    tool i --score t2i=0 q r
    [ "$(figure MAgP)" = 0.0 ]
  done
  printf '%s\n' 't1 Q0 d 100 300 50 50:100' > q
  printf '%s\n' 't1 Q0 d 1 1 x 50 100' > r
  tool i --score t2i=0 q r
  [ "$(figure MAgP)" = 0.0 ]
  tool i --score t2i=1 q r
  [ "$(rounded MAgP)" = 0.9901 ]   # 100 of 101 characters
}

@test "an unjudged topic between two blocks of a topic does not part them" {
  printf '%s\n' 't0 Q0 a 10 100 0 0:10' > q
  printf '%s\n' 't0 Q0 a 1 9 x 0 5' 'zz Q0 c 1 9 x 0 5' 't0 Q0 a 2 8 x 20 5' > r
  local task
  for task in t f r i; do
    tool $task q r
    [ "$status" -eq 0 ]
    [ "$(figure num_ret)" = 1 ]
    [ "$(figure ret_size)" = 10 ]
    [[ "$stderr" != *"separate blocks: articles that come again"* ]]
  done
  # Nor do two of them; a judged one does.
  printf '%s\n' 't0 Q0 a 1 9 x 0 5' 'zz Q0 c 1 9 x 0 5' 'yy Q0 c 1 9 x 0 5' 't0 Q0 a 2 8 x 20 5' > r
  tool f q r
  [ "$(figure num_ret)" = 1 ]
  printf '%s\n' 't1 Q0 b 10 100 0 0:10' >> q
  printf '%s\n' 't0 Q0 a 1 9 x 0 5' 'zz Q0 c 1 9 x 0 5' 't1 Q0 b 1 9 x 0 5' 'zz Q0 d 1 9 x 0 5' 't0 Q0 a 2 8 x 20 5' > r
  tool f -q q r
  [ "$(figure num_ret t0)" = 2 ]
  # What overlaps across the unjudged topic is as wrong as inside a block.
  printf '%s\n' 't0 Q0 a 1 9 x 0 5' 'zz Q0 c 1 9 x 0 5' 't0 Q0 a 2 8 x 2 5' > r
  tool f q r
  [ "$status" -eq 3 ]
}

@test "-n 0 is 0.0 at any distance, and NaN at none" {
  printf '%s\n' 't1 Q0 d 1 1 x 10 1' > r
  tool b --score bep=0 q r
  [ "$(figure MAgP)" = 0.0 ]
  printf '%s\n' 't1 Q0 d 1 1 x 0 1' > r
  tool b --score bep=0 q r
  [ "$(figure MAgP)" = NaN ]
}

@test "an unresolved entry point stands at -10000" {
  printf '%s\n' 't1 Q0 d 1 1 x X X' > r
  tool b q r
  [ "$(figure MAgP)" = 0.0 ]
  tool b --score bep=40000 q r
  [ "$(figure MAgP)" = 0.75 ]
}

@test "no topic in common: its block for no topic" {
  printf '%s\n' 't9 Q0 d 1 1 x 0 100' > r
  tool f q r
  [ "$status" -eq 4 ]
  [ "$(head -n 1 <<< "$output")" = '<eval run-id="" file="r">' ]
  [ "$(figure num_q)" = 0 ]
  [ "$(figure num_rel)" = 0 ]
  [ "$(figure MAiP)" = NaN ]
  [[ "$stderr" == *"no topic in common"* ]]
  tool r q r
  [ "$(figure num_rel)" = 1 ]
  [ "$(figure MAgP)" = NaN ]
  tool r -c q r
  [ "$(figure num_q)" = 1 ]
  [ "$(figure MAgP)" = 0.0 ]
}

@test "rows that come twice add up: sizes of the first, passages of all, the last entry point" {
  printf '%s\n' 't1 Q0 d 100 300 0 0:100' 't1 Q0 d 50 300 20 0:50' > q
  printf '%s\n' 't1 Q0 d 1 1 x 0 100' > r
  tool r q r
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"q:2: warning: document 'd' of topic 't1' again"* ]]
  [ "$(figure num_rel)" = 2 ]
  [ "$(figure rel_size)" = 150 ]
  [ "$(figure rel_ret_size)" = 150 ]
  [ "$(rounded MAgP)" = 0.7500 ]   # P = R = 1.5, so F is 1.5; of two relevant articles
  tool b q r
  [ "$(rounded MAgP)" = 0.4800 ]   # 20 characters away
  # Everywhere else that is an error.
  run fovea eval -m charR q r
  [ "$status" -eq 2 ]
}

@test "sizes beyond the document are read, with warnings" {
  printf '%s\n' 't1 Q0 d 400 300 350 250:100' > q
  printf '%s\n' 't1 Q0 d 1 1 x 250 100' > r
  tool r q r
  [ "$status" -eq 0 ]
  [ "$(figure rel_size)" = 400 ]
  [ "$(figure rel_ret_size)" = 100 ]
  [[ "$stderr" == *"q:1:9: warning:"*"from 0 to 300"*"q:1:17: warning:"*"250:100"* ]]
  run fovea eval -m charR q r
  [ "$status" -eq 2 ]
}

@test "an entry point without a passage is not read" {
  printf '%s\n' 't1 Q0 d 100 300 50' 't1 Q0 e 1 10 0 0:1' > q
  printf '%s\n' 't1 Q0 d 1 1 x 50 10' > r
  tool b q r
  [ "$(figure MAgP)" = 0.0 ]
  [[ "$stderr" == *"q:1:17: warning: a best entry point without a passage"* ]]
}

@test "topics are printed and summed up in the order of their ids" {
  printf '%s\n' 't2 Q0 d 3 300 0 0:3' 't10 Q0 d 7 300 0 0:7' 't1 Q0 d 9 300 0 0:9' > q
  printf '%s\n' 't2 Q0 d 1 1 x 0 10' 't10 Q0 d 1 1 x 0 10' 't1 Q0 d 1 1 x 0 10' > r
  tool f -q q r
  [ "$(printf '%s\n' "$output" | awk '$1 == "num_ret" {printf "%s ", $2}')" = "t1 t10 t2 all " ]
}

@test "recall above 1 has no place on the curve" {
  printf '%s\n' 't1 Q0 d 50 300 0 0:100' > q
  printf '%s\n' 't1 Q0 d 1 1 x 0 100' > r
  tool f q r
  [ "$(figure char_rec)" = 2.0 ]
  [ "$(figure MAiP)" = 0.0 ]
}
