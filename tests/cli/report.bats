# `fovea report`: the track file, what is wrong with it, and the folder it writes.

setup() {
  load helpers
  cp -r "$TRACK" track
  cd track
}

# The demo track without its invalid run, so that nothing is wrong but what a test does to it.
setup_file() {
  export TRACK=$BATS_FILE_TMPDIR/track
  load helpers
  fovea demo --unpack "$TRACK" >/dev/null
  cd "$TRACK"
  fovea catalog build seafaring.fovea articles --quiet
  cp track.toml with-invalid.toml
  awk 'BEGIN { RS = ""; ORS = "\n\n" } !/invalid.run/' with-invalid.toml >track.toml
}

# The faults at the top of the report in out/, a line each.
faults() {
  awk '/<section class="box (faults|remarks)"/ { inside = 1 } /<\/section>/ { inside = 0 } inside && sub(/^<li>/, "") { sub(/<\/li>$/, ""); print }' \
    "${1:-out}/report.html"
}

# broken EXIT MESSAGE: the report is made all the same, ends with this code, and says so twice.
broken() {
  run --separate-stderr fovea report track.toml -o out
  [ "$status" -eq "$1" ] || { echo "exit $status: $stderr"; return 1; }
  [[ "$stderr" == *"$2"* ]] || { echo "$stderr"; return 1; }
  [[ "$(faults)" == *"$2"* ]] || { faults; return 1; }
  [ "$output" = out/report.html ]
  [ -f out/tables/best-runs.tex ]
}

