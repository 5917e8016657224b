# `fovea simulate`, `fidelity`, `reliability` and `stats`, on the demo track.

setup() {
  load helpers
}

demo() {
  fovea demo --unpack demo > /dev/null
  fovea catalog build demo/c.fovea demo/articles --quiet
}

@test "the space has twenty runs with a collection and eight without, and says which need one" {
  demo
  run --separate-stderr fovea simulate --collection demo/c.fovea demo/judgements.qrels -o sim
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 20 ]
  run --separate-stderr fovea simulate demo/judgements.qrels -o few
  [ "${#lines[@]}" -eq 8 ]
  [[ "$stderr" == *"without --collection"* ]]
  cmp sim/S_R.run few/S_R.run
}

@test "simulated runs can be written in every format and evaluated" {
  demo
  for format in fol element jsonl inex-xml; do
    fovea simulate --collection demo/c.fovea --to $format demo/judgements.qrels -o $format > /dev/null
    run fovea eval --collection demo/c.fovea -m AP demo/judgements.qrels $format/SL_R.run
    [ "$status" -eq 0 ]
    [[ "$output" == *1.0000* ]]
  done
}

@test "graded runs and perfect ones come from assessments" {
  demo
  run --separate-stderr fovea simulate --space graded --collection demo/c.fovea demo/grades -o sim
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 6 ]
  run --separate-stderr fovea simulate --space perfect --collection demo/c.fovea demo/grades -o sim
  [ "${lines[0]}" = sim/perfect.run ]
  [ "${lines[1]}" = sim/ancestors.run ]
}

@test "noise that changes nothing is a usage error" {
  demo
  run fovea simulate --space noise demo/judgements.qrels -o a
  [ "$status" -eq 1 ]
  [[ "$output" == *"changes nothing without --swaps, --drops or --jitter"* ]]
}

@test "noise depends on its seed only" {
  demo
  fovea simulate --space noise --swaps 9 --jitter 20 --seed 3 demo/judgements.qrels -o a > /dev/null
  fovea simulate --space noise --swaps 9 --jitter 20 --seed 3 demo/judgements.qrels -o b > /dev/null
  fovea simulate --space noise --swaps 9 --jitter 20 --seed 4 demo/judgements.qrels -o c > /dev/null
  cmp a/S_R_noise.run b/S_R_noise.run
  run cmp a/S_R_noise.run c/S_R_noise.run
  [ "$status" -eq 1 ]
}

@test "judgements without highlights or grades cannot be simulated from" {
  printf '1 0 a 1\n2 0 b 0\n' > trec.qrels
  run fovea simulate trec.qrels -o sim
  [ "$status" -eq 2 ]
  [[ "$output" == *"found no highlighted text"* ]]
  run fovea simulate --space graded trec.qrels -o sim
  [ "$status" -eq 2 ]
  run fovea simulate --to nonsense trec.qrels -o sim
  [ "$status" -eq 1 ]
}

@test "fidelity gives a verdict per measure and takes orders of one's own" {
  demo
  run fovea fidelity --collection demo/c.fovea demo/judgements.qrels
  [ "$status" -eq 0 ]
  [[ "$output" == *"of 36 expected orders"* ]]
  printf 'S_R > SLD_R\nSLD_R > S_R\n' > circle
  run fovea fidelity --orders circle -m AP demo/judgements.qrels
  [ "$status" -eq 2 ]
  [[ "$output" == *"the orders go in a circle"* ]]
  printf '# mine\nS_R > SDL_R\n' > unknown
  run fovea fidelity --orders unknown -m AP demo/judgements.qrels
  [ "$status" -eq 2 ]
  [[ "$output" == *"unknown:2:1: found run 'SDL_R', expected one of the runs, such as SLD_R"* ]]
}

