# `fovea eval --compat trec_eval`: the text of trec_eval, line by line.

setup() {
  load helpers
  shared=${FOVEA_DATA:-FOVEA_DATA}/article
  cases=$BATS_TEST_DIRNAME/../measures/trec_eval
}

@test "all measures of a real run are printed as trec_eval prints them, topic by topic" {
  [ -d "$shared" ] || skip "no $shared"
  fovea eval --compat trec_eval -q -c -m all_trec "$shared/inex2010_article.qrels" "$shared/INDRI_articles.trec" > ours
  diff "$shared/INDRI_articles.trec_eval.txt" ours
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
  run fovea eval --compat trec_eval --quiet -c -q -m map -m num_q -m num_rel -m relstring qrels run
  [ "${lines[0]}" = "num_rel               "$'\t'1$'\t'1 ]
  [ "${lines[1]}" = "map                   "$'\t'1$'\t'0.0000 ]
  [ "${lines[2]}" = "relstring             "$'\t'1$'\t'"''" ]
  [ "${lines[3]}" = "num_rel               "$'\t'2$'\t'1 ]
  [ "${lines[4]}" = "map                   "$'\t'2$'\t'1.0000 ]
  [ "${lines[5]}" = "relstring             "$'\t'2$'\t'"'1'" ]
  [ "${lines[6]}" = "num_q                 "$'\t'all$'\t'2 ]
  [ "${lines[7]}" = "num_rel               "$'\t'all$'\t'2 ]
  [ "${lines[8]}" = "map                   "$'\t'all$'\t'0.5000 ]
  [ "${#lines[@]}" -eq 9 ]
}

@test "a topic that is not answered looks as trec_eval shows it: as one unknown document, in part" {
  printf '1 0 a 1\n2 0 a 1\n' > qrels
  printf '2 Q0 a 1 1 r\n' > run
  fovea eval --compat trec_eval --quiet -c -q -m all_trec -m yaap qrels run | grep -P '\t1\t' > ours
  grep -qP '^num_ret +\t1\t0$' ours
  grep -qP '^utility +\t1\t0.0000$' ours
  grep -qP '^unj_5 +\t1\t0.0000$' ours
  grep -qP '^rbp_resid +\t1\t0.0000$' ours
  grep -qP '^yaap +\t1\t-0.6931$' ours
  # By their names, so that with parameters the unknown document shows.
  fovea eval --compat trec_eval --quiet -c -q -m utility.2,-1,0,0 -m rbp_resid.p=0.8 -m relstring.5 qrels run > ours
  grep -qP "^relstring_5 +\t1\t'-'$" ours
  grep -qP '^utility_2,-1,0,0 +\t1\t-1.0000$' ours
  grep -qP '^rbp_resid_p=0.8 +\t1\t1.0000$' ours
}

@test "parameters are taken and printed as trec_eval has them, and stand for all of their measure" {
  printf '1 0 a 2\n1 0 b 0\n1 0 c 1\n1 0 e 1\n' > qrels
  printf '1 Q0 a 1 9 r\n1 Q0 b 2 8 r\n1 Q0 x 3 7 r\n1 Q0 c 4 6 r\n' > run
  run fovea eval --compat trec_eval --quiet -m all_trec -miprec_at_recall..10,.50 -m P.5,7,3 -m Rprec_mult.2.0,0.35 \
    -mutility.2,-1,0,0 -m 11pt_avg..25,.5,.75 -mndcg.1=3,2=9,4=4.5 -mndcg_cut.3,23.4 -msuccess.2 -mrbp.p=0.5 \
    -m set_F.0.25 qrels run
  [ "$status" -eq 0 ]
  for line in 'iprec_at_recall_0.10  \tall\t1.0000' 'iprec_at_recall_0.50  \tall\t0.5000' 'P_3                   \tall\t0.3333' \
    'P_7                   \tall\t0.2857' 'Rprec_mult_0.35       \tall\t1.0000' 'Rprec_mult_2.00       \tall\t0.3333' \
    'utility_2,-1,0,0      \tall\t2.0000' '11pt_avg_.25,.5,.75   \tall\t0.6667' 'ndcg_1=3,2=9,4=4.5    \tall\t0.8305' \
    'ndcg_cut_3            \tall\t0.6388' 'ndcg_cut_23           \tall\t0.7763' 'success_2             \tall\t1.0000' \
    'rbp_p=0.5             \tall\t0.5312' 'set_F_0.25            \tall\t0.5263'; do
    [[ "$output" == *"$(printf "$line")"* ]] || { echo "$line"; false; }
  done
  run ! grep -qE '^(P_10|iprec_at_recall_0.20|success_1|ndcg|utility) ' <<< "$output"
}