@test "a sound track becomes a page, tables and figures, and nothing is said" {
  run --separate-stderr fovea report track.toml -o out
  [ "$status" -eq 0 ]
  [ "$output" = out/report.html ]
  [ "$stderr" = "" ]
  [ "$(faults)" = "" ]
  [ "$(ls out)" = $'figures\nreport.html\ntables' ]
  local figure
  for figure in out/figures/*.vl.json; do
    # Each chart has a table behind it, and each table both forms.
    [ -s "out/tables/$(basename "$figure" .vl.json).csv" ]
  done
  [ "$(ls out/tables/*.csv | wc -l)" -eq "$(ls out/tables/*.tex | wc -l)" ]
  grep -q '^ranges,Relevant in context,Institute of Charts,AgP(t2i=300),0.3632,1 of 6$' \
    out/tables/best-runs.csv
  grep -qE '^sections,Harbour Library,Focused,[0-9]+ \([0-9]+\),0.5633,0.7955,' out/tables/graded-results.csv
}

@test "the same track gives the same bytes" {
  fovea report track.toml -o one
  fovea report track.toml -o two
  diff -r one two
}

@test "the title, the task and the measures can be chosen" {
  fovea report track.toml -o out --title 'Nine & <ten>' --task focused --measures iP@0.05 AP
  grep -q '<title>Nine &amp; &lt;ten&gt;</title>' out/report.html
  [ "$(cat out/tables/focused-results.csv)" = 'run,participant,iP@0.05,AP
paragraphs,School of Navigation,0.8277,0.7061
sections,Harbour Library,0.8189,0.7176' ]
  [ ! -e out/tables/thorough-results.csv ]
}

@test "an unknown task or measure is a mistake of the command, and nothing is written" {
  run fovea report track.toml -o out --task focussing
  [ "$status" -eq 1 ]
  [[ "$output" == *"found 'focussing', expected one of"* ]]
  run fovea report track.toml -o out --measures iPP
  [ "$status" -eq 1 ]
  [[ "$output" == *"iPP"* ]]
  [ ! -e out ]
}

@test "a missing file: reported without it" {
  sed -i 's/"topics.xml"/"nowhere.xml"/' track.toml
  broken 2 "track.toml:4:10: found topics = 'nowhere.xml', which does not exist"
  grep -q '^ranges,' out/tables/runs.csv
}

@test "a missing run: reported without it" {
  sed -i 's#runs/ranges.run#runs/nowhere-*.run#' track.toml
  broken 2 "found file = 'runs/nowhere-*.run', which no file matches"
  grep -q '^passages,' out/tables/runs.csv
  run ! grep -q '^ranges,' out/tables/runs.csv
}

@test "a missing collection: runs that need none are reported" {
  sed -i 's/"seafaring.fovea"/"nowhere.fovea"/' track.toml
  broken 2 "found collection = 'nowhere.fovea', which does not exist"
  grep -q '^passages,.*,yes,' out/tables/runs.csv
  grep -q '^sections,.*,no,' out/tables/runs.csv
}

@test "an unknown key: named with its line and the nearest known one" {
  sed -i 's/^second_assessor/secnd_assessor/' track.toml
  broken 2 "track.toml:6:1: found the key 'secnd_assessor'"
  [[ "$(faults)" == *"did you mean 'second_assessor'?"* ]]
}

@test "an unknown task: its run is left out" {
  sed -i '0,/task = "focused"/s//task = "focussing"/' track.toml
  broken 2 "found task = 'focussing', expected one of thorough"
  run ! grep -q '^sections,' out/tables/runs.csv
  grep -q '^paragraphs,' out/tables/runs.csv
}

@test "two runs of one tag go by their files too, and a name of one's own goes before the tag" {
  sed 's/paragraphs/sections/' runs/paragraphs.xml >runs/again.xml
  sed -i 's#runs/paragraphs.xml#runs/again.xml#; s#^file = "runs/articles.run"#&\nname = "whole"#' track.toml
  fovea report track.toml -o out || [ $? -eq 3 ]
  grep -q '^sections,' out/tables/runs.csv
  grep -q '^sections:again,' out/tables/runs.csv
  grep -q '^whole,' out/tables/runs.csv
}

@test "a file that is listed twice: the first is used" {
  printf '\n[[run]]\nfile = "runs/sections.run"\ntask = "focused"\n' >>track.toml
  broken 2 "found runs/sections.run again, expected one entry per run"
  [ "$(grep -c '^sections,' out/tables/runs.csv)" -eq 1 ]
}

@test "judgements for an unknown topic: left out of every mean" {
  echo '99 Q0 rudder 10 2000 5 5:10' >>judgements.qrels
  echo '{"topic": "98", "doc": "rudder", "spans": []}' >>second-assessor.jsonl
  broken 2 "found judgements for topic '99', expected a topic of the topic file; they are left out"
  [[ "$(faults)" == *"second-assessor.jsonl:47:1: found judgements for topic '98'"* ]]
  grep -q '^ranges,Relevant in context,Institute of Charts,AgP(t2i=300),0.3632,' out/tables/best-runs.csv
}

@test "an invalid run: named with its first fault, not among the results, exit code 3" {
  cp with-invalid.toml track.toml
  broken 3 "runs/invalid.run:5: topic '1', document 'celestial-navigation': 750–1250 overlaps 500–1000 of line 2"
  grep -q '^invalid,.*,no,' out/tables/runs.csv
  grep -q '^invalid,"runs/invalid.run:5' out/tables/invalid-runs.csv
  run ! grep -q '^invalid,' out/tables/focused-results.csv
}

@test "a run that cannot be read is bad input, and comes before broken rules" {
  cp with-invalid.toml track.toml
  echo '1 Q0 rudder x 0.5 sections /article[1]' >>runs/sections.run
  broken 2 "runs/sections.run:257:13: found 'x', expected a rank"
  grep -q '^sections,.*,no,' out/tables/runs.csv
}

@test "a run that answers other topics is not among the results" {
  sed -i 's/^/9/' runs/articles.run
  broken 2 "runs/articles.run: no topic in common with the judgements"
}

@test "topics that a run misses or adds are counted beside it" {
  sed -i 's/^3 /33 /' runs/articles.run
  fovea report track.toml -o out --quiet
  grep -q '^articles,.*"12 (1 missing, 1 not judged)"$' out/tables/runs.csv
}

@test "without judgements there is no report" {
  sed -i 's/"judgements.qrels"/"nowhere.qrels"/' track.toml
  run fovea report track.toml -o out
  [ "$status" -eq 2 ]
  [[ "$output" == *"track.toml:5:14: found judgements = 'nowhere.qrels'"* ]]
  [[ "$output" == *"no report: a track needs judgements that can be read"* ]]
  [ ! -e out ]
}

@test "a track file that is no TOML is named with line and column" {
  printf 'title = "x"\ncollection = \n' >track.toml
  run fovea report track.toml -o out
  [ "$status" -eq 2 ]
  [[ "$output" == *"track.toml:2:"*"found broken TOML"* ]]
  run fovea report nowhere.toml -o out
  [ "$status" -eq 2 ]
  [[ "$output" == *"nowhere.toml"* ]]
  [ ! -e out ]
}

@test "a folder that exists is replaced with --force only" {
  fovea report track.toml -o out
  before=$(cat out/report.html | cksum)
  run fovea report track.toml -o out --title other
  [ "$status" -eq 1 ]
  [[ "$output" == *"out exists; give --force to replace it"* ]]
  [ "$(cat out/report.html | cksum)" = "$before" ]
  fovea report track.toml -o out --title other --force
  grep -q '<title>other</title>' out/report.html
  [ "$(ls -A)" = "$(ls)" ]
}

@test "a link to a report is followed, one that leads nowhere is refused" {
  mkdir far
  fovea report track.toml -o far/out
  ln -s far/out link
  fovea report track.toml -o link --title other --force
  [ -L link ]
  grep -q '<title>other</title>' far/out/report.html
  ln -s nowhere dangling
  run fovea report track.toml -o dangling --force
  [ "$status" -eq 2 ]
  [[ "$output" == *"cannot write through the link"*dangling* ]]
  [ -L dangling ]
  [ ! -e nowhere ]
}

@test "--force does not replace a folder that is no report" {
  mkdir thesis
  echo precious >thesis/chapter.tex
  run fovea report track.toml -o thesis --force
  [ "$status" -eq 1 ]
  [[ "$output" == *"thesis is not a report and is not replaced"* ]]
  run fovea report track.toml -o . --force
  [ "$status" -eq 1 ]
  [ "$(cat thesis/chapter.tex)" = precious ]
  mkdir -p data/tables
  echo precious >data/tables/results.csv
  run fovea report track.toml -o data --force
  [ "$status" -eq 1 ]
  [ "$(cat data/tables/results.csv)" = precious ]
  [ -f track.toml ]
}

@test "a report that fails leaves the old one as it was" {
  fovea report track.toml -o out
  cp -r out before
  sed 's/"judgements.qrels"/"nowhere.qrels"/' track.toml >broken.toml
  run fovea report broken.toml -o out --force
  [ "$status" -eq 2 ]
  diff -r before out
  # No room for the new one: writing stops halfway.
  run bash -c "ulimit -f 100; exec '$FOVEA' report track.toml -o out --force"
  [ "$status" -ne 0 ]
  diff -r before out
  [ "$(ls -A)" = "$(ls)" ]
}

@test "judgements of whole documents are enough for a track of documents" {
  awk '{ print $1, 0, $3, ($4 > 0) }' judgements.qrels >documents.qrels
  printf 'judgements = "documents.qrels"\n[[run]]\nfile = "runs/articles.run"\ntask = "document"\n' >plain.toml
  run --separate-stderr fovea report plain.toml -o out
  [ "$status" -eq 0 ]
  [ "$stderr" = "" ]
  grep -q '^articles,0.7212,' out/tables/document-results.csv
}

@test "names with signs that LaTeX would read are escaped in every table" {
  sed -i 's/ sections / a_b\&c%d#e /' runs/sections.run
  sed -i 's/"Harbour Library"/"R\&D_100% #1"/' track.toml
  fovea report track.toml -o out
  grep -q 'b & a\\_b\\&c\\%d\\#e & 0.4770' out/tables/focused-results.tex
  grep -q 'a\\_b\\&c\\%d\\#e & R\\&D\\_100\\% \\#1 & Focused & ' out/tables/article-results.tex
  # Whatever stands in a table, each row has as many columns as the head.
  local table
  for table in out/tables/*.tex; do
    awk -F ' & ' '/\\\\$/ { if (!columns) columns = NF; if (NF != columns) exit 1 }' "$table"
  done
}

@test "every table compiles with booktabs alone" {
  command -v pdflatex >/dev/null || skip "there is no pdflatex here"
  kpsewhich booktabs.sty >/dev/null || skip "there is no booktabs here"
  sed -i 's/ sections / [a_b]\&c%d#e\\{}~^$<>| /' runs/sections.run
  fovea report track.toml -o out
  fovea eval --quiet --collection seafaring.fovea -o latex judgements.qrels runs/sections.run runs/paragraphs.xml \
    >out/tables/zz-eval.tex
  fovea compare --collection seafaring.fovea -o latex -m AiP -m AP judgements.qrels runs/sections.run \
    runs/paragraphs.xml >out/tables/zz-compare.tex 2>/dev/null
  fovea compare --collection seafaring.fovea -o latex --agree 'AiP,AP' judgements.qrels runs/sections.run \
    runs/paragraphs.xml runs/ranges.run >out/tables/zz-agree.tex 2>/dev/null
  {
    printf '%s\n' '\documentclass{article}' '\usepackage{booktabs}' '\begin{document}'
    for table in out/tables/*.tex; do printf '\\clearpage\\noindent\\input{%s}\n' "${table%.tex}"; done
    printf '%s\n' '\end{document}'
  } >all.tex
  run pdflatex -interaction=nonstopmode -halt-on-error all.tex
  [ "$status" -eq 0 ] || { grep -A5 '^!' all.log; return 1; }
  run ! grep -q 'Missing character\|Undefined' all.log
}

@test "participants are counted by what the track file says of their runs" {
  fovea report track.toml -o out
  [ "$(head -1 out/tables/participants.csv)" = "participant,Thorough,Focused,Relevant in context,Best in context,automatic query,phrase query,reference run,manual,article results,passage results,range results,element results,entry point results,valid,submitted" ]
  grep -q '^School of Navigation,1,1,0,1,3,1,0,1,0,0,0,2,1,3,3$' out/tables/participants.csv
  # An invalid run was submitted and does not count.
  fovea report with-invalid.toml -o other 2>/dev/null || [ $? -eq 3 ]
  grep -q '^Institute of Charts,0,0,2,0,2,1,0,0,0,1,1,0,0,2,3$' other/tables/participants.csv
}

@test "what runs do and on what they ran stands in the report, as text" {
  # Two submissions say it of themselves, and none says where it ran.
  fovea report track.toml -o out
  [ "$(head -1 out/tables/descriptions.csv)" = "run,description" ]
  grep -q '^paragraphs,Paragraphs and list entries by BM25' out/tables/descriptions.csv
  sed -i 's|^file = "runs/sections.run"|&\ndescription = "BM25 \& <b>sections</b>, \\"as is\\""\nenvironment = "two cores, 50 % idle"|' track.toml
  sed -i 's|^file = "runs/paragraphs.xml"|&\ndescription = "as the track file says"|' track.toml
  fovea report track.toml -o described
  [ "$(head -1 described/tables/descriptions.csv)" = "run,description,environment" ]
  grep -qxF 'sections,"BM25 & <b>sections</b>, ""as is""","two cores, 50 % idle"' described/tables/descriptions.csv
  grep -qxF 'paragraphs,as the track file says,' described/tables/descriptions.csv
  grep -qF 'BM25 &amp; &lt;b&gt;sections&lt;/b&gt;, &quot;as is&quot;' described/report.html
  run ! grep -qF '<b>sections</b>' described/report.html
  grep -qF 'BM25 \& ' described/tables/descriptions.tex
  grep -qF '50 \% idle' described/tables/descriptions.tex
}

@test "the rules of a track: what breaks them is named by check and report, exit code 3" {
  fovea check track.toml
  sed -i 's/^runs_per_task = 3/runs_per_task = 1/' track.toml
  run --separate-stderr fovea check track.toml
  [ "$status" -eq 3 ]
  [[ "$output" == *"rules      2 breaches"* ]]
  [[ "$stderr" == *"track.toml:35:1: found 2 runs of 'Institute of Charts' for relevant-in-context ('passages', 'ranges'), expected at most 1 (runs_per_task)"* ]] ||
    { echo "$stderr"; return 1; }
  broken 3 "found 2 runs of 'Institute of Charts' for relevant-in-context"
  sed -i 's/^runs_per_task = 1/runs_per_tasks = 1/' track.toml
  run fovea check track.toml
  [ "$status" -eq 2 ]
  [[ "$output" == *"found the key 'runs_per_tasks', expected one of"*"did you mean 'runs_per_task'?"* ]]
}

@test "answers to questionnaires become a table per question" {
  fovea report track.toml -o out
  [ "$(cat out/tables/question-2.csv)" = 'answer,times,of those who answered
a paragraph,3,75 %
a section,3,75 %
a sentence,1,25 %
a whole article,1,25 %' ]
  printf 'Eve,yes\n' >>answers.csv
  rm -r out
  broken 2 "answers.csv:6:1: found 2 fields, expected 5, as in the heading"
}

@test "runs are compared on groups of topics, by a field of the topics and by answers about them" {
  { echo topic,B7. Seen before?; for topic in 1 2 3 4 5; do echo "$topic,yes"; done; for topic in 6 7 8 9 10 11; do echo "$topic,no"; done; } > seen.csv
  sed -i 's/^questionnaires = .*/questionnaires = "seen.csv"\ngroups = ["answer:B7", "topic:title"]/' track.toml
  fovea report track.toml -o out
  table=out/tables/relevant-in-context-groups-1.csv
  [ "$(head -1 $table)" = "run,participant,(none) (1),no (6),yes (5),all (12)" ]
  fovea eval --quiet --collection seafaring.fovea -m 'AgP(t2i=300)' -q -n judgements.qrels runs/ranges.run |
    awk '$2 <= 5 { yes += $3 } $2 >= 6 && $2 <= 11 { no += $3 } { all += $3 } $2 == 12 { none = $3 }
      END { printf "ranges,Institute of Charts,%.3f,%.3f,%.3f,%.3f\n", none, no / 6, yes / 5, all / 12 }' > expected
  awk -F, '$1 == "ranges" { printf "%s,%s,%.3f,%.3f,%.3f,%.3f\n", $1, $2, $3, $4, $5, $6 }' $table | cmp - expected
  grep -qF 'topic:title has 12 groups, more than a table can show' out/report.html
  sed -i 's/answer:B7/answer:B8/' track.toml
  rm -r out
  broken 2 "found 'answer:B8', expected a question of the questionnaires: B7. Seen before?"
}

