# The experiments of the papers: `--paper` presets, the folders of tables and figures, and trees of graded articles.

setup() {
  load helpers
}

setup_file() {
  export TRACK=$BATS_FILE_TMPDIR/track
  load helpers
  fovea demo --unpack "$TRACK" > /dev/null
  fovea catalog build "$TRACK/c.fovea" "$TRACK/articles" --quiet
}

# ranks COLUMN: "irb 5" and so on, from the table of means, COLUMN counted from 1 among the measures behind the overlap.
ranks() { awk -v column="$1" '/^(irb|frb|ia|id|lo|ao) / { print $1, substr($(2 * column + 2), 2, 1) }'; }

@test "kazai2005 ranks the simulated runs as Table 1 of the paper does where it does not depend on the collection" {
  fovea reliability --paper kazai2005 --collection "$TRACK/c.fovea" "$TRACK/grades" > table
  ranks 1 < table > inex2002
  ranks 2 < table > nxcg
  grep -x 'frb 1' inex2002
  grep -x 'irb 5' inex2002
  grep -x 'ao 6' inex2002
  grep -x 'irb 1' nxcg
  grep -x 'frb 5' nxcg
  grep -x 'ao 6' nxcg
}

@test "pehcevski2007 shows the anomaly of AgP', which neither AgP nor the interpolated mean has" {
  fovea fidelity --paper pehcevski2007 --collection "$TRACK/c.fovea" -o json "$TRACK/judgements.qrels" > all.json
  python3 - <<'END'
import json
verdicts = {v["measure"]: v for v in json.load(open("all.json"))["verdicts"]}
outcome = {m: next(o for o in v["orders"] if (o["better"], o["worse"]) == ("S_RI", "S_RSI")) for m, v in verdicts.items()}
assert outcome["AgP(beta=1,by=size)"]["outcome"] == "broken" and outcome["AgP(beta=1,by=size)"]["wins"] == 0
for measure in ("AgP(beta=1)", "AigP(beta=1)", "AigP(beta=1,by=size)"):
    assert outcome[measure]["outcome"] != "broken", measure
END
}

@test "a preset is the options that it stands for" {
  cd "$TRACK"
  fovea reliability --paper govert2006 --collection c.fovea grades > preset
  fovea reliability --space perfect -m 'inex2002(quant=strict),inex2002(quant=gen),inex2003s(quant=strict)' \
    -m 'inex2003s(quant=gen),inex2003o(quant=strict),inex2003o(quant=gen)' --collection c.fovea grades > spelt
  cmp preset spelt
  fovea compare --quiet --paper kamps2007 --collection c.fovea judgements.qrels runs/articles.run runs/ranges.run > preset
  fovea compare --quiet -m 'AgP(beta=1)' -m AP --order-by 'AgP(beta=1)' --test bootstrap --tails 1 --correct none \
    --collection c.fovea judgements.qrels runs/articles.run runs/ranges.run > spelt
  cmp preset spelt
  # Help says so.
  for command in reliability fidelity compare; do
    fovea $command --help | tr -s '\n ' ' ' > help
    grep -q -- '--paper NAME' help
  done
  fovea reliability --help | tr -s '\n ' ' ' | grep -qF "kazai2005 (Kazai, Lalmas and de Vries 2005, Table 1, Figures 2 and 3): --space graded"
}

@test "what is given on the command line counts instead of the preset's" {
  cd "$TRACK"
  fovea reliability --paper kazai2005 -m MAep --collection c.fovea grades > given
  grep -q 'MAep breaks' given
  run grep -c inex2002 given
  [ "$output" = 0 ]
  fovea reliability --paper kazai2005 --space perfect --collection c.fovea grades | grep -q '^ancestors '
}

@test "a paper of another command is no paper of this one" {
  run fovea reliability --paper pehcevski2007 x
  [ "$status" -eq 1 ]
  [[ "$output" == *kazai2005* ]]
  run fovea fidelity -m AP --verdict AgP "$TRACK/judgements.qrels"
  [ "$status" -eq 1 ]
  [[ "$output" == *"found --verdict AgP, expected one of the measures of -m"* ]]
}

