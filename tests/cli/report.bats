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
  awk '/<section class="faults"/ { inside = 1 } /<\/section>/ { inside = 0 } inside && sub(/^<li>/, "") { sub(/<\/li>$/, ""); print }' \
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
  grep -q '^Relevant in context,Institute of Charts,ranges,AgP(t2i=300),0.3632,1 of 3$' \
    out/tables/best-runs.csv
  grep -q '^sections,Harbour Library,Focused,0.5633,0.7955,' out/tables/graded-results.csv
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

@test "two runs of one id: the first is used" {
  sed 's/paragraphs/sections/' runs/paragraphs.xml >runs/again.xml
  sed -i 's#runs/paragraphs.xml#runs/again.xml#' track.toml
  broken 2 "found the run 'sections' in runs/sections.run and in runs/again.xml, expected one file per run"
  [ "$(grep -c '^sections,' out/tables/runs.csv)" -eq 1 ]
}

@test "judgements for an unknown topic: left out of every mean" {
  echo '99 Q0 rudder 10 2000 5 5:10' >>judgements.qrels
  echo '{"topic": "98", "doc": "rudder", "spans": []}' >>second-assessor.jsonl
  broken 2 "found judgements for topic '99', expected a topic of the topic file; they are left out"
  [[ "$(faults)" == *"second-assessor.jsonl:47:1: found judgements for topic '98'"* ]]
  grep -q '^Relevant in context,Institute of Charts,ranges,AgP(t2i=300),0.3632,' out/tables/best-runs.csv
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
  [ -L dangling ] && [ ! -e nowhere ]
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
  grep -q '^articles,–,0.7212,' out/tables/document-results.csv
}

@test "names with signs that LaTeX would read are escaped in every table" {
  sed -i 's/ sections / a_b\&c%d#e /' runs/sections.run
  sed -i 's/"Harbour Library"/"R\&D_100% #1"/' track.toml
  fovea report track.toml -o out
  grep -q 'a\\_b\\&c\\%d\\#e & R\\&D\\_100\\% \\#1 & 0.4770' out/tables/focused-results.tex
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