# first_of_each: of the lines of a table, the first of each participant.
first_of_each() { awk -F, '!seen[$2]++'; }

@test "the best run of each of the best groups is shown with all measures, for each task" {
  fovea report track.toml -o out
  tail -n +2 out/tables/relevant-in-context-results.csv | first_of_each > expected
  [ "$(wc -l < expected)" -eq 3 ]
  tail -n +2 out/tables/relevant-in-context-top-groups.csv | cmp - expected
  head -1 out/tables/relevant-in-context-top-groups.csv | grep -qx 'run,participant,AgP(t2i=300),gP(t2i=300)@5,gP(t2i=300)@10,gP(t2i=300)@25,gP(t2i=300)@50'
  tail -n +2 out/tables/article-results.csv | first_of_each | cmp - <(tail -n +2 out/tables/article-top-groups.csv)
  grep ',Relevant in context,' out/tables/article-results.csv | sed 's/,Relevant in context//' | first_of_each | cmp - <(tail -n +2 out/tables/relevant-in-context-articles.csv)
}

@test "runs that break rules are among the results of articles, marked" {
  cp with-invalid.toml track.toml
  run fovea report track.toml -o out
  [ "$status" -eq 3 ]
  head -1 out/tables/article-results.csv | grep -qx 'run,participant,task,breaks rules,AP,P@5,P@10,RR,Bpref'
  map=$(fovea eval --quiet --collection seafaring.fovea -m AP judgements.qrels runs/invalid.run | awk '{ print $3 }')
  grep -q "^invalid,Institute of Charts,Focused,yes,$map," out/tables/article-results.csv
  grep -q "^invalid,Institute of Charts,yes,$map," out/tables/focused-articles.csv
  run ! grep -q '^invalid,' out/tables/focused-results.csv
  run ! grep -q ',yes,' <(grep -v '^invalid,' out/tables/article-results.csv)
}

