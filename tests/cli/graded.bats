# The measures over graded elements, as `fovea eval` shows them.

setup() {
  load helpers
}

grades() { # E S PATH
  printf '<assessments topic="7">\n<file file="d">\n<path path="%s" exhaustiveness="%s" specificity="%s"/>\n</file>\n</assessments>\n' \
    "${3:-/a[1]}" "$1" "$2" > a.xml
  printf '7 Q0 d 1 1 r /a[1]\n' > r.run
}

collection() {
  printf '<a><b>12345</b><b>67890</b></a>' > d.xml
  fovea catalog build --quiet c.fovea d.xml
}

@test "grades of which only one is 0 are named with their place" {
  grades 2 0
  run --separate-stderr fovea eval -m nXCG@1 a.xml r.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"a.xml:3"*"grades (2,0) of '/a[1]', expected both grades 0, or neither"* ]]
}

@test "a grade outside the scale is named with its place" {
  grades 4 1
  run --separate-stderr fovea eval -m nXCG@1 a.xml r.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"a.xml:3"* ]]
}

@test "an assessed path that is not in the collection is named with its place" {
  grades 1 1 '/a[1]/c[1]'
  collection
  run --separate-stderr fovea eval --collection c.fovea -m nXCG@1 a.xml r.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"a.xml:3: found assessed path '/a[1]/c[1]'"* ]]
}

@test "results outside the collection are named with their place" {
  grades 1 1
  collection
  printf '7 Q0 d 1 2 r /a[1]/c[1]\n7 Q0 e 2 1 r /a[1]\n' > r.run
  run --separate-stderr fovea eval --collection c.fovea -m nXCG@1 a.xml r.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"r.run:1:"*"/a[1]/c[1]"*"r.run:2:"*"'e'"* ]]
}

@test "a measure that needs lengths asks for the collection" {
  grades 1 1
  run --separate-stderr fovea eval -m inex2003o a.xml r.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"inex2003o needs"*"--collection"* ]]
}

@test "judgements without grades are refused with what would do" {
  grades 1 1
  printf '7 Q0 d 5 10 0 0:5\n' > a.qrels
  run --separate-stderr fovea eval -m nXCG@1 a.qrels r.run
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"nXCG@1 needs grades of elements"*"--from-highlights"* ]]
}

@test "a quantisation file with a missing or repeated pair is named" {
  grades 1 1
  printf '1 1 0.5\n1 1 0.6\n' > q.txt
  run --separate-stderr fovea eval -m 'nXCG(quant=q.txt)@1' a.xml r.run
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"q.txt:2:1: found the pair (1,1) again"* ]]
  printf '1 1 0.5\n' > q.txt
  run --separate-stderr fovea eval -m 'nXCG(quant=q.txt)@1' a.xml r.run
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"q.txt: found no value for (1,2)"* ]]
}

@test "a quantisation of one's own gives its own values" {
  grades 1 1
  printf '1 1 0.5\n1 2 0\n1 3 0\n2 1 0\n2 2 0\n2 3 0\n3 1 0\n3 2 0\n3 3 1\n' > q.txt
  run --separate-stderr fovea eval -m 'XCG(quant=q.txt)@1' a.xml r.run
  [ "$status" -eq 0 ]
  [ "$output" = $'XCG(quant=q.txt)@1    \tall\t0.5000' ]
}

@test "values that make no sense are usage errors" {
  grades 1 1
  for measure in 'nXCG(alpha=2)@1' 'inex2003s(quant=sog)' 'inex2002@0' 'ep@0' 'AnXCG(points=0)' 'inex2002(elements=1.5)' nXCG; do
    run fovea eval -m "$measure" a.xml r.run
    [ "$status" -eq 1 ]
  done
}

@test "passages among the results are counted in a warning" {
  grades 1 1
  printf '7 Q0 d 1 1 r 0 5\n' > r.run
  run --separate-stderr fovea eval -m nXCG@1 a.xml r.run
  [ "$status" -eq 0 ]
  [[ "$stderr" == *"1 result is no element and worth nothing"* ]]
}

@test "--curve with a measure that has none is a usage error and writes nothing" {
  grades 1 1
  run --separate-stderr fovea eval -m Overlap --curve out.csv a.xml r.run
  [ "$status" -eq 1 ]
  [ ! -e out.csv ]
}

@test "runs are sorted by one graded measure, with their ranks by another in brackets" {
  "$FOVEA" demo --unpack track > /dev/null && cd track
  "$FOVEA" catalog build c.fovea articles --quiet
  measures='inex2002(quant=sog),AnXCG'
  "$FOVEA" eval --quiet --collection c.fovea -m "$measures" -o tsv grades runs/sections.run runs/paragraphs.xml runs/thorough.xml runs/doshisha.run > scores.tsv
  "$FOVEA" eval --quiet --collection c.fovea -m "$measures" -m 'Overlap(against=earlier)' --rank-by "$measures" grades runs/sections.run runs/paragraphs.xml runs/thorough.xml runs/doshisha.run > ranked.txt
  # Ranks by hand: the lines of each measure, sorted by value.
  for measure in 'inex2002(quant=sog)' 'AnXCG'; do
    awk -F '\t' -v m="$measure" '$3 == m { print $4, $1 }' scores.tsv | sort -rn | awk '{ print $2, NR }' > "ranks.$measure"
  done
  while read -r run rank; do
    other=$(awk -v r="$run" '$1 == r { print $2 }' 'ranks.AnXCG')
    [ "$(sed -n "$((rank + 1))p" ranked.txt | awk '{ print $1, $2, $3 }')" = "$rank ($other) $run" ]
  done < 'ranks.inex2002(quant=sog)'
  [ "$(wc -l < ranked.txt)" -eq 5 ]
  "$FOVEA" eval --quiet --collection c.fovea -m "$measures" --rank-by 'AnXCG' --top 2 grades runs/sections.run runs/paragraphs.xml runs/thorough.xml > top.txt
  [ "$(wc -l < top.txt)" -eq 3 ]
  run "$FOVEA" eval --collection c.fovea -m AnXCG --top 2 grades runs/sections.run
  [ "$status" -eq 1 ]
}
