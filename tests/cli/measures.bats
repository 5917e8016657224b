# `fovea measures`: the list, one measure, and the page in docs/.

setup() {
  load helpers
}

@test "measures lists every measure with a line about it, in groups" {
  run --separate-stderr fovea measures
  [ "$status" -eq 0 ]
  [ -z "$stderr" ]
  [[ "$output" == *"Documents: average precision"*"  AP[@k]         average precision"* ]]
  [[ "$output" == *"  AgP "* ]]
  [[ "$output" == *"Sets of measures"*"  official "* ]]
}

@test "measures AP tells definition, formula, parameters, source and a worked example" {
  run fovea measures AP
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "AP(rel=…,judged_only=…)[@k]: average precision" ]
  for part in Formula "Other names" "map, map_cut_10, MAP" Parameters Cutoff "Over topics" Source Example "AP = 0.5"; do
    [[ "$output" == *"$part"* ]]
  done
}

@test "measures AgP knows the measures over highlighted text" {
  run fovea measures AgP
  [ "$status" -eq 0 ]
  [[ "$output" == *Needs*"highlighted text"* ]]
}

@test "a measure is found by any of its names, with or without a cutoff" {
  run fovea measures ndcg_cut_10
  [[ "${lines[0]}" == nDCG* ]]
  run fovea measures 'P(rel=2)@5'
  [[ "${lines[0]}" == P\(rel* ]]
}

@test "several measures are told one after the other" {
  run fovea measures Rprec RR
  [ "$status" -eq 0 ]
  [[ "$output" == Rprec*RR* ]]
}

@test "a set says what it holds" {
  run fovea measures official
  [ "$status" -eq 0 ]
  [[ "$output" == *"num_q num_ret"*iprec_at_recall* ]]
}

@test "an unknown measure is a usage error that names the nearest, and others are still told" {
  run --separate-stderr fovea measures AP bperf
  [ "$status" -eq 1 ]
  [[ "$output" == AP* ]]
  [[ "$stderr" == *"found 'bperf', which is no measure; did you mean 'Bpref'"* ]]
}

@test "docs/measures.md is what the records say (./dev docs writes it)" {
  fovea measures --markdown > page
  diff page "$BATS_TEST_DIRNAME/../../docs/measures.md"
}

@test "help shows examples" {
  run fovea measures --help
  [ "$status" -eq 0 ]
  [[ "$output" == *"fovea measures AgP nDCG"* ]]
}

@test "the tables of docs/from-trec_eval.md and docs/from-ir_measures.md are made from the records" {
  for peer in trec_eval ir_measures; do
    fovea measures --peer "$peer" > table
    [ "$(wc -l < table)" -gt 40 ]
    page=$(cat "$BATS_TEST_DIRNAME/../../docs/from-$peer.md")
    [[ "$page" == *"$(cat table)"* ]]
  done
}

@test "measures --canonical gives the names under which scores are printed" {
  run fovea measures --canonical ndcg_cut.5,10 "nDCG( dcg = 'exp-log2' )@10" 'P(cutoff=3,judged_only=true)' utility.2,-1,0,0
  [ "$status" -eq 0 ]
  [ "$output" = "nDCG@5
nDCG@10
nDCG(dcg=exp-log2)@10
P(judged_only=True)@3
Utility(a=2)" ]
}