@test "a track may test only the best runs of its groups against each other" {
  printf '\n[significance]\nruns = "best-of-groups"\ntails = 1\ncorrect = "none"\n' >> track.toml
  fovea report track.toml -o out
  # The same runs, picked by hand.
  runs=()
  while IFS=, read -r run _; do runs+=(runs/"$run".*); done < <(tail -n +2 out/tables/relevant-in-context-results.csv | first_of_each)
  [ "${#runs[@]}" -eq 3 ]
  fovea compare --quiet --collection seafaring.fovea --tails 1 --correct none -m 'AgP(t2i=300)' -o csv judgements.qrels "${runs[@]}" > compared.csv
  python3 - <<'END'
import csv
ours = {(r["better"], r["worse"]): r for r in csv.DictReader(open("out/tables/relevant-in-context-significance.csv"))}
theirs = {(r["run"], r["other"]): r for r in csv.DictReader(open("compared.csv"))}
assert len(ours) == 3 and ours.keys() == theirs.keys(), (ours.keys(), theirs.keys())
for pair, row in theirs.items():
    p = "<0.001" if float(row["p"]) < 0.001 else "%.4f" % float(row["p"])
    assert ours[pair]["p"] == p and (ours[pair]["significant"] == "*") == (row["significant"] == "1"), pair
END
  grep -qF 'the best of each of the 10 best participants,' out/report.html
}

