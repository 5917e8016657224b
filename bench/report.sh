# `fovea report` on 200 runs × 100 topics × 1,500 results, without a collection and with one (and so with the reading
# view). The goals: 30 s on two cores, a page of at most 10 MB.
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
report_data=$scratch/report
mkdir -p "$report_data/articles" "$report_data/runs"

# 2,000 articles of about 9,000 characters; passages below keep to the first 8,000.
awk -v folder="$report_data/articles" 'BEGIN {
  srand(7)
  for (d = 0; d < 2000; d++) {
    file = folder "/d" d ".xml"
    printf "<article><title>Größe %d</title>", d > file
    for (p = 0; p < 20; p++) {
      printf "\n<p>" > file
      for (w = 0; w < 64; w++) printf "wörd%d ", int(rand() * 90) + 10 > file
      printf "</p>" > file
    }
    print "</article>" > file
    close(file)
  }
}'
# 200 judged articles a topic, every fifth with three highlighted passages.
awk 'BEGIN {
  for (t = 1; t <= 100; t++) for (k = 0; k < 200; k++) {
    at = (t * 131 + k * 977) % 7000
    spans = k % 5 ? "" : "[" at "," at + 300 "],[" at + 400 "," at + 450 "],[" at + 600 "," at + 800 "]"
    printf "{\"topic\":\"%d\",\"doc\":\"d%d\",\"spans\":[%s]}\n", t, (t * 37 + k * 7) % 2000, spans
  }
}' >"$report_data/judgements.jsonl"
# Per topic 500 articles with three passages each; every run lacks its own tenth of them.
awk 'BEGIN {
  for (t = 1; t <= 100; t++) for (k = 0; k < 500; k++) for (p = 0; p < 3; p++)
    printf "%d Q0 d%d %d %d tag %d 400\n", t, (t * 37 + k * 11) % 2000, 3 * k + p + 1, 9000 - 3 * k - p, (k * 53 + p * 2500) % 7600
}' >"$scratch/base.run"
for r in $(seq 200); do
  awk -v r="$r" '(NR * 7919 + r * 104729) % 41 % 10 != r % 10 { $6 = "run-" r; print }' "$scratch/base.run" \
    >"$report_data/runs/$r.run"
done
printf 'judgements = "judgements.jsonl"\n[[run]]\nfile = "runs/*.run"\ntask = "relevant in context"\nparticipant = "P"\n' \
  >"$report_data/with.toml"
sed 's/relevant in context/focused/' "$report_data/with.toml" >"$report_data/without.toml"
"$build/fovea" catalog build "$report_data/c.fovea" "$report_data/articles" --quiet
sed -i '1i collection = "c.fovea"' "$report_data/with.toml"

for kind in without with; do
  measure 1 "$build/fovea" report "$report_data/$kind.toml" -o "$report_data/$kind" --quiet
  check "all runs are in the report" grep -q '^run-200,P,' "$report_data/$kind"/tables/*-results.csv
  row "report: 200 runs, $kind a collection (goal)" "$wall" 30 "<= 1"
  row "report: its page, $kind a collection (goal)" \
    "$(stat -c %s "$report_data/$kind/report.html" | awk '{ print $1 / 1e6 }')" 10 "<= 1" MB
done
check "the reading view says what it leaves out" grep -q 'To keep the page small, it shows' "$report_data/with/report.html"
