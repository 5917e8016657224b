# All metrics over graded elements on an evaluation the size of INEX 2003: 56 runs × 36 topics × 1,500 results,
# 12,000 documents of 1,500 elements, on one core. Runs of 100 and 500 results show that the work grows with
# the results; `wc -l` reads the same runs.
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
graded_data=$data/graded
graded_measures='inex2002(quant=strict),inex2002,inex2003s(quant=strict),inex2003s,inex2003o(quant=strict),inex2003o'
graded_measures+=',XCG@1500,nXCG@5,10,50,1500,AnXCG,MAnXCG@1500,ep@0.10,MAep,Overlap'
graded_eval() { # RUN…
  measure 1 "$build/fovea" eval --quiet -j 1 --collection "$graded_data/ieee.fovea" -m "$graded_measures" \
    "$graded_data/assessments" "$@"
}

for results in 100 500 1500; do
  [ -d "$graded_data/runs-$results" ] ||
    "$build/bench/bench_graded_generate" "$graded_data" 12000 56 36 $results
done

# What is done once, whatever the runs: reading the assessments, making the recall bases.
head -n 1 "$graded_data/runs-100/run-01" >"$scratch/one.run"
graded_eval "$scratch/one.run"
graded_setup=$cpu
for results in 100 500 1500; do
  measure 3 wc -l "$graded_data/runs-$results"/*
  count=$cpu
  graded_eval "$graded_data/runs-$results"/*
  goal=
  [ $results -ne 1500 ] || goal="< 10 s"
  row "graded: all metrics, $results results a topic (wc -l)" "$cpu" "$count" "$goal"
  graded_work=$(awk -v a="$cpu" -v s="$graded_setup" 'BEGIN { print a - s }')
  [ $results -ne 100 ] || graded_small=$graded_work
done
row "graded: 1,500 results a topic, beyond set-up (100 results)" "$graded_work" "$graded_small" "<= 15, linear"
