# `fovea eval --compat trec_eval`: the text of trec_eval, line by line.

setup() {
  load helpers
  shared=$BATS_TEST_DIRNAME/../../../shared/data/article
  cases=$BATS_TEST_DIRNAME/../measures/trec_eval
}

@test "all measures of a real run are printed as trec_eval prints them, topic by topic" {
  [ -d "$shared" ] || skip "no $shared"
  fovea eval --compat trec_eval -q -c -m all_trec "$shared/inex2010_article.qrels" "$shared/INDRI_articles.trec" > ours
  # relstring is no number, and the one line of trec_eval's that fovea does not print
  grep -v ^relstring "$shared/INDRI_articles.trec_eval.txt" | diff - ours
}

@test "without -m the official measures are printed, the run's id first" {
  run fovea eval --compat trec_eval --quiet "$cases/qrels" "$cases/run"
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 30 ]
  [ "${lines[0]}" = "runid                 "$'\t'all$'\t'hand ]
  [ "${lines[1]}" = "num_q                 "$'\t'all$'\t'7 ]
  [[ "${lines[29]}" == "P_1000 "* ]]
}

@test "asked for one by one, measures come in trec_eval's order and without the run's id" {
  run fovea eval --compat trec_eval --quiet -m P.10,5 -m map "$cases/qrels" "$cases/run"
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 3 ]
  [[ "${lines[0]}" == "map "* ]]
  [[ "${lines[1]}" == "P_5 "* ]]
  [[ "${lines[2]}" == "P_10 "* ]]
}

@test "averages cover the topics that are answered, all judged ones with -c" {
  printf '1 0 a 1\n2 0 a 1\n' > qrels
  printf '2 Q0 a 1 1 r\n' > run
  run fovea eval --compat trec_eval --quiet -m map qrels run
  [ "$output" = "map                   "$'\t'all$'\t'1.0000 ]
  run fovea eval --compat trec_eval --quiet -c -q -m map -m num_q -m num_rel qrels run
  [ "${lines[0]}" = "num_rel               "$'\t'2$'\t'1 ]
  [ "${lines[1]}" = "map                   "$'\t'2$'\t'1.0000 ]
  [ "${lines[2]}" = "num_q                 "$'\t'all$'\t'2 ]
  [ "${lines[3]}" = "num_rel               "$'\t'all$'\t'2 ]
  [ "${lines[4]}" = "map                   "$'\t'all$'\t'0.5000 ]
  [ "${#lines[@]}" -eq 5 ]
}

@test "the relevance level is -l's" {
  run fovea eval --compat trec_eval --quiet -l 2 -m num_rel "$cases/qrels" "$cases/run"
  [ "$output" = "num_rel               "$'\t'all$'\t'8 ]
}
