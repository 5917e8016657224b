# Standard output and error that cannot be written, for every command: nothing is lost with exit code 0, nothing aborts,
# and no message ends up in a file.

setup() {
  load ../cli/helpers
  load table
  cd "$TRACK"
}

setup_file() {
  load ../cli/helpers
  load table
  make_track "$BATS_FILE_TMPDIR/track"
}

# each FUNCTION: calls it with the words of every command that prints, in a fresh SCRATCH.
each() {
  local kind line
  while read -r kind line; do
    rm -rf "$BATS_TEST_TMPDIR/scratch"
    words_of "$line"
    "$1" "${words[@]}" || { echo "$1: fovea $line: exit $status: $output"; return 1; }
  done < <(commands prints)
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
  fails_when_full serve invite seafaring.assess ann
  fails_when_full serve
}

@test "a closed standard output is a message and exit code 2" {
  each fails_when_closed
  fails_when_closed serve invite seafaring.assess bob
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