@test "runid is printed when it is asked for, and by the last row of the run" {
  printf '1 0 a 1\n' > qrels
  printf '1 Q0 a 1 9 first\n1 Q0 b 2 8 last\n' > run
  run fovea eval --compat trec_eval --quiet -m runid qrels run
  [ "$output" = "runid                 "$'\t'all$'\t'last ]
}

@test "what stands behind the sixth column is ignored, and said" {
  printf '1 0 a 1\n' > qrels
  printf '1 Q0 a 1 9 tag and more\n1 Q0 b 2 8 tag\n' > run
  run --separate-stderr fovea eval --compat trec_eval -m map qrels run
  [ "$status" -eq 0 ]
  [ "$output" = "map                   "$'\t'all$'\t'1.0000 ]
  [ "$stderr" = "run:1:16: warning: found 'and' behind the sixth column; what stands there is ignored, in 1 row" ]
  run fovea eval -m map qrels run
  [ "$status" -eq 2 ]
}

@test "INEX rows stay INEX rows" {
  printf '1 0 a 1\n' > qrels
  printf '1 Q0 b 1 9 tag /article[1]\n1 Q0 a 2 8 tag /article[1]\n' > run
  run fovea eval --compat trec_eval --quiet -m recip_rank qrels run
  [ "$output" = "recip_rank            "$'\t'all$'\t'0.5000 ]
}

@test "grades with decimals are cut off, and said" {
  printf '1 0 a 1.9\n1 0 b 0.5\n' > qrels
  printf '1 Q0 a 1 9 t\n' > run
  run --separate-stderr fovea eval --compat trec_eval -m num_rel qrels run
  [ "$output" = "num_rel               "$'\t'all$'\t'1 ]
  [[ "$stderr" == *"qrels:1:7: warning: the grade '1.9' is cut to 1"* ]]
  run fovea eval -m num_rel qrels run
  [ "$status" -eq 2 ]
}

@test "-M, -J and -N are trec_eval's" {
  printf '1 0 a 1\n1 0 b 0\n1 0 c 1\n' > qrels
  printf '1 Q0 x 1 9 t\n1 Q0 b 2 8 t\n1 Q0 a 3 7 t\n1 Q0 c 4 6 t\n' > run
  value() { fovea eval --compat trec_eval --quiet "$@" qrels run | cut -f3; }
  [ "$(value -m num_ret -M 3)" = 3 ]
  [ "$(value -m num_ret -M3)" = 3 ]
  [ "$(value -m recip_rank)" = 0.3333 ]
  [ "$(value -J -m recip_rank)" = 0.5000 ]
  [ "$(value -N 100 -m utility.0,0,0,1)" = 96.0000 ]
}

@test "-Z prints deviations from what other runs scored" {
  printf '1 0 a 1\n2 0 a 1\n' > qrels
  printf '1 Q0 a 1 9 t\n2 Q0 x 1 9 t\n2 Q0 a 2 8 t\n' > run
  printf '1 map 0.5 0.25\n2 map 0.5 0\n1 num_ret 3 2\n2 num_ret 2 0\n1 P_5 0.2 0\n' > others
  run fovea eval --compat trec_eval --quiet -q -Z others -m num_q -m num_ret -m map -m gm_map -m P.5 -m relstring qrels run
  expected=$(printf '%s\n' 'Znum_ret               @1@-1.0000' 'Zmap                   @1@2.0000' 'ZP_5                   @1@0.0000' \
    "relstring             @1@'1'" 'Znum_ret               @2@0.0000' 'Zmap                   @2@0.0000' \
    'ZP_5                   @2@-1000000.0000' "relstring             @2@'-1'" 'Znum_q                 @all@2.0000' \
    'Znum_ret               @all@-1.0000' 'Zmap                   @all@1.0000' 'Zgm_map                @all@0.0000' \
    'ZP_5                   @all@-500000.0000' | tr @ '\t')
  [ "$output" = "$expected" ]
  printf '1 map 0.5\n2 map x 1\n' > others
  run fovea eval --compat trec_eval -Z others qrels run
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "others:1:10: found 3 columns, expected topic measure mean deviation" ]
  [ "${lines[1]}" = "others:2:7: found 'x', expected a mean" ]
  run fovea eval -Z others qrels run
  [ "$status" -eq 1 ]
}