@test "orders may be about runs that are given" {
  demo
  tag=$(awk '{ print $6; exit }' demo/runs/sections.run)
  printf 'S_R > %s\n' "$tag" > orders
  run fovea fidelity --collection demo/c.fovea --orders orders -m AP demo/judgements.qrels demo/runs/sections.run
  [ "$status" -eq 0 ]
  [[ "$output" == *"S_R > $tag"* ]]
}

@test "given runs go by their files where tags are shared, and must have judged topics" {
  demo
  sed 's/ sections / S_R /' demo/runs/sections.run > mine.run
  run --separate-stderr fovea fidelity --collection demo/c.fovea -m AP demo/judgements.qrels mine.run
  [ "$status" -eq 0 ]
  [[ "$output" == *$'\nS_R:mine '* ]]
  run fovea fidelity -m AP demo/judgements.qrels mine.run mine.run
  [ "$status" -eq 2 ]
  [[ "$output" == *"mine.run: the run is given twice"* ]]
  sed 's/^[0-9]* /99&/' mine.run > elsewhere.run
  run --separate-stderr fovea fidelity --collection demo/c.fovea -m AP demo/judgements.qrels elsewhere.run
  [ "$status" -eq 4 ]
  [ -z "$output" ]
  grep -E '^(1|2) ' mine.run > short.run
  run --separate-stderr fovea fidelity --collection demo/c.fovea -m AP demo/judgements.qrels short.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"S_R:short: warning: no results for 10 of 12 judged topics, which score 0"* ]]
}

@test "one topic is too little to test a measure on" {
  demo
  grep '^1 ' demo/judgements.qrels > one.qrels
  for command in fidelity reliability; do
    run fovea $command one.qrels
    [ "$status" -eq 2 ]
    [[ "$output" == *"one.qrels: found 1 topic, expected at least two to test on"* ]]
  done
}

@test "what cannot be said as an order is named with its line" {
  demo
  printf 'S_R > SLD_R\nS_R SLD_R\n' > broken
  run fovea fidelity --orders broken -m AP demo/judgements.qrels
  [ "$status" -eq 2 ]
  [[ "$output" == *"broken:2:1: found 'S_R SLD_R', expected an order such as 'S_R > SL_R'"* ]]
  : > none
  run fovea fidelity --orders none -m AP demo/judgements.qrels
  [ "$status" -eq 2 ]
  run fovea fidelity --orders missing -m AP demo/judgements.qrels
  [ "$status" -eq 2 ]
}

@test "reliability ranks the graded runs, with overlap" {
  demo
  run fovea reliability --collection demo/c.fovea demo/grades
  [ "$status" -eq 0 ]
  [[ "$output" == *Overlap* ]]
  [[ "$output" == *"AnXCG"*"of 5 expected orders"* ]]
  run fovea reliability --space perfect --curves -o json --collection demo/c.fovea demo/grades
  [ "$status" -eq 0 ]
  [[ "$output" == *'"x_axis": "recall"'* ]]
}

@test "stats describes judgements, and two assessors" {
  demo
  run fovea stats demo/judgements.qrels
  [ "$status" -eq 0 ]
  [[ "$output" == *"judged articles"*"best entry point"*"Passages per relevant article"* ]]
  run fovea stats --second demo/second-assessor.jsonl demo/judgements.qrels
  [ "$status" -eq 0 ]
  [[ "$output" == *kappa* ]]
  run fovea stats demo/grades
  [[ "$output" == *exhaustivity* ]]
  printf '99 0 a 1\n' > other.qrels
  run fovea stats --second other.qrels demo/judgements.qrels
  [ "$status" -eq 4 ]
  for output in csv json; do
    run fovea stats -o $output demo/judgements.qrels
    [ "$status" -eq 0 ]
  done
}

@test "empty and missing files are bad input for every command" {
  : > empty
  for command in "stats" "fidelity" "reliability" "simulate -o sim" "compare -m AP --scores"; do
    run fovea $command empty
    [ "$status" -eq 2 ]
    run fovea $command missing
    [ "$status" -eq 2 ]
  done
}
