# Every wrong turn is met by a sentence that helps, in at most three lines.

setup() {
  load helpers
  printf '1 0 a 1\n1 0 b 0\n2 0 a 1\n' > q.qrels
  printf '1 Q0 a 1 2.5 bm25\n1 Q0 b 2 1.5 bm25\n2 Q0 a 1 1 bm25\n' > r.run
  sed 's/bm25/lm/; s/ a / c /' r.run > s.run
}

# says EXIT TEXT COMMAND…: it exits so and says the text on standard error, in at most three lines.
says() {
  local exit=$1 text=$2
  shift 2
  run --separate-stderr fovea "$@"
  [ "$status" -eq "$exit" ] || { echo "exit $status of: $*"; echo "$stderr"; return 1; }
  [[ "$stderr" == *"$text"* ]] || { echo "$stderr"; return 1; }
  [ "$(wc -l <<<"$stderr")" -le 3 ] || { echo "$stderr"; return 1; }
}

@test "judgements and runs that are swapped" {
  says 1 "r.run is a run; judgements come first" eval r.run q.qrels
  says 1 "r.run is a run; judgements come first" eval r.run s.run
  says 1 "r.run is a run; judgements come first" compare -m AP r.run s.run q.qrels
}

@test "measures in the place of runs" {
  says 1 "AP is a measure and no file: measures are asked for with -m AP" eval q.qrels r.run AP P@10
  says 1 "measures are asked for with -m P@10" compare -m AP q.qrels r.run s.run P@10
}

@test "misspelt options, commands, measures, tasks and files" {
  says 1 "did you mean '--measure'" eval --mesure AP q.qrels r.run
  says 1 "'-q' is no option of 'fovea check'; did you mean --quiet?" check -q r.run
  says 1 "did you mean --topic" topics -t 7 topics.xml
  says 1 "'evla' is not a command; did you mean 'eval'?" evla
  says 1 "did you mean" eval -m nDGC q.qrels r.run
  says 1 "did you mean 'focused'?" eval --task fokused q.qrels r.run
  says 1 "did you mean 'rank'?" eval --order rnk q.qrels r.run
  says 1 "did you mean 'jsonl'" eval --format jsnl q.qrels r.run
  says 2 "No such file or directory; did you mean 'r.run'" eval q.qrels rr.run
  says 1 "did you mean 'csv'" eval -o cvs q.qrels r.run
}

@test "a list that has just been shown is not shown again" {
  run --separate-stderr fovea completion tcsh
  [ "$status" -eq 1 ]
  [ "${stderr_lines[0]}" = "fovea: shell: found 'tcsh', expected one of bash, zsh, fish" ]
}

@test "numbers that are none" {
  says 1 "--depth: found 'ten', expected a whole number from 1 on" eval --depth ten q.qrels r.run
  says 1 "--depth: found '0', expected a whole number from 1 on" eval --depth 0 q.qrels r.run
  says 1 "found 'ten', expected a whole number from 1 to 1024" eval -j ten q.qrels r.run
  says 1 "--seed: found 'x', expected a number" compare --seed x -m AP q.qrels r.run s.run
}

@test "what is missing has the name that help has" {
  says 1 "fovea: RUN… is missing" eval q.qrels
  says 1 "fovea: expected a command behind 'fovea pool': build, extend, stats, reuse" pool
  says 1 "fovea: expected a command behind 'fovea catalog': build, add, " catalog
}

@test "comparing one run" {
  says 1 "found 1 run, expected at least two to compare" compare -m AP q.qrels r.run
  fovea eval -q -o jsonl -m AP q.qrels r.run > scores.jsonl
  says 1 "found 1 run, expected at least two" compare --scores scores.jsonl
}

@test "texts that nothing was said about where to find" {
  echo '{"qid":"1","source":"a.md","evidence":["a quote","another"]}' > e.jsonl
  says 2 "(--texts FOLDER, or --collection)" eval e.jsonl r.run
  mkdir texts
  echo 'a quote, a quote' > texts/a.md
  says 2 "(--locate next takes the first behind the one before)" check --quiet --texts texts e.jsonl
}

@test "a hint names no option that the command lacks" {
  says 2 "(--from-highlights)" eval -m MAep q.qrels r.run
  run -2 fovea compare -m MAep q.qrels r.run r.run
  [[ "$output" == *"MAep needs grades of elements"* && "$output" != *"--from-highlights"* ]]
}