@test "-R reads preferences, qrels as preferences, and qrels of several assessors" {
  printf '1 one 0 a 2\n1 one 0 b 1.5\n1 one 1 b 1\n1 one 1 c 0\n' > prefs
  printf '1 Q0 b 1 9 t\n1 Q0 a 2 8 t\n' > run
  run fovea eval --compat trec_eval --quiet -R prefs -m prefs prefs run
  expected=$(printf '%s\n' 'runid                 @all@t' 'num_q                 @all@1' 'prefs_num_prefs_poss  @all@3' \
    'prefs_num_prefs_ful   @all@2' 'prefs_num_prefs_ful_ret@all@0' 'prefs_simp            @all@0.6667' \
    'prefs_pair            @all@0.6667' 'prefs_avgjg           @all@0.6667' | tr @ '\t')
  [ "$output" = "$expected" ]
  printf '1 one a 1\n1 one b 0\n1 two a 0\n1 two b 1\n' > qrels
  run fovea eval --compat trec_eval --quiet -R qrels_prefs -m prefs_simp -m prefs_avgjg qrels run
  [ "${lines[0]}" = "prefs_simp            "$'\t'all$'\t'0.5000 ]
  run fovea eval --compat trec_eval --quiet -R qrels_jg -m qrels_jg qrels run
  [ "${lines[2]}" = "map_avgjg             "$'\t'all$'\t'0.7500 ]
  [ "${lines[3]}" = "P_avgjg_5             "$'\t'all$'\t'0.2000 ]
  [ "${lines[12]}" = "Rprec_mult_avgjg_0.20 "$'\t'all$'\t'0.5000 ]
  run fovea eval --compat trec_eval --quiet -R qrels -m map "$cases/qrels" "$cases/run"
  [ "$status" -eq 0 ]
  run fovea eval -R sheets -m map qrels run
  [ "$status" -eq 1 ]
}

@test "preferences that contradict each other are refused, with the place" {
  printf '1 g 0 a 2\n1 g 0 b 1\n1 g 1 b 2\n1 g 1 a 1\n2 g 0 a 0\n2 g 0 b 1\n2 g 1 a 1\n2 g 0 b 1\n' > prefs
  printf '1 Q0 a 1 9 t\n' > run
  run fovea eval -m prefs_simp prefs run
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "prefs:8:7: found document 'b' again in group 'g' of topic '2', expected one judgement (or --merge union, intersection or first)" ]
  [ "${lines[1]}" = "prefs:1: found document 'a' of group 'g' preferred to itself, by way of others, expected subgroups that go together" ]
  [ "${lines[2]}" = "prefs:7: found level 1 for document 'a' of group 'g', expected 0, as in line 5: 0 says not relevant" ]
}

@test "the relevance level is -l's" {
  run fovea eval --compat trec_eval --quiet -l 2 -m num_rel "$cases/qrels" "$cases/run"
  [ "$output" = "num_rel               "$'\t'all$'\t'8 ]
}

@test "preferences: -M cuts tied documents with the lower id first" {
  printf 'q one 0 a 1\nq one 0 b 0\nq one 0 c 0\n' > prefs
  printf 'q Q0 a 1 5 t\nq Q0 b 2 5 t\nq Q0 c 3 1 t\n' > run
  run fovea eval --compat trec_eval --quiet -R prefs -M 1 -m prefs_num_prefs_ful prefs run
  [ "$output" = "$(printf '%-22s\t%s\t%s' prefs_num_prefs_ful all 2)" ]
  # However the rows stand.
  printf 'q Q0 c 1 1 t\nq Q0 b 2 5 t\nq Q0 a 3 5 t\n' > run
  run fovea eval --compat trec_eval --quiet -R prefs -M 1 -m prefs_num_prefs_ful prefs run
  [ "$output" = "$(printf '%-22s\t%s\t%s' prefs_num_prefs_ful all 2)" ]
  # Other measures have the higher id first.
  printf 'q 0 a 1\nq 0 b 0\n' > qrels
  run fovea eval --compat trec_eval --quiet -M 1 -m num_rel_ret qrels run
  [ "$output" = "$(printf '%-22s\t%s\t%s' num_rel_ret all 0)" ]
}

@test "set_F weighs by the number that was given, to the last digit" {
  local i
  for i in 1 2 3 4 5 6 7 8 9 10; do echo "1 0 d$i 1"; done > qrels
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "1 Q0 $([ "$i" = 1 ] && echo d1 || echo "x$i") $i $((20 - i)) t"; done > run
  run fovea eval --compat trec_eval --quiet -m set_F.2.0 qrels run
  [ "$output" = "$(printf '%-22s\t%s\t%s' set_F_2.0 all 0.0938)" ]
  # P is 1/12, R 1/10: (x + 1)PR/(xP + R), for every other x too.
  for x in 0 0.5 1 3 4 5 7 10; do
    expected=$(awk -v x=$x 'BEGIN { printf "%.4f", (x + 1) / 12 * 0.1 / (x / 12 + 0.1) }')
    run fovea eval --compat trec_eval --quiet -m set_F.$x qrels run
    [ "$output" = "$(printf '%-22s\t%s\t%s' set_F_$x all "$expected")" ]
  done
}