@test "a folder has a page, tables and figures, and appears whole or not at all" {
  cd "$TRACK"
  fovea reliability --paper kazai2005 --folder "$BATS_TEST_TMPDIR/out" --collection c.fovea grades > with
  fovea reliability --paper kazai2005 --collection c.fovea grades > without
  cmp with without
  cd "$BATS_TEST_TMPDIR"
  [ -s out/report.html ]
  for figure in curve-inex2002-quant-sog curve-AnXCG-depth-base fidelity-orders; do
    [ -s out/figures/$figure.svg ]
    [ -s out/figures/$figure.vl.json ]
    [ -s out/tables/$figure.csv ]
  done
  python3 -c 'import sys, xml.dom.minidom; [xml.dom.minidom.parse(f) for f in sys.argv[1:]]' out/figures/*.svg
  # The points of the figure are those that the command prints.
  fovea reliability --paper kazai2005 --curves -o json --collection "$TRACK/c.fovea" "$TRACK/grades" > curves.json
  python3 - <<'END'
import csv, json
chart = next(c for c in json.load(open("curves.json"))["charts"] if c["measure"] == "inex2002(quant=sog)")
rows = list(csv.DictReader(open("out/tables/curve-inex2002-quant-sog.csv")))
assert len(rows) == 600
for row in rows:
    curve = chart["curves"][row["run"]]
    at = min(range(100), key=lambda i: abs(curve["x"][i] - float(row["recall"])))
    assert abs(curve["y"][at] - float(row["precision"])) <= 0.00005001, row
END
  run fovea reliability --paper kazai2005 --folder out --collection "$TRACK/c.fovea" "$TRACK/grades"
  [ "$status" -eq 1 ]
  [[ "$output" == *"out exists; give --force to replace it"* ]]
  touch out/mine.txt
  run fovea reliability --paper kazai2005 --folder out --force --collection "$TRACK/c.fovea" "$TRACK/grades"
  [ "$status" -eq 1 ]
  [[ "$output" == *"it holds other files"* ]]
  [ -e out/mine.txt ]
  rm out/mine.txt
  fovea reliability --paper kazai2005 -m MAep --folder out --force --collection "$TRACK/c.fovea" "$TRACK/grades" > /dev/null
  [ ! -e out/figures/curve-AnXCG-depth-base.svg ]
  # Nothing is left of one that fails.
  run fovea reliability --paper kazai2005 --folder new --collection "$TRACK/c.fovea" missing
  [ "$status" -eq 2 ]
  [ ! -e new ]
}

@test "the curves of runs are drawn, with the ideal one where it differs by topic" {
  printf '1 0 a 3\n1 0 b 2\n1 0 c 3\n1 0 d 0\n1 0 e 1\n1 0 f 2\n' > vector.qrels
  printf '1 Q0 %s 0 %s example\n' a 9 b 8 c 7 d 6 e 5 f 4 > vector.run
  fovea eval -m CG@6 --folder gain vector.qrels vector.run > /dev/null
  [ "$(grep '^example,' gain/tables/curve-CG-6.csv | cut -d , -f 3 | paste -sd ' ')" = "3.0000 5.0000 8.0000 8.0000 9.0000 11.0000" ]
  # The grades in falling order: 3 3 2 2 1 0.
  [ "$(grep '^ideal,' gain/tables/curve-CG-6.csv | cut -d , -f 3 | paste -sd ' ')" = "3.0000 6.0000 8.0000 10.0000 11.0000 11.0000" ]
  fovea eval -m CG@6 --curve curve.csv vector.qrels vector.run > /dev/null
  [ "$(grep -c '^example,CG@6,1,rank,' curve.csv)" -eq 6 ]
  run fovea eval -m AP --folder none vector.qrels vector.run
  [ "$status" -eq 1 ]
  [[ "$output" == *"--folder: none of the measures has a curve"* ]]
  [ ! -e none ]
}

@test "agreements and statistics go into a folder too" {
  cd "$TRACK"
  fovea compare --quiet --agree AP,P@5 --folder "$BATS_TEST_TMPDIR/agree" --collection c.fovea judgements.qrels runs/articles.run \
    runs/ranges.run runs/sections.run > /dev/null
  [ -s "$BATS_TEST_TMPDIR/agree/figures/agreement-1-scatter.svg" ]
  # The matrix of stars is the one that is printed.
  fovea compare --quiet --paper kamps2007 --folder "$BATS_TEST_TMPDIR/kamps" --collection c.fovea judgements.qrels runs/articles.run \
    runs/default.run runs/passages.jsonl runs/ranges.run runs/reference.run > printed
  sed -n '/^AgP/,/^AP:/s/^ *\([0-9]\)  \([a-z0-9]*\) .*\] *\([*?-]*\)$/\2 \3/p' printed | sed 's/ $//' > stars
  tail -n +2 "$BATS_TEST_TMPDIR/kamps/tables/ranking-AgP-beta-1.csv" |
    awk -F , '{ marks = ""; for (i = 4; i <= NF; ++i) marks = marks $i; print $2 (marks == "" ? "" : " " marks) }' | cmp - stars
  grep -q '[*]' stars
  # Under AP runs keep their places, and a mark is in the row of the run that is better.
  sed -n '/^AP:/,/^run /s/^ *[0-9]  \([a-z0-9]*\) .*\]  *\([0-9]\).*/\1 \2/p' printed > places
  tail -n +2 "$BATS_TEST_TMPDIR/kamps/tables/ranking-AP.csv" > ranking
  awk -F , '{ print $2, $4 }' ranking | cmp - places
  awk -F , '{ place[NR] = $4; for (i = 5; i <= NF; ++i) mark[NR, i - 4] = $i }
    END { for (a = 1; a <= NR; ++a) for (b = 1; b <= NR; ++b) if ((mark[a, b] != "") != (place[a] < place[b])) exit 1 }' ranking
  [ -s "$BATS_TEST_TMPDIR/kamps/figures/means-AP.svg" ]
  fovea stats --folder "$BATS_TEST_TMPDIR/stats" judgements.qrels > /dev/null
  # A row per relevant article: the best entry point across, the first relevant character up.
  awk '$4 > 0 { first = 1e9; for (i = 7; i <= NF; ++i) { split($i, p, ":"); if (p[1] < first) first = p[1] } print $6 "," first }' \
    judgements.qrels | sort > expected
  tail -n +2 "$BATS_TEST_TMPDIR/stats/tables/bep-and-first.csv" | sort | cmp - expected
}