@test "UTF-16, binary files and bytes that are not what their name says" {
  iconv -f UTF-8 -t UTF-16 q.qrels > utf16.qrels
  says 2 "utf16.qrels: found UTF-16 text, expected" eval utf16.qrels r.run
  says 2 "(iconv -f UTF-16 -t UTF-8 converts it)" check utf16.qrels
  iconv -f UTF-8 -t UTF-16LE r.run > utf16.run
  says 2 "utf16.run: found UTF-16 text, expected a run" eval q.qrels utf16.run
  says 2 "found UTF-16 text" topics utf16.qrels
  head -c 3000 "$FOVEA" > program
  says 2 "program: found a program, expected a run" eval q.qrels program
  says 2 "program: found a program" compare --scores program
  printf 'PK\x03\x04\x00\x00\x01' > a.zip
  says 2 "a.zip: found a ZIP archive" check a.zip
  printf '\x01\x02\x00\x03\xff\xfe' > random.gz
  says 2 "random.gz: found bytes that are no gzip data, though the name ends in .gz" eval q.qrels random.gz
}

@test "nothing raw from a file reaches the terminal" {
  local evil=$'\x1b[31mred\xff'
  printf '1 0 %s 1\n%s 0 b 1\n' "$evil" "$evil" > evil.qrels
  printf '1 Q0 %s 1 2.5 %s\n%s Q0 b 1 2 %s\n' "$evil" "$evil" "$evil" "$evil" > evil.run
  printf '1 Q0 %s 1 2.5 t2\n%s Q0 c 1 2 t2\n' "$evil" "$evil" > second.run
  printf '%s\ta query %s\n' "$evil" "$evil" > topics.tsv
  mkdir -p "$evil"
  cp evil.run "$evil/$evil.run"
  printf 'garbage%s\n' "$evil" > "$evil/garbage"
  clean() {
    "$@" > out 2>&1 || true
    [ -s out ] || { echo "nothing from $*"; return 1; }
    iconv -f UTF-8 -t UTF-8 out > /dev/null || { echo "bytes of: $*"; return 1; }
    if LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' out; then echo "controls of: $*"; return 1; fi
  }
  for format in text table tsv csv json jsonl latex md; do
    clean fovea eval -q -o $format -m AP evil.qrels evil.run second.run
  done
  for format in text csv json latex md; do clean fovea compare -m AP -o $format evil.qrels evil.run second.run; done
  clean fovea check evil.qrels evil.run "$evil/$evil.run" "$evil/garbage" topics.tsv
  clean fovea eval evil.qrels "$evil/garbage"
  clean fovea eval evil.qrels "$evil/absent"
  clean fovea eval --explain 1 "$evil" evil.qrels evil.run
  clean fovea topics topics.tsv
  clean fovea topics -o tsv topics.tsv
  clean fovea stats evil.qrels
  clean fovea judgements evil.qrels
  clean fovea eval --task "$evil" evil.qrels evil.run
  clean fovea "$evil"
}

@test "-V, version and --version are the same, -m --measure and --measures too" {
  run fovea -V
  [ "$output" = "$(fovea --version)" ]
  run fovea version
  [ "$output" = "$(fovea --version)" ]
  [ "$(fovea eval --measures AP q.qrels r.run)" = "$(fovea eval -m AP q.qrels r.run)" ]
  [ "$(fovea eval --measure AP q.qrels r.run)" = "$(fovea eval -m AP q.qrels r.run)" ]
}

@test "a letter means the same in every command" {
  for command in $(fovea man | sed -n 's/^fovea-//p'); do
    fovea man "fovea-$command" | sed -n 's/^\.B \\-\([a-zA-Z]\), \\-\\-\([^ ]*\).*/\1 \2/p'
  done | sort -u > letters
  [ "$(wc -l < letters)" -gt 8 ]
  cut -d' ' -f1 letters | uniq -d > twice
  if [ -s twice ]; then cat letters; return 1; fi
}

@test "runs go by one name in all commands" {
  mkdir x y
  sed 's/ bm25$/ t/' r.run > x/a.run
  sed 's/ lm$/ t/' s.run > y/a.run
  sed 's/ lm$/ t/' s.run > b.run
  run --separate-stderr fovea eval -o csv -m AP q.qrels x/a.run b.run y/a.run
  [ "$(cut -d, -f1 <<<"$output" | tr '\n' ' ')" = "run t:a t:b t:2 " ]
  run --separate-stderr fovea compare -o csv -m AP --baseline b q.qrels x/a.run b.run y/a.run
  [[ "$output" == *"t:a"*"t:b"* ]]
  run --separate-stderr fovea compare -o json -m AP --baseline ./b.run q.qrels x/a.run ./b.run y/a.run
  [[ "$output" == *'"t:b"'* ]]
  [[ "$output" != *"b.run"* ]]
  # Two files without a tag.
  echo '{"topic":"1","doc":"a"}' > one.jsonl
  echo '{"topic":"1","doc":"b"}' > two.jsonl
  run --separate-stderr fovea eval -o csv -m AP q.qrels one.jsonl two.jsonl
  [[ "$output" == *"one,"*"two,"* ]]
}
