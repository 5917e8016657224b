# What commands write to disk, when they are interrupted, when links or other files are in the way, and when what they read
# is cut meanwhile.

setup() {
  load ../cli/helpers
  printf '%s\n' 't1 Q0 a 100 1000 200 200:100' 't1 Q0 b 0 500' >q.qrels
  printf '%s\n' 't1 Q0 a 1 3 sys 150 100' 't1 Q0 b 2 2 sys 0 100' >r.run
  mkdir out
}

# Starts a build that waits in the middle, for a document that never comes; when this returns it is there.
start_build() {
  mkfifo slow.xml
  "$FOVEA" catalog build out/c.fovea slow.xml 2>/dev/null 3>&- &
  build=$!
  exec 7>slow.xml
  [ "$(find out -name '.fovea-tmp-*' | wc -l)" -eq 1 ]
}

# end_build SIGNAL: leaves the exit code in $status.
end_build() {
  status=0
  kill -s "$1" "$build"
  wait "$build" || status=$?
  exec 7>&-
  rm slow.xml
}

@test "a command that is interrupted removes what it has begun, and dies of the signal" {
  local signal
  for signal in TERM HUP; do
    start_build
    end_build "$signal"
    [ "$status" -eq $((128 + $(kill -l "$signal"))) ]
    [ -z "$(ls -A out)" ]
  done
}

@test "what a kill leaves behind is removed by the next command that writes there, and nothing else is" {
  start_build
  echo precious >out/.fovea-notes
  end_build KILL
  [ "$(ls -A out | wc -l)" -eq 2 ]
  fovea convert --to jsonl q.qrels -o out/q.jsonl
  [ "$(ls -A out)" = $'.fovea-notes\nq.jsonl' ]
}

@test "what another command is still writing is not removed" {
  start_build
  fovea convert --to jsonl q.qrels -o out/q.jsonl
  [ "$(find out -name '.fovea-tmp-*' | wc -l)" -eq 1 ]
  echo '<a>late</a>' >&7
  exec 7>&-
  wait "$build"
  fovea catalog show out/c.fovea slow
  [ "$(ls -A out | grep -c tmp)" -eq 0 ]
}

# through_link COMMAND…: writes LINK; what it leads to is replaced, the link stays, and a link to nothing is refused.
through_link() {
  rm -rf far LINK
  mkdir far
  echo old >far/file
  ln -s far/file LINK
  run fovea "$@"
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  [ -L LINK ] && [ "$(cat far/file)" != old ] && [ "$(ls -A far)" = file ]
  rm far/file
  run fovea "$@"
  [ "$status" -eq 2 ]
  [[ "$output" == *"cannot write through the link LINK: No such file or directory"* ]]
  [ -L LINK ] && [ -z "$(ls -A far)" ]
}

@test "an output that is a link is written through" {
  through_link convert --to jsonl q.qrels -o LINK
  through_link check --task relevant-in-context r.run --repair LINK
  through_link eval -m iP --curve LINK q.qrels r.run
  through_link pool build -o LINK r.run
  mkdir docs
  printf '<a><p>one two</p></a>' >docs/a.xml
  printf '<a><p>two three</p></a>' >docs/b.xml
  fovea catalog build c.fovea docs --quiet
  fovea index c.fovea -o c.index --quiet
  through_link search c.index two -o LINK
}

@test "a collection and an index are replaced behind a link" {
  mkdir docs far
  printf '<a><p>one two</p></a>' >docs/a.xml
  fovea catalog build far/c.fovea docs --quiet
  fovea index far/c.fovea -o far/c.index --quiet
  ln -s far/c.fovea c.fovea
  ln -s far/c.index c.index
  printf '<a><p>two three</p></a>' >docs/b.xml
  fovea catalog build c.fovea docs --quiet --force
  fovea index c.fovea -o c.index --quiet --force
  [ -L c.fovea ]
  [ -L c.index ]
  [ "$(ls -A far)" = $'c.fovea\nc.index' ]
  fovea index far/c.index --info | grep -qx $'documents\t2'
}

@test "no other name is written to" {
  echo precious >victim
  local name
  for name in out/q.jsonl.building out/q.jsonl.tmp out/.fovea-tmp-link; do ln -s ../victim "$name"; done
  fovea convert --to jsonl q.qrels -o out/q.jsonl
  [ "$(cat victim)" = precious ]
  [ "$(find out -type l | wc -l)" -eq 3 ]
}

@test "a limit on the size of files is a message, and the old output stays" {
  echo old >out/q.jsonl
  for i in $(seq 3000); do echo "t$i Q0 a 100 1000 200 200:100"; done >many.qrels
  run bash -c "ulimit -f 8; exec '$FOVEA' convert --to jsonl many.qrels -o out/q.jsonl"
  [ "$status" -eq 2 ]
  [ "$output" = "fovea: cannot write out/q.jsonl: File too large" ]
  [ "$(cat out/q.jsonl)" = old ]
  [ "$(ls -A out)" = q.jsonl ]
}

# cut FILE COMMAND…: FILE is cut when the command has opened it and waits for late.run, which comes then.
cut_while_read() {
  local file=$1
  shift
  mkfifo late.run
  "$FOVEA" "$@" >said 2>&1 3>&- &
  local reader=$!
  exec 7>late.run
  : >"$file"
  cat r.run >&7
  exec 7>&-
  status=0
  wait "$reader" || status=$?
  rm late.run
  output=$(cat said)
}

@test "an input that is cut while it is read is a message and exit code 2" {
  for i in $(seq 20000); do echo "t$i Q0 a 100 1000 200 200:100"; done >large.qrels
  cut_while_read large.qrels eval -m AP large.qrels late.run
  [ "$status" -eq 2 ] || { echo "$status: $output"; return 1; }
  [ "$output" = "large.qrels: found its end while reading it, expected nobody to cut it meanwhile" ]
}

@test "a collection that is cut while it is read is a message and exit code 2" {
  mkdir docs
  printf '<a>%s</a>' "$(seq 1 2000)" >docs/a.xml
  cp docs/a.xml docs/b.xml
  fovea catalog build c.fovea docs --quiet
  printf '%s\n' 't1 Q0 a 1 3 sys /a[1]' 't1 Q0 b 2 2 sys /a[1]' >r.run
  cut_while_read c.fovea eval -m charR --collection c.fovea q.qrels late.run
  [ "$status" -eq 2 ] || { echo "$status: $output"; return 1; }
  [ "$output" = "c.fovea: found its end while reading it, expected nobody to cut it meanwhile" ]
}
