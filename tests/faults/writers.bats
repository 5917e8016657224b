# Every command that writes, where the disk is full or may not be written, where it is killed, where another one writes the
# same, and where what it reads was cut. FOVEA_SEED draws other moments and cuts.

setup() {
  load ../cli/helpers
  load table
  cd "$TRACK"
  scratch=$BATS_TEST_TMPDIR/scratch
  RANDOM=${FOVEA_SEED:-$$}
  echo "FOVEA_SEED=${FOVEA_SEED:-$$}"
}

setup_file() {
  load ../cli/helpers
  load table
  make_track "$BATS_FILE_TMPDIR/track"
}

# each KIND FUNCTION: calls it for every line of the kind, with its words in $words and what it makes alone in $right.
each() {
  local kind line
  right=$BATS_TEST_TMPDIR/right
  while read -r kind line; do
    words_of "$line"
    begin
    status=0
    output=$(fovea "${words[@]}" 2>&1 >/dev/null) || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || { echo "fovea $line: exit $status: $output"; return 1; }
    rm -rf "$right"
    mv "$scratch" "$right"
    "$2" || { echo "$2: fovea $line: exit $status: $output"; return 1; }
  done < <(commands "$1")
}

# A fresh scratch folder, with what commands change.
begin() {
  rm -rf "$scratch"
  mkdir "$scratch"
  [ "$kind" = makes ] || cp seafaring.fovea "$scratch/old.fovea"
  [ "$kind" = makes ] || cp seafaring.assess "$scratch/old.assess"
}

# What was made is what is made without a fault. Reports, sweeps and stores hold the time at which they were made, or that it
# took.
is_right() {
  case "${words[*]}" in
    report* | *--sweep*) [ "$(ls "$scratch/out")" = "$(ls "$right/out")" ] ;;
    'serve backup'*) fovea serve verify "$scratch/out" >/dev/null ;;
    *--times*) diff <(cut -f1 "$right/out") <(cut -f1 "$scratch/out") >/dev/null ;;
    *--everything*) gzip -t "$scratch/out" ;;
    *) diff -rq "$right/out" "$scratch/out" >/dev/null ;;
  esac
}

# Nothing half-made stands in the scratch folder.
nothing_left() { [ -z "$(find "$scratch" -name '.fovea-tmp-*')" ]; }

# What is changed can be read and is as it was, or as it was to become.
is_old_or_new() {
  fovea catalog verify "$scratch/old.fovea" >/dev/null || return 1
  fovea serve verify "$scratch/old.assess" >/dev/null || return 1
  [ "${words[0]}" = serve ] && return
  local documents
  documents=$(fovea catalog info "$scratch/old.fovea" | head -n 1)
  [ "$documents" = "$(fovea catalog info seafaring.fovea | head -n 1)" ] ||
    [ "$documents" = "$(fovea catalog info "$right/old.fovea" | head -n 1)" ]
}

# runs_within BLOCKS: the command, where no file may have more than so many kilobytes.
runs_within() {
  status=0
  output=$(
    ulimit -f "$1"
    trap '' XFSZ
    fovea "${words[@]}" 2>&1 >/dev/null
  ) || status=$?
}

makes_all_or_nothing_when_full() {
  local blocks
  for blocks in 0 1 8 64; do
    begin
    runs_within "$blocks"
    nothing_left || return 1
    if [ "$status" -eq 0 ] || [ "$status" -eq 3 ]; then
      is_right || return 1
    else
      [ "$status" -eq 2 ] && [[ "$output" == *"File too large"* || "$output" == *"disk I/O error"* ]] && [ ! -e "$scratch/out" ] || return 1
    fi
  done
}

keeps_what_was_there_when_full() {
  begin
  if [ -d "$right/out" ]; then
    cp -r "$right/out" "$scratch/out"
  else
    echo precious >"$scratch/out"
  fi
  cp -r "$scratch/out" "$BATS_TEST_TMPDIR/before"
  runs_within 0
  [ "$status" -eq 2 ] && diff -r "$BATS_TEST_TMPDIR/before" "$scratch/out"
  local same=$?
  rm -rf "$BATS_TEST_TMPDIR/before"
  [ "$same" -eq 0 ] && nothing_left
}

keeps_old_or_new_when_full() {
  local blocks
  for blocks in 0 1 8 64; do
    begin
    runs_within "$blocks"
    is_old_or_new || return 1
    [ "$status" -eq 0 ] || [ "$status" -eq 2 ] || return 1
  done
}

