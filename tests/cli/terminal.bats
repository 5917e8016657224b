# What a terminal shows that a pipe does not: a table, and lines that fit.

setup() {
  load helpers
  printf '1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 b 1\n' > q.qrels
  for run in bm25 lm a-run-with-a-name-that-is-much-longer-than-it-has-to-be-and-goes-on; do
    printf "1 Q0 a 1 2.5 $run\n1 Q0 b 2 1.5 $run\n2 Q0 ${run:0:1} 1 1 $run\n3 Q0 b 1 1 $run\n" > $run.run
  done
}

# terminal COLUMNS COMMAND…: what the command prints on a terminal of so many columns.
terminal() {
  python3 - "$@" <<'END'
import fcntl, os, pty, struct, sys, termios
columns, command = int(sys.argv[1]), sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp(command[0], command)
out = b""
while True:
    try:
        piece = os.read(fd, 65536)
    except OSError:
        break
    if not piece:
        break
    out += piece
os.waitpid(pid, 0)
sys.stdout.write(out.decode().replace("\r\n", "\n"))
END
}

widest() { python3 -c 'import sys; print(max(len(line.rstrip("\n")) for line in sys.stdin))'; }

@test "several runs are a table on a terminal and trec_eval's columns in a pipe, with the same digits" {
  terminal 80 "$FOVEA" eval -m AP,P@5,nDCG,recip_rank q.qrels bm25.run lm.run > table
  head -n 1 table | grep -q '^run  *AP  *P@5  *nDCG'
  [ "$(grep -c '\*' table)" -ge 1 ]
  fovea eval -m AP,P@5,nDCG,recip_rank q.qrels bm25.run lm.run > pipe
  grep -q '^runid' pipe
  for run in bm25 lm; do
    [ "$(sed -n "s/^$run  *//p" table | tr -d '*' | tr -s ' ' '\n')" = \
      "$(sed -n "/^runid.*$run$/,/^runid/p" pipe | grep -v '^runid' | cut -f3)" ]
  done
}

@test "one run, -o text and --compat trec_eval print the same on a terminal as in a pipe" {
  [ "$(terminal 80 "$FOVEA" eval -m AP q.qrels bm25.run)" = "$(fovea eval -m AP q.qrels bm25.run)" ]
  [ "$(terminal 80 "$FOVEA" eval -o text -m AP q.qrels bm25.run lm.run)" = "$(fovea eval -m AP q.qrels bm25.run lm.run)" ]
}

@test "--intervals shows those that compare computes" {
  fovea eval --intervals -m AP q.qrels bm25.run lm.run > table
  fovea compare -m AP q.qrels bm25.run lm.run > compared
  grep '^bm25' table | grep -o '\[.*\]' > interval
  [ -s interval ]
  grep -qF "$(cat interval)" compared
  run fovea eval --intervals -o csv -m AP q.qrels bm25.run
  [ "$status" -eq 1 ]
}

@test "no line is wider than the terminal, and no word or number is broken" {
  fovea eval -m AP,P@5,P@10,nDCG,nDCG@10,recip_rank,R@10,set_P,Rprec q.qrels bm25.run lm.run | cut -f3 | sort -u > numbers
  local commands=("" eval compare convert simulate "catalog build" search measures)
  for command in "${commands[@]}"; do
    # shellcheck disable=SC2086
    terminal 2000 "$FOVEA" $command --help | tr -s ' \n' '\n\n' | grep -v '^\\$' > "wide ${command:-fovea}"
  done
  for columns in 60 80 140; do
    terminal $columns "$FOVEA" eval -m AP,P@5,P@10,nDCG,nDCG@10,recip_rank,R@10,set_P,Rprec q.qrels *.run > out
    [ "$(widest < out)" -le $columns ]
    while read -r number; do
      case $number in [0-9]*) grep -qF -- "$number" out || { echo "$number"; cat out; return 1; } ;; esac
    done < numbers
    terminal $columns "$FOVEA" compare -m AP,P@5 q.qrels *.run > out
    [ "$(widest < out)" -le $columns ] || { cat out; return 1; }
    for command in "${commands[@]}"; do
      # shellcheck disable=SC2086
      terminal $columns "$FOVEA" $command --help > out
      [ "$(widest < out)" -le $columns ] || { awk "length > $columns" out; return 1; }
      # The words are those of a wide terminal, in their order.
      tr -s ' \n' '\n\n' < out | grep -v '^\\$' | cmp - "wide ${command:-fovea}"
    done
  done
}

