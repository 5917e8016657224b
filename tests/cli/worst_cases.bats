# One document with very many highlights and results, lying in every way that could make a command look at each of one
# for each of the other. Nothing is timed: in quadratic time this file would take hours.

setup() {
  load helpers
  N=100000
}

# N spans of the shape $1, "offset length" per line, in the order of the ranking.
shape() {
  awk -v n="$N" -v shape="$1" 'BEGIN {
    for (i = 0; i < n; ++i) {
      if (shape == "flat") print 4 * i, 2
      if (shape == "reverse") print 4 * (n - 1 - i), 2
      if (shape == "growing") print 2 * n - i, 2 * i + 1
      if (shape == "shrinking") print n + 1 + i, 2 * (n - i) - 1
      if (shape == "interleaved") print 4 * (i * 7919 % n), 41
      if (shape == "repeated") print 0, 4 * n
    }
  }'
}

as_run() { # a run named $1
  shape "$1" | awk -v tag="$1" -v n="$N" '{print "t Q0 d " NR " " n - NR " " tag " " $1 " " $2}'
}

as_qrels() {
  printf 't Q0 d %s %s 0' "$2" "$((5 * N))"
  shape "$1" | awk '{printf " %s:%s", $1, $2}'
  printf '\nt Q0 e 0 10\n'
}

# What a command prints for a measure.
value() { printf '%s\n' "$output" | awk -F'\t' -v m="$1" '{sub(/ +$/, "", $1)} $1 == m {print $3}'; }

@test "highlights and results of one document: every measure, every shape" {
  as_qrels flat "$((2 * N))" > flat.qrels
  for each in 'flat 1.0000 1.0000' 'reverse 1.0000 1.0000' 'growing 0.5000 0.5000' 'shrinking 0.5000 0.5000' \
    'interleaved 0.5000 1.0000' 'repeated 0.5000 1.0000'; do
    read -r name precision recall <<< "$each"
    as_run "$name" > "$name.run"
    run --separate-stderr fovea eval -m charP,charR,charF,IoU,AiP,AgP flat.qrels "$name.run"
    [ "$status" -eq 0 ]
    [ "$(value charP)" = "$precision" ]
    [ "$(value charR)" = "$recall" ]
    for more in '' '-m AgP(t2i=300),AgP(bep=500),charP(limit=1000)' '--explain t d' \
      '--compat inex_eval --task focused --lenient' '--compat inex_eval --task relevant-in-context --score beta=1' \
      '--compat chroma' '--compat legalbench'; do
      # shellcheck disable=SC2086
      run --separate-stderr fovea eval $more flat.qrels "$name.run"
      [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
    done
  done
}

@test "nested and repeated highlights" {
  for each in "growing $((2 * N - 1))" "interleaved $((4 * N + 37))" "repeated $((4 * N))"; do
    read -r name characters <<< "$each"
    as_qrels "$name" "$characters" > "$name.qrels"
    run --separate-stderr fovea check "$name.qrels"
    [ "$status" -eq 0 ]
    for to in jsonl qrels webannotation assessments; do fovea convert --to "$to" "$name.qrels" > "out.$to"; done
    run --separate-stderr fovea eval -m charP,charR out.jsonl <(as_run flat)
    [ "$status" -eq 0 ]
    fovea stats "$name.qrels"
    fovea stats --second out.jsonl "$name.qrels"
  done
}

@test "the rules of the tasks and their repair" {
  for name in flat reverse growing shrinking interleaved repeated; do
    as_run "$name" > "$name.run"
    for task in focused relevant-in-context best-in-context restricted-focused; do
      run --separate-stderr fovea check --task "$task" --repair "$task.run" "$name.run"
      [ "$status" -eq 0 ]
      run --separate-stderr fovea check --task "$task" "$task.run"
      [ "$status" -eq 0 ]
    done
    for to in jsonl inex-xml; do
      fovea convert --to "$to" "$name.run" > "$name.$to"
      run --separate-stderr fovea check "$name.$to"
      [ "$status" -eq 0 ] || [ "$name" = repeated ] # which repeats a result
    done
  done
}

@test "one document judged very often" {
  shape interleaved | awk -v n="$N" '{print "t Q0 d 41 " 5 * n " 0 " $1 ":41"}' > many.qrels
  run --separate-stderr fovea check --merge union many.qrels
  [ "$status" -eq 0 ]
  run --separate-stderr fovea eval --merge union -m charR many.qrels <(as_run repeated)
  [ "$(value charR)" = "$(awk -v n="$N" 'BEGIN {printf "%.4f", 4 * n / (4 * n + 37)}')" ]
}

@test "passages and ranges between text points of one element" {
  awk -v n="$N" 'BEGIN { printf "<a>"; for (i = 0; i < n; ++i) printf "x<b/>"; print "</a>" }' > d.xml
  fovea catalog build c.fovea d.xml --quiet
  awk -v n="$N" 'BEGIN {
    print "<assessments topic=\"t\"><file collection=\"c\" name=\"d\">"
    for (i = n; i > 0; i -= 2) {
      point = "/a[1]/text()[" i "]"
      print "<passage start=\"" point ".0\" end=\"" point ".1\" size=\"1\"/>"
    }
    print "</file></assessments>"
  }' > t.xml
  run -0 fovea judgements t.xml --collection c.fovea
  [ "${lines[1]}" = "t	1	1	$((N / 2))	0	0" ]
  awk -v n="$N" 'BEGIN {
    for (i = 1; i <= n; ++i) print "t Q0 d " i " " n - i " r /a[1]/text()[" i "].0 /a[1]/text()[" i "].1"
  }' > r.run
  run -0 --separate-stderr fovea eval -m charP,charR t.xml r.run --collection c.fovea
  [ "$(value charP)" = 0.5000 ]
  [ "$(value charR)" = 1.0000 ]
}

@test "a path that no document can have is a message with its place" {
  { printf '1 Q0 d 1 1 r /a[1]\n1 Q0 d 2 0 r '; yes '/a[1]' | head -n 1000000 | tr -d '\n'; echo; } > long.run
  run -2 fovea check long.run
  [[ "$output" == *"long.run:2:4194318: found ']' at character 4194305 of '/a[1]/a[1]"*"expected at most 4194304 bytes"* ]]
  [ "${#output}" -lt 2000 ]
}
