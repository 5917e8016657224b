# LegalBench-RAG: separate benchmarks stay apart, results are matched by their questions, averages are the tool's.

setup() {
  load helpers
  mkdir both
  printf '{"tests":[{"query":"Who signs?","snippets":[{"file_path":"a.txt","span":[0,100]}]}]}' > both/a.json
  printf '{"tests":[{"query":"Who pays?","snippets":[{"file_path":"b.txt","span":[50,150]}]}]}' > both/b.json
  printf '{"qa_result_list":[%s,%s]}' "$(answer 'Who signs?' a.txt 0 100)" "$(answer 'Who pays?' b.txt 50 150)" > both.results
}

# One result: the question, file, begin, end, and the snippets of the ground truth.
answer() {
  printf '{"qa_gt":{"query":"%s","snippets":[%s]},"retrieved_snippets":[{"file_path":"%s","span":[%d,%d],"score":1}]}' \
    "$1" "${5:-}" "$2" "$3" "$4"
}
value() { printf '%s\n' "$output" | awk -F'\t' -v m="$1" -v t="${2:-all}" '{sub(/ +$/, "", $1)} $1 == m && $2 == t {print $3}'; }

@test "two benchmarks of one test each, both retrieved exactly, have charR 1" {
  for mode in "" "--compat legalbench"; do
    # shellcheck disable=SC2086
    run --separate-stderr fovea eval $mode -m charR -q both both.results
    [ "$status" -eq 0 ]
    [ "$(value charR a:0)" = 1.0000 ]
    [ "$(value charR b:0)" = 1.0000 ]
    [ "$(value charR)" = 1.0000 ]
  done
}

@test "results are matched by question, in whatever order they stand" {
  printf '{"qa_result_list":[%s,%s]}' "$(answer 'Who pays?' b.txt 50 100)" "$(answer 'Who signs?' a.txt 0 100)" > turned
  run --separate-stderr fovea eval -m charR -q both turned
  [ "$(value charR a:0)" = 1.0000 ]
  [ "$(value charR b:0)" = 0.5000 ]
  run --separate-stderr fovea eval -m charR -q both/b.json turned
  [ "$(value charR 0)" = 0.5000 ]
  [[ "$stderr" == *"1 topic without judgements"*"Who signs?"* ]]
  run --separate-stderr fovea eval --explain b:0 b.txt both turned
  [ "$status" -eq 0 ]
  [[ "$output" == *"50"*"100"* ]]
}

@test "the mean is over benchmarks, or over the weights of the results" {
  printf '{"tests":[%s,%s,%s]}' '{"query":"1","snippets":[{"file_path":"b.txt","span":[0,10]}]}' \
    '{"query":"2","snippets":[{"file_path":"b.txt","span":[0,10]}]}' '{"query":"3","snippets":[]}' > both/b.json
  local all
  all="$(answer 'Who signs?' a.txt 0 100),$(answer 1 b.txt 0 5),$(answer 2 b.txt 0 10),$(answer 3 b.txt 0 10)"
  printf '{"qa_result_list":[%s]}' "$all" > r
  run --separate-stderr fovea eval --compat legalbench -m charR -p 6 both r
  [ "$status" -eq 0 ]
  [ "$(value charR)" = 0.750000 ]   # (1 + (0.5 + 1 + 0)/3) / 2
  run --separate-stderr fovea eval -m charR -p 6 both r
  [ "$(value charR)" = 0.625000 ]   # fovea's own mean is over topics
  printf '{"qa_result_list":[%s],"weights":[1,4,3,2]}' "$all" > r
  run --separate-stderr fovea eval --compat legalbench -m charR -p 6 both r
  [ "$(value charR)" = 0.600000 ]   # (1 + 4/2 + 3 + 0) / 10
  printf '{"qa_result_list":[%s],"weights":[1,4]}' "$all" > r
  run fovea eval --compat legalbench both r
  [ "$status" -eq 2 ]
  [[ "$output" == *"found 2 weights, expected one for each of the 4 questions"* ]]
}

@test "the mean is over the results there are: a sample of a benchmark is no failure" {
  printf '{"tests":[%s,%s]}' '{"query":"1","snippets":[{"file_path":"b.txt","span":[0,10]}]}' \
    '{"query":"2","snippets":[{"file_path":"b.txt","span":[0,10]}]}' > both/b.json
  printf '{"qa_result_list":[%s,%s]}' "$(answer 'Who signs?' a.txt 0 100)" "$(answer 2 b.txt 0 10)" > sample
  run --separate-stderr fovea eval --compat legalbench -m charR both sample
  [ "$(value charR)" = 1.0000 ]
  [[ "$stderr" == *"no results for 1 of 3 judged topics, which are left out of averages"* ]]
}

@test "questions in the same words are told apart by their snippets, and refused where they cannot be" {
  local one='{"file_path":"b.txt","span":[0,10]}' two='{"file_path":"b.txt","span":[20,30]}'
  printf '{"tests":[{"query":"same","snippets":[%s]},{"query":"same","snippets":[%s]}]}' "$one" "$two" > twins.json
  printf '{"qa_result_list":[%s,%s]}' "$(answer same b.txt 20 30 "$two")" "$(answer same b.txt 0 10 "$one")" > r
  run --separate-stderr fovea eval -m charR twins.json r
  [ "$status" -eq 0 ]
  [ "$(value charR)" = 1.0000 ]
  printf '{"qa_result_list":[%s]}' "$(answer same b.txt 20 30)" > r
  run fovea eval -m charR twins.json r
  [ "$status" -eq 2 ]
  [[ "$output" == *"r:1: found question 'same', which 2 tests ask in the same words"* ]]
  printf '{"qa_result_list":[%s,\n%s]}' "$(answer same b.txt 20 30 "$two")" "$(answer same b.txt 0 10 "$two")" > r
  run fovea eval -m charR twins.json r
  [ "$status" -eq 2 ]
  [[ "$output" == *"r:2: found question 'same' again, answered before on line 1"* ]]
}

@test "results that cannot be matched are refused" {
  printf '{"qa_result_list":[{"retrieved_snippets":[]},{"retrieved_snippets":[]}]}' > bare
  run fovea eval -m charR both bare
  [ "$status" -eq 2 ]
  [[ "$output" == *"bare: found 2 results without their questions (qa_gt) for 2 tests in 2 files"* ]]
  run fovea eval -m charR both/a.json bare
  [ "$status" -eq 2 ]
  printf '{"qa_result_list":[{"retrieved_snippets":[{"file_path":"a.txt","span":[0,50]}]}]}' > bare
  run --separate-stderr fovea eval -m charR both/a.json bare
  [ "$status" -eq 0 ]
  [ "$(value charR)" = 0.5000 ]
  [[ "$stderr" == *"matched by their positions"* ]]
  printf '{"qa_result_list":[%s,{"retrieved_snippets":[]}]}' "$(answer 'Who pays?' b.txt 50 100)" > half
  run fovea eval -m charR both half
  [ "$status" -eq 2 ]
  [[ "$output" == *"found a result without its question (qa_gt)"* ]]
  printf '{"qa_result_list":[%s]}' "$(answer 'Who else?' b.txt 50 100)" > other
  run fovea eval -m charR both other
  [ "$status" -eq 4 ]
  [[ "$output" == *"Who else?"* ]]
}

@test "benchmark files of the same name are refused" {
  mkdir both/more && cp both/a.json both/more/a.json
  run fovea eval -m charR both both.results
  [ "$status" -eq 2 ]
  [[ "$output" == *"both/more/a.json:1:"*"topic 'a:0' again"* ]]
}
