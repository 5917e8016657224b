# fovea fuse: several runs made one.

setup() {
  load helpers
  printf '%s\n' 't Q0 a 1 9 one 0 10' 't Q0 b 2 8 one 5 10' > one.run
  printf '%s\n' 't Q0 b 1 3 two 5 10' 'u Q0 a 1 2 two 0 10' > two.run
}

@test "sums reciprocal ranks, spans kept" {
  run --separate-stderr fovea fuse one.run two.run
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 3 ]
  [[ "${lines[0]}" == "t Q0 b 1 0.03252247488101534 fused 5 10" ]]
  [[ "${lines[1]}" == "t Q0 a 2 "*" fused 0 10" ]]
  [[ "${lines[2]}" == "u Q0 a 1 "*" fused 0 10" ]]
}

@test "what it writes is evaluated as it was ranked" {
  echo 't Q0 b 10 100 5 5:10' > q
  fovea fuse --method combsum --tag both one.run two.run -o both.run
  run --separate-stderr fovea eval -m 'iP@0.0' q both.run
  [ "$status" -eq 0 ]
  [[ "$output" == *"1.0000" ]]
}

@test "one run, one file twice, formats that differ, a bad row" {
  run --separate-stderr fovea fuse one.run
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"two runs or more"* ]]
  run --separate-stderr fovea fuse one.run one.run
  [ "$status" -eq 2 ]
  echo 't Q0 a 1 9 three' > three.run
  run --separate-stderr fovea fuse one.run three.run
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"--to"* ]]
  run --separate-stderr fovea fuse --to trec one.run three.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"lost in trec: places in documents"* ]]
  echo 't Q0 a one 9 two 0 10' >> two.run
  run --separate-stderr fovea fuse one.run two.run -o out.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"two.run:3:8: found 'one'"* ]]
  [ ! -e out.run ]
}