@test "each task has its taus, and effort and F side by side" {
  fovea report track.toml -o out
  python3 - "$FOVEA" <<'END'
import csv, itertools, subprocess, sys
runs = [r["run"] for r in csv.DictReader(open("out/tables/relevant-in-context-results.csv"))]
measures = ["AgP(t2i=300)", "charP(limit=1000)", "AP", "AgP"]
files = ["articles.run", "passages.jsonl", "ranges.run", "reference.run", "default.run", "doshisha.run"]
out = subprocess.run([sys.argv[1], "eval", "--quiet", "--collection", "seafaring.fovea", "-p", "full", "-o", "tsv", "-m", ",".join(measures), "judgements.qrels"] + ["runs/" + f for f in files], capture_output=True, text=True, check=True).stdout
values = {(f[0], f[2]): float(f[3]) for f in (line.split("\t") for line in out.splitlines()[1:])}
means = {m: [values[run, m] for run in runs] for m in measures}
def tau(a, b):  # no ties here
    pairs = list(itertools.combinations(range(len(a)), 2))
    assert all(a[i] != a[j] and b[i] != b[j] for i, j in pairs)
    return sum(1 if (a[i] - a[j]) * (b[i] - b[j]) > 0 else -1 for i, j in pairs) / len(pairs)
table = [r for r in csv.DictReader(open("out/tables/agreement-tasks.csv")) if r["task"] == "Relevant in context"]
assert len(table) == 3, table
for row in table:
    assert row["Kendall tau-b"] == "%.3f" % tau(means[row["first"]], means[row["second"]]), row
effort = list(csv.DictReader(open("out/tables/relevant-in-context-effort.csv")))
assert [r["run"] for r in effort] == runs
for i, row in enumerate(effort):
    assert row["AgP"] == "%.4f" % means["AgP"][i], row
    assert float(row["rank by AgP"]) == 1 + sum(v > means["AgP"][i] for v in means["AgP"]), row
page = open("out/report.html").read()
assert "tau between both is %.3f over all runs" % tau(means["AgP(t2i=300)"], means["AgP"]) in page
best = sorted(zip(means["AgP"], runs), reverse=True)[0][1]
assert open("out/tables/relevant-in-context-top-groups-f.csv").read().splitlines()[1].startswith(best + ",")
assert open("out/tables/relevant-in-context-top-groups-f.csv").read().startswith("run,participant,AgP,gP@5,gP@10,gP@25,gP@50\n")
END
}