@test "help has no gaps, begins its texts with a capital, and names what it takes" {
  while read -r command; do
    # shellcheck disable=SC2086
    fovea $command --help > help
    [ "$(cat -s help)" = "$(cat help)" ] || { echo "gaps in the help of $command"; return 1; }
    sed -n '/^Options:/,/^Examples\?:/p' help > options
    if grep -E '^  -[^ ]*( [^ ]+){0,3}  +[a-z-]+[^a-z:-]' options; then echo "small letters in the help of $command"; return 1; fi
    sed -n "s/^Usage: fovea $command//p" help > usage
    if [ ! -s usage ] || grep '[a-z]' usage; then echo "small letters in the usage of $command"; return 1; fi
  done < <(fovea man | sed -n 's/^fovea-//p'; printf 'catalog build\ncatalog show\npool build\npool reuse\nserve invite\n')
}

@test "help has groups, the usual options first, and an example" {
  fovea eval --help > help
  [ "$(grep -n '^Options:' help | cut -d: -f1)" -lt "$(grep -n '^Files of annotation tools:' help | cut -d: -f1)" ]
  sed -n '/^Files of annotation tools:/,/^$/p' help | grep -q -- --topic-from
  for command in $(fovea man | sed -n 's/^fovea-//p'); do
    fovea "$command" --help | grep -q '^Examples\?:' || { echo "$command has no example"; return 1; }
  done
}

@test "answers of a search fit the terminal, bold and in colour unless NO_COLOR is set" {
  fovea demo --unpack track > /dev/null
  fovea catalog build s.fovea track/articles --quiet
  fovea index s.fovea -o s.index --quiet
  for columns in 40 80 120; do
    terminal $columns "$FOVEA" search s.index 'how did sailors find their latitude' --toc all > shown
    # A path is not broken, that it can be copied.
    sed 's/\x1b\[[0-9]*m//g' shown | grep -v '^ */[^ ]*$' > plain
    [ "$(widest < plain)" -le $columns ]
    grep -q $'\x1b\[1mlatitude\x1b\[0m' shown
    run ! grep -q '«' shown
    NO_COLOR=1 terminal $columns "$FOVEA" search s.index 'how did sailors find their latitude' --toc all > colourless
    run ! grep -q $'\x1b' colourless
    grep -q '«latitude»' colourless
    [ "$(grep -v '^ */[^ ]*$' colourless | widest)" -le $columns ]
  done
  terminal 80 "$FOVEA" search s.index latitude -f json | python3 -c 'import json, sys; json.load(sys.stdin)'
}

@test "a search that takes longer than a second shows its progress" {
  mkdir articles
  printf '<article><p>a rudder steers</p></article>' > articles/a.xml
  fovea catalog build c.fovea articles --quiet
  fovea index c.fovea -o c.index --quiet
  for i in $(seq 100000); do printf '%s\ta rudder steers\n' "$i"; done > topics.tsv
  # As soon as it is seen, the command is ended.
  run python3 - "$FOVEA" search c.index topics.tsv --repeat 1000 -o out.run <<'END'
import os, pty, signal, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
out = b""
while b"topics, " not in out:
    try:
        out += os.read(fd, 65536)
    except OSError:
        sys.exit("no progress: " + out.decode())
os.kill(pid, signal.SIGTERM)
os.waitpid(pid, 0)
sys.stdout.write(out.decode())
END
  [ "$status" -eq 0 ]
  [[ "$output" == *"searching: "*"/100000 topics, "*" s left"* ]]
  [ ! -e out.run ]
}