@test "the tree of a graded article has the sizes of the collection and shares of the parent" {
  cd "$TRACK"
  fovea judgements grades --tree 2 eddystone --collection c.fovea --folder "$BATS_TEST_TMPDIR/tree" > tree
  [ "$(wc -l < tree)" -eq 6 ]
  [ -s "$BATS_TEST_TMPDIR/tree/figures/relevance-tree.svg" ]
  fovea catalog show c.fovea eddystone > lengths
  python3 - <<'END'
import re
length = {}
for line in open("lengths"):
    found = re.match(r"\s*(/\S+)\s+(\d+)\s+(\d+)", line)
    if found: length[found[1]] = int(found[3])
assert length, open("lengths").read()
path = []
for line in list(open("tree"))[1:]:
    depth = (len(line) - len(line.lstrip())) // 2
    cells = line.split()
    path[depth:] = [cells[0]]
    name = "/" + "/".join(path)
    assert int(cells[3]) == length[name], line
    if depth:
        parent = "/" + "/".join(path[:depth])
        assert cells[4] == f"{100 * length[name] / length[parent]:.1f}", line
END
  run fovea judgements grades --tree 2 nowhere --collection c.fovea
  [ "$status" -eq 2 ]
  [[ "$output" == *"found --tree '2' 'nowhere', expected a topic and an article with relevant elements"* ]]
  run fovea judgements grades --folder x
  [ "$status" -eq 1 ]
}

@test "the page of INEX 2010 has the published figures and those of the official judgements side by side" {
  official=$BATS_TEST_DIRNAME/../../../shared/data/inex2010/inex2010.qrels
  [ -e "$official" ] || skip "no official judgements here"
  fovea stats -o csv "$official" > official.csv
  python3 - "$BATS_TEST_DIRNAME/../../docs/papers/inex2010.md" <<'END'
import csv, re, sys
ours = {(r["table"], r["name"], r["statistic"]): float(r["value"]) for r in csv.DictReader(open("official.csv"))
        if re.fullmatch(r"[-0-9.e+]+", r["value"])}
page = open(sys.argv[1]).read()
cells = 0
for number, table in ((1, "per topic"), (2, "per relevant article")):
    entry = page.split(f"### Table {number}:")[1].split("### ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in entry.splitlines() if line.startswith("|")]
    names = {"st.dev": "standard deviation"}
    for row in rows[2:]:
        for column, cell in zip(rows[0][1:], row[1:]):
            published, mine = (float(part.replace(",", "")) for part in cell.split(" / "))
            decimals = len(cell.split(" / ")[1].partition(".")[2])
            exact = ours[table, row[0], names.get(column, column)]
            assert abs(exact - mine) <= 0.5 * 10 ** -decimals * 1.001, (row[0], column, exact, mine)
            # The paper cuts medians of .5 down.
            assert published == mine or column == "median" and published == int(mine), (row[0], column)
            cells += 1
assert cells == 49, cells
assert ours["Passages per relevant article", "1", "count"] == 3388
assert ours["Offset of the best entry point", "0-999", "count"] == 3390
END
}

@test "every preset has a page" {
  for command in reliability fidelity compare; do
    for paper in $(fovea completion bash | grep -o -E '(kazai|govert|pehcevski|kamps)20[0-9]+' | sort -u); do
      [ -s "$BATS_TEST_DIRNAME/../../docs/papers/$paper.md" ]
    done
  done
}