@test "the foot of the page has the sums of the inputs, and the day that SOURCE_DATE_EPOCH says" {
  SOURCE_DATE_EPOCH=86400 fovea report track.toml -o out
  grep -q 'on 1970-01-02' out/report.html
  grep -q "<li>run: runs/sections.run <code>$(sha256sum runs/sections.run | cut -d' ' -f1)</code></li>" out/report.html
}

@test "a small track has no sections that cannot mean anything" {
  awk '$1 <= 5' judgements.qrels >five.qrels
  for run in articles ranges; do awk '$1 <= 5' runs/$run.run >$run.run; done
  printf '%s\n' 'collection = "seafaring.fovea"' 'judgements = "five.qrels"' '[[run]]' 'file = "*.run"' \
    'task = "relevant in context"' >small.toml
  fovea report small.toml -o out
  [ ! -e out/tables/participants.csv ]
  [ ! -e out/tables/agreement.csv ]
  [ ! -e out/tables/efficiency-aip.csv ]
  [ ! -e out/tables/relevant-in-context-significance.csv ]
  grep -q '5 topics are too few to test differences' out/report.html
  grep -q 'best run,task,by,value,rank' out/tables/best-runs.csv
}

@test "LaTeX sets the best in bold and says with letters what a run is better than" {
  awk 'BEGIN { RS = ""; ORS = "\n\n" } !/"fovea"/' track.toml >few.toml
  fovea report few.toml -o out
  [ "$(head -1 out/tables/relevant-in-context-results.tex)" = '% In the preamble: \usepackage{booktabs}' ]
  grep -q '^a & ranges & \\textbf{0.3632}\$^{c}\$ & ' out/tables/relevant-in-context-results.tex
  # As compare writes it of the same runs.
  fovea compare --collection seafaring.fovea -o latex -m 'AgP(t2i=300)' judgements.qrels \
    runs/articles.run runs/passages.jsonl runs/ranges.run >compare.tex 2>/dev/null
  grep -o 'a & ranges & [^&]*[0-9}$] ' compare.tex >one
  grep -o 'a & ranges & [^&]*[0-9}$] ' out/tables/relevant-in-context-results.tex >two
  [ "$(cat one)" = "$(cat two)" ]
}