# killed: the command is killed at a moment of the time that it takes.
killed() {
  local start=${EPOCHREALTIME/./} took
  begin
  fovea "${words[@]}" >/dev/null 2>&1 || true
  took=$((${EPOCHREALTIME/./} - start))
  begin
  "$FOVEA" "${words[@]}" >/dev/null 2>&1 3>&- &
  local moment=$((RANDOM * took / 32768))
  sleep "$(printf '%d.%06d' $((moment / 1000000)) $((moment % 1000000)))"
  kill -KILL $! 2>/dev/null || true
  status=0
  wait $! 2>/dev/null || status=$?
  [ "$status" -eq 137 ] || [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}

makes_all_or_nothing_when_killed() {
  local time
  for time in 1 2; do
    killed || return 1
    [ ! -e "$scratch/out" ] || is_right || return 1
    # Whoever comes next finds nothing in the way, and nothing of it stays.
    status=0
    output=$(fovea "${words[@]}" 2>&1 >/dev/null) || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || return 1
    is_right && nothing_left || return 1
  done
}

keeps_old_or_new_when_killed() {
  local time
  for time in 1 2 3 4; do
    killed && is_old_or_new || return 1
  done
}

makes_one_of_two() {
  begin
  "$FOVEA" "${words[@]}" >/dev/null 2>"$BATS_TEST_TMPDIR/first" 3>&- &
  status=0
  output=$(fovea "${words[@]}" 2>&1 >/dev/null) || status=$?
  local other=0
  wait $! || other=$?
  # One of them at least is through; the other is, or says that it was in the way.
  case "$status $other" in 0\ 0 | 0\ 2 | 2\ 0 | 3\ 3 | 2\ 3 | 3\ 2) ;; *) return 1 ;; esac
  is_right && nothing_left
}

is_changed_by_one_after_the_other() {
  begin
  "$FOVEA" "${words[@]}" >/dev/null 2>&1 3>&- &
  # A reader beside them sees a whole state.
  fovea catalog info "$scratch/old.fovea" >/dev/null || return 1
  status=0
  output=$(fovea "${words[@]}" 2>&1 >/dev/null) || status=$?
  wait $! || true
  is_old_or_new
}

# cut_inputs: each file that the command reads, cut somewhere, is no reason to be ended by a signal or to write half an output.
survives_cut_inputs() {
  local word cut="$BATS_TEST_TMPDIR/cut" i
  for i in "${!words[@]}"; do
    word=${words[i]}
    { [ -f "$word" ] && [ "$i" -gt 0 ]; } || continue
    begin
    case "$word" in "$scratch"*) continue ;; esac
    mkdir -p "$cut"
    head -c $((RANDOM * $(stat -c %s "$word") / 32768)) "$word" >"$cut/$(basename "$word")"
    words[i]=$cut/$(basename "$word")
    status=0
    output=$(timeout 120 "$FOVEA" "${words[@]}" 2>&1 >/dev/null) || status=$?
    words[i]=$word
    rm -rf "$cut"
    [ "$status" -le 4 ] && nothing_left || return 1
    # What is repaired lacks the rows that cannot be read.
    if [ "$status" -eq 2 ] && [ -e "$scratch/out" ]; then
      [ "${words[0]}" = check ] && fovea check --task focused "$scratch/out" >/dev/null || return 1
    fi
  done
}

@test "outputs are whole or not there when files cannot grow" {
  each makes makes_all_or_nothing_when_full
}

@test "what was there stays when files cannot grow" {
  each makes keeps_what_was_there_when_full
}

@test "collections and stores are in their old or new state when files cannot grow" {
  each changes keeps_old_or_new_when_full
}

@test "outputs are whole or not there after a kill, and the next command is not hindered" {
  each makes makes_all_or_nothing_when_killed
}

@test "collections and stores are in their old or new state after a kill" {
  each changes keeps_old_or_new_when_killed
}

@test "two commands that write the same file leave the output of one" {
  each makes makes_one_of_two
}

@test "two commands that change the same file do so one after the other" {
  each changes is_changed_by_one_after_the_other
}

@test "inputs that were cut end no command by a signal, and leave no output of a failure" {
  each makes survives_cut_inputs
  each prints survives_cut_inputs
}

# Where this user may mount: a disk that is full, and a folder that is read-only even for root.
in_a_mount() { unshare --user --map-root-user --mount bash -c "$1" bash "$FOVEA" "$BATS_TEST_TMPDIR"; }

@test "a full disk and a read-only folder are messages and exit code 2" {
  in_a_mount 'mount -t tmpfs -o size=16k tmpfs "$2"' 2>/dev/null || skip "no right to mount here"
  run in_a_mount 'mount -t tmpfs -o size=16k tmpfs "$2" && "$1" catalog build "$2/c.fovea" articles --quiet; s=$?; ls -A "$2"; exit $s'
  [ "$status" -eq 2 ]
  [[ "$output" == *"No space left on device"* ]]
  [ "${#lines[@]}" -eq 1 ]
  run in_a_mount 'mount -t tmpfs -o ro tmpfs "$2" && "$1" convert --to jsonl judgements.qrels -o "$2/q.jsonl"'
  [ "$status" -eq 2 ]
  [[ "$output" == *"Read-only file system"* ]]
}
