# `fovea judgements`: sums and the ideal recall base.

setup() {
  load helpers
}

one_element() { # E S
  printf '<assessments topic="7">\n<file file="d">\n<path path="/a[1]" exhaustiveness="%s" specificity="%s"/>\n</file>\n</assessments>\n' "$1" "$2"
}

@test "a quantisation that is neither a name nor a file is named" {
  one_element 3 3 > a.xml
  run --separate-stderr fovea judgements a.xml --ideal sogg
  [ "$status" -eq 2 ]
  [ -z "$output" ]
  [[ "$stderr" == *"quant=sogg is none of strict, gen and sog"* ]]
}

@test "no run is printed when an assessment is wrong" {
  one_element 2 0 > a.xml
  run --separate-stderr fovea judgements a.xml --ideal gen
  [ "$status" -eq 2 ]
  [ -z "$output" ]
  [[ "$stderr" == *"a.xml:3"*"both grades 0, or neither"* ]]
}

@test "judgements without grades have no ideal, unless highlights give them" {
  printf '7 Q0 d 5 10 0 0:5\n' > a.qrels
  run --separate-stderr fovea judgements a.qrels --ideal gen
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"or highlights to make grades from (--from-highlights)"* ]]
  run --separate-stderr fovea judgements a.qrels --ideal gen --from-highlights
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"from whose elements grades are derived (--collection)"* ]]
  printf '<a><b>12345</b><b>67890</b></a>' > d.xml
  fovea catalog build --quiet c.fovea d.xml
  run --separate-stderr fovea judgements a.qrels --ideal gen --from-highlights --collection c.fovea
  [ "$status" -eq 0 ]
  [ "$output" = "7 Q0 d 1 1 ideal /a[1]/b[1]" ]
}