# ---- Significance -----------------------------------------------------------------------------------------------

# pairs OPTIONS…: the pairs of the task relevant in context as compare has them: run,run,difference,p,adjusted p,star.
pairs() {
  fovea compare "$@" --collection seafaring.fovea -m 'AgP(t2i=300)' -o json judgements.qrels runs/articles.run runs/passages.jsonl \
    runs/ranges.run runs/reference.run runs/default.run runs/doshisha.run 2>/dev/null | python3 -c '
import json, sys
p = lambda x: "<0.001" if x < 0.001 else "%.4f" % x
for pair in json.load(sys.stdin)["measures"][0]["pairs"]:
    print(pair["first"], pair["second"], "%.4f" % pair["difference"], p(pair["p"]), p(pair["adjusted_p"]),
          "*" if pair["significant"] else "", sep=",")'
}

@test "report and compare test alike: two-tailed, Holm, and no star where an interval holds 0" {
  fovea report track.toml -o out
  local table=out/tables/relevant-in-context-significance.csv
  [ "$(tail -n +2 $table | cut -d, -f1-3,7-9)" = "$(pairs)" ]
  awk -F, 'NR > 1 && $9 == "*" && $4 <= 0 && $5 >= 0 { exit 1 }' $table
  grep -q 'paired t-test, two-tailed, alpha 0.05, Holm correction' out/report.html
}

@test "the matrices of the papers are asked for in the track file" {
  printf '\n[significance]\ntails = 1\ncorrect = "none"\n' >> track.toml
  fovea report track.toml -o out
  local table=out/tables/relevant-in-context-significance.csv
  [ "$(tail -n +2 $table | cut -d, -f1-3,7-9)" = "$(pairs --tails 1 --correct none)" ]
  grep -q 'paired t-test, one-tailed, alpha 0.05' out/report.html
  sed -i 's/tails = 1/tails = 3/' track.toml
  run fovea report track.toml -o other
  [ "$status" -eq 2 ]
  [[ "$output" == *"another value for 'tails', expected 1 or 2"* ]]
}

