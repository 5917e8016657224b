# Standard output and error that cannot be written, for every command: nothing is lost with exit code 0, nothing aborts,
# and no message ends up in a file.

setup() {
  load helpers
  cd "$TRACK"
}

setup_file() {
  export TRACK=$BATS_FILE_TMPDIR/track
  load helpers
  fovea demo --unpack "$TRACK"
  cd "$TRACK"
  fovea catalog build seafaring.fovea articles --quiet
  fovea index seafaring.fovea -o seafaring.index --quiet
  fovea pool build -o pool.jsonl --size 5 --quiet runs/articles.run
  # A server makes the store; it is ended when it has said where it is.
  "$FOVEA" serve >address 2>/dev/null 3>&- &
  until [ -s address ]; do kill -0 $!; done
  kill $!
  wait $!
}

# Commands that print, a line each. Words in them are split at blanks.
printing='--help
--version
help eval
eval --help
catalog info seafaring.fovea
catalog info --tags seafaring.fovea
catalog show seafaring.fovea rudder
catalog show seafaring.fovea rudder /article[1]
catalog show seafaring.fovea rudder 0:20
topics topics.xml
index --info seafaring.index
index seafaring.index --terms
search seafaring.index topics.xml
search seafaring.index topics.xml --show-preset
search --models
pool build -o - --size 5 runs/articles.run
pool extend pool.jsonl --size 6 -o -
pool stats pool.jsonl
pool reuse pool.jsonl judgements.qrels runs/articles.run --collection seafaring.fovea
serve log fovea-demo/seafaring.assess
man
man fovea-eval
check judgements.qrels
convert --to jsonl judgements.qrels
eval --collection seafaring.fovea --task focused judgements.qrels runs/sections.run
eval -o json --collection seafaring.fovea --task focused judgements.qrels runs/sections.run
measures
measures AP
judgements grades
judgements --ideal strict grades
compare -m AP judgements.qrels runs/articles.run runs/passages.jsonl
simulate judgements.qrels --collection seafaring.fovea -o SCRATCH/sim
fidelity --collection seafaring.fovea -m AP judgements.qrels
reliability --collection seafaring.fovea -m MAep grades
stats judgements.qrels
report track.toml -o SCRATCH/report --force
demo --unpack SCRATCH/demo
completion bash'

# each FUNCTION: calls it with the words of every command of the table, in a fresh SCRATCH.
each() {
  local line words
  while IFS= read -r line; do
    rm -rf "$BATS_TEST_TMPDIR/scratch"
    read -ra words <<<"${line//SCRATCH/$BATS_TEST_TMPDIR/scratch}"
    "$1" "${words[@]}" || { echo "$1: fovea $line: exit $status: $output"; return 1; }
  done <<<"$printing"
}

prints() {
  status=0 output=$(fovea "$@" 2>/dev/null) || status=$?
  [ "$status" -ne 1 ] && [ "$status" -ne 2 ] && [ -n "$output" ]
}

fails_when_full() {
  status=0 output=$(fovea "$@" 2>&1 >/dev/full) || status=$?
  [ "$status" -eq 2 ] && [[ "$output" == *"fovea: cannot write to standard output: No space left on device" ]]
}

fails_when_closed() {
  status=0 output=$(fovea "$@" 2>&1 >&-) || status=$?
  [ "$status" -eq 2 ] && [[ "$output" == *"fovea: cannot write to standard output: Bad file descriptor" ]]
}

is_silent_in_a_pipe() {
  fovea "$@" 2>"$BATS_TEST_TMPDIR/said" | true
  status=${PIPESTATUS[0]} output=$(cat "$BATS_TEST_TMPDIR/said")
  [[ "$output" != *"cannot write"* ]]
}

same_without_stderr() {
  local expected wanted=0
  expected=$(fovea "$@" 2>/dev/null) || wanted=$?
  status=0 output=$(fovea "$@" 2>/dev/full) || status=$?
  [ "$status" -eq "$wanted" ] && [ "$output" = "$expected" ] || return 1
  status=0 output=$(fovea "$@" 2>&-) || status=$?
  [ "$status" -eq "$wanted" ] && [ "$output" = "$expected" ]
}

@test "every command of the table prints something" {
  each prints
}

@test "a full device behind standard output is a message and exit code 2" {
  each fails_when_full
  fails_when_full serve invite fovea-demo/seafaring.assess ann
  fails_when_full serve
}

@test "a closed standard output is a message and exit code 2" {
  each fails_when_closed
  fails_when_closed serve invite fovea-demo/seafaring.assess bob
  fails_when_closed serve
}

@test "a reader that goes away ends a command in silence" {
  each is_silent_in_a_pipe
  run bash -c "'$FOVEA' convert --to jsonl judgements.qrels | head -n 1"
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 1 ]
}

@test "a standard error that cannot be written loses neither output nor exit code" {
  each same_without_stderr
}

@test "messages that cannot be said change no exit code" {
  local redirection
  for redirection in '2>/dev/full' '2>&-'; do
    run bash -c "'$FOVEA' eval no.qrels no.run $redirection"
    [ "$status" -eq 2 ]
    run bash -c "'$FOVEA' no-command $redirection"
    [ "$status" -eq 1 ]
    run bash -c "'$FOVEA' catalog info judgements.qrels $redirection"
    [ "$status" -eq 2 ]
    run bash -c "'$FOVEA' check --task focused runs/invalid.run $redirection"
    [ "$status" -eq 3 ]
    # Both at once: still no abort.
    run bash -c "'$FOVEA' measures >/dev/full $redirection"
    [ "$status" -eq 2 ]
  done
}

@test "a closed standard input is no empty file" {
  run bash -c "'$FOVEA' convert --to jsonl - <&-"
  [ "$status" -eq 2 ]
  [[ "$output" == *"Bad file descriptor"* ]]
}

@test "closed standard streams do not destroy a collection" {
  local stream
  for stream in '0<&-' '1>&-' '2>&-' '0<&- 1>&- 2>&-'; do
    cp seafaring.fovea "$BATS_TEST_TMPDIR/c.fovea"
    mkdir -p "$BATS_TEST_TMPDIR/more"
    printf '<a>more</a>' >"$BATS_TEST_TMPDIR/more/more.xml"
    printf '<a>bad' >"$BATS_TEST_TMPDIR/more/zz.xml"
    run bash -c "'$FOVEA' catalog add '$BATS_TEST_TMPDIR/c.fovea' '$BATS_TEST_TMPDIR/more' --keep-going $stream"
    [ "$status" -eq 0 ]
    run fovea catalog verify "$BATS_TEST_TMPDIR/c.fovea"
    [ "$status" -eq 0 ] || { echo "$stream: $output"; return 1; }
    run bash -c "'$FOVEA' catalog build '$BATS_TEST_TMPDIR/c.fovea' articles --force $stream"
    [ "$status" -eq 0 ]
    fovea catalog verify "$BATS_TEST_TMPDIR/c.fovea"
  done
}