@test "a track of chunks speaks of chunkers and questions: cost, ceilings, corpora, worst questions" {
  printf '%s\n' '{"topic":"q1","doc":"handbook.md","spans":[[120,300]],"length":5000}' \
    '{"topic":"q1","doc":"faq.md","spans":[[40,90],[200,260]],"length":900}' \
    '{"topic":"q2","doc":"handbook.md","spans":[[2100,2400]],"length":5000}' \
    '{"topic":"q3","doc":"faq.md","spans":[[0,40]],"length":900}' >evidence.jsonl
  printf '%s\n' '{"topic":"q1","doc":"handbook.md","begin":0,"end":500,"score":9.1,"run":"chunks-500"}' \
    '{"topic":"q1","doc":"faq.md","begin":0,"end":500,"score":7.4,"run":"chunks-500"}' \
    '{"topic":"q2","doc":"handbook.md","begin":2000,"end":2500,"score":8.8,"run":"chunks-500"}' >chunks-500.jsonl
  printf '%s\n' '{"topic":"q1","doc":"handbook.md","begin":0,"end":250,"score":9.3,"run":"chunks-250"}' \
    '{"topic":"q1","doc":"faq.md","begin":0,"end":250,"score":8.0,"run":"chunks-250"}' \
    '{"topic":"q1","doc":"handbook.md","begin":4750,"end":5000,"score":2.0,"run":"chunks-250"}' \
    '{"topic":"q2","doc":"handbook.md","begin":2250,"end":2500,"score":8.9,"run":"chunks-250"}' >chunks-250.jsonl
  printf '0\thandbook.md\t0\t500\n1\thandbook.md\t500\t2000\n2\thandbook.md\t2000\t2500\n3\tfaq.md\t0\t500\n' >500.tsv
  printf '%s\n' 'judgements = "evidence.jsonl"' '[[run]]' 'file = "chunks-500.jsonl"' 'task = "chunks"' 'chunking = "500.tsv"' \
    '[[run]]' 'file = "chunks-250.jsonl"' 'task = "chunks"' >chunks.toml
  fovea report chunks.toml -o out
  # Characters of the first k chunks, a mean over three questions.
  grep -q '^chunks-500,1,333,' out/tables/chunk-cost.csv
  grep -q '^chunks-500,5,500,' out/tables/chunk-cost.csv
  grep -q '^chunks-250,10,333,' out/tables/chunk-cost.csv
  # (290/1000 + 300/500 + 40/500) / 3
  grep -q '^chunks-500,0.3233$' out/tables/chunk-ceilings.csv
  [ "$(cut -d, -f1,2 out/tables/corpora.csv)" = $'corpus,questions\nfaq.md,1\nhandbook.md,2\nall,3' ]
  [ "$(sed -n 2p out/tables/worst-questions.csv)" = q3,0.0000,0.0000 ]
  grep -q 'Two chunkers, question by question' out/report.html
  grep -q '<p>2 chunkers, 3 questions</p>' out/report.html
  [ ! -e out/tables/participants.csv ]
  [ ! -e out/tables/article-results.csv ]
}

@test "quotes and chunks without offsets are found in the collection, and questions beside the evidence" {
  mkdir -p rag/handbook
  cd rag
  for name in leave travel; do
    for i in 1 2 3 4 5 6; do printf 'Rule %d of %s is plain. ' $i $name; done >handbook/$name.md
  done
  fovea catalog build handbook.fovea handbook --id path --quiet
  for i in 1 2 3 4 5 6; do
    for name in leave travel; do
      printf '{"query_id":"%s%d","question":"What about %s, number %d?","source":"%s.md","evidence":["Rule %d of %s is plain."]}\n' \
        $name $i $name $i $name $i $name >>evidence.jsonl
      printf '{"query_id":"%s%d","source":"%s.md","content":"Rule %d of %s is plain.","rank":1}\n' $name $i $name $i $name >>exact.jsonl
      printf '{"query_id":"%s%d","source":"%s.md","content":"Rule %d of %s","rank":1}\n' $name $i $name $((i / 2 + 1)) $name >>half.jsonl
    done
  done
  printf 'collection = "handbook.fovea"\njudgements = "evidence.jsonl"\n[[run]]\nfile = "*[ft].jsonl"\ntask = "chunks"\n' >track.toml
  run --separate-stderr fovea report track.toml -o out
  [ "$status" -eq 0 ] || { echo "$stderr"; return 1; }
  grep -q '^exact,1.0000,' out/tables/chunks-results.csv
  # Nothing is bad about a question that a chunker answers as well as can be.
  grep -q 'Some chunker answers each question with .* 1.0000' out/report.html
  [ ! -e out/tables/worst-questions.csv ]
  grep -q 'What about leave, number 1?' out/report.html
  # Without that chunker, the worst come first; those with 1 are left out.
  sed 's/\[ft\]/f/' track.toml >half.toml
  fovea report half.toml -o half --quiet
  grep -q 'What about leave, number 4?' half/tables/worst-questions.csv
  run ! grep -q '1.0000' half/tables/worst-questions.csv
  # One pair is a sentence and a row, no matrix; nobody speaks of runs, topics or articles.
  grep -q 'The two chunkers differ significantly' out/report.html
  [ "$(wc -l <out/tables/chunks-significance.csv)" -eq 2 ]
  [ ! -e out/figures/chunks-significance.vl.json ]
  sed -n '/<main/,/<\/main>/p' out/report.html | sed 's/<[^>]*>//g' >words
  run ! grep -nwE 'runs?|topics?|articles?' words
  # An id that is the file's name in the evidence and its stem in the collection.
  fovea catalog build handbook.fovea handbook --quiet --force
  run --separate-stderr fovea report track.toml -o other
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"found document 'leave.md', expected one that there is a text of, as of 'leave'"* ]]
}
