# No command writes over what it reads, by whatever name, nor over a file of another kind. The commands are those of
# commands.txt that make something; each is given every one of its inputs, and every kind of file, as its output.

setup() {
  load ../cli/helpers
  load table
  cd "$TRACK"
  scratch=$BATS_TEST_TMPDIR/scratch
  mkdir -p "$scratch"
  settled=
}

setup_file() {
  load ../cli/helpers
  load table
  make_track "$BATS_FILE_TMPDIR/track"
}

# All files of the track and the scratch folder, each with its inode, size and time of its last change: whoever writes to a
# file, or replaces it, changes that, be the bytes the same. A store in use has files beside it that come and go.
state() {
  find . "$scratch" \( -name '*.assess-*' -o -name '*.assess.lock' \) -prune -o -type f -printf '%p %i %s %C@\n' -o -printf '%p\n'
}

# stays: the command in $words exits with 1 or 2, names why, and leaves every file as it was. What $settled has is how they
# were after the command before; a test that changes them itself forgets it.
stays() {
  status=0
  [ -n "$settled" ] || settled=$(state)
  output=$(timeout 60 "$FOVEA" "${words[@]}" 2>&1 >/dev/null </dev/null) || status=$?
  [ "$status" -eq 1 ] || [ "$status" -eq 2 ] || { echo "exit $status of: fovea ${words[*]}: $output"; return 1; }
  [ -n "$output" ] || { echo "no message of: fovea ${words[*]}"; return 1; }
  local after
  after=$(state)
  [ "$settled" = "$after" ] || { echo "changed by: fovea ${words[*]}: $output"; diff <(echo "$settled") <(echo "$after"); return 1; }
  [[ "$after" != *.fovea-tmp-* ]]
}

@test "an output that is one of the command's inputs, by any name" {
  local kind line word input name
  tried=0
  while read -r kind line; do
    for word in $line; do
      [ -f "$word" ] || continue
      input=$(basename "$word")
      ln -f "$word" "hard-$input"
      ln -sf "$(realpath "$word")" "soft-$input"
      settled=
      for name in "$word" "./$word" "$PWD/$word" "hard-$input" "soft-$input"; do
        words_of "${line//SCRATCH\/out/$name}"
        stays
        tried=$((tried + 1))
      done
      rm "hard-$input" "soft-$input"
    done
  done < <(commands makes)
  [ "$tried" -gt 100 ]
}

@test "an output that a track file names as an input" {
  for input in runs/articles.run judgements.qrels topics.xml track.toml seafaring.fovea; do
    words=(pool build track.toml --size 5 -o "$input")
    stays
  done
  for input in runs/articles.run track.toml runs articles .; do
    words=(report track.toml --force -o "$input")
    stays
  done
}

@test "standard input that is the output" {
  local before
  before=$(state)
  run -2 fovea convert --to jsonl - -o runs/articles.run <runs/articles.run
  [[ "$output" == *"cannot write runs/articles.run: it is an input of this command"* ]]
  run -2 bash -c '"$1" convert --to jsonl runs/articles.run >>runs/articles.run' - "$FOVEA"
  [[ "$output" == *"runs/articles.run: cannot read: it is standard output as well"* ]]
  [ "$before" = "$(state)" ]
}

@test "a file of another kind at the place of an output" {
  local kind line thing
  # An index, a collection and a store that are not read here; sums of what is packed; and what is no file.
  mkdir "$scratch/kinds"
  cp seafaring.fovea "$scratch/kinds/collection"
  cp seafaring.index "$scratch/kinds/index"
  fovea serve backup seafaring.assess -o "$scratch/kinds/store"
  python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("create table t(a)"); c.commit()' "$scratch/kinds/database"
  gzip -c judgements.qrels >"$scratch/kinds/gzip"
  printf '\x89PNG\r\n\x1a\n' >"$scratch/kinds/picture"
  printf '%%PDF-1.7\n' >"$scratch/kinds/pdf"
  echo 'chapter one' >"$scratch/kinds/text"
  mkdir "$scratch/kinds/folder"
  echo mine >"$scratch/kinds/folder/mine.doc"
  python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$scratch/kinds/socket"
  tried=0
  while read -r kind line; do
    for thing in collection index store database gzip picture pdf text folder socket; do
      case "$thing: $line" in
        # Each replaces its own kind, which commands.txt asks for with --force; text replaces text.
        collection:*'catalog build'* | index:*' index'* | index:' index'*) continue ;;
        'index: index '* | 'store: serve backup'* | 'gzip: serve export'*--everything*) continue ;;
        'text: '*) case "$line" in *--force* | *--everything*) ;; *) continue ;; esac ;;
      esac
      words_of "${line//SCRATCH\/out/$scratch/kinds/$thing}"
      stays
      tried=$((tried + 1))
    done
  done < <(commands makes)
  [ "$tried" -gt 150 ]
}

@test "what is made of many parts is replaced with --force only" {
  local kind line
  while read -r kind line; do
    [[ "$line" == *--force* ]] || continue
    rm -rf "$scratch/out"
    words_of "$line"
    for time in first again; do
      settled=
      output=$(fovea "${words[@]}" 2>&1 >/dev/null) || [ $? -eq 3 ] || { echo "$time: fovea $line: $output"; return 1; }
      words_of "${line/--force/}"
      stays
      words_of "$line"
    done
  done < <(commands makes)
}

@test "a place that cannot be written is named with the reason, and nothing else is said of it" {
  local kind line place
  touch "$scratch/file"
  while read -r kind line; do
    for place in "$scratch/file/below" /sys/fovea/out; do
      words_of "${line//SCRATCH\/out/$place}"
      stays
      [[ "$output" == *"${place%/*}"* && "$output" != *'filesystem error'* && "$output" != *terminate* ]] || { echo "fovea ${words[*]}: $output"; return 1; }
    done
  done < <(commands makes)
}

@test "a backup takes the place of a store that nobody uses" {
  fovea serve backup seafaring.assess -o "$scratch/copy"
  words=(serve backup seafaring.assess -o "$scratch/copy")
  stays
  fovea serve backup seafaring.assess -o "$scratch/copy" --force
  fovea serve verify "$scratch/copy"
  settled=
  # Somebody holds the lock that a server takes.
  exec 5>"$scratch/copy.lock"
  flock 5
  words=(serve backup seafaring.assess -o "$scratch/copy" --force)
  stays
}

@test "a socket takes the place of a socket that nobody listens on" {
  local file
  echo mine >"$scratch/file"
  ln -s file "$scratch/link"
  mkdir "$scratch/folder"
  for file in file link folder; do
    words=(serve track.toml --store "$scratch/new.assess" --socket "$scratch/$file" --origin https://assess.example.org)
    before=$(state)
    run -2 timeout 60 "$FOVEA" "${words[@]}"
    [[ "$output" == *"it exists and is not a socket"* ]]
    rm -f "$scratch"/new.assess*
    [ "$before" = "$(state)" ]
  done
  python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$scratch/left"
  words=(serve track.toml --store "$scratch/new.assess" --socket "$scratch/left" --origin https://assess.example.org)
  "$FOVEA" "${words[@]}" >"$scratch/address" 2>/dev/null 3>&- &
  server=$!
  until [ -s "$scratch/address" ]; do kill -0 $server; done
  words[3]=$scratch/second.assess
  run -2 timeout 60 "$FOVEA" "${words[@]}"
  [[ "$output" == *"another server listens on it"* ]]
  [ -S "$scratch/left" ]
  kill $server
  wait $server
  [ ! -e "$scratch/left" ]
}

@test "a backup and an export of a store that is served go elsewhere" {
  cp seafaring.assess "$scratch/served.assess"
  "$FOVEA" serve track.toml --store "$scratch/served.assess" --port 0 >"$scratch/address" 2>/dev/null 3>&- &
  server=$!
  until [ -s "$scratch/address" ]; do kill -0 $server; done
  run -2 fovea serve backup "$scratch/served.assess" -o "$scratch/served.assess"
  run -2 fovea serve backup "$scratch/served.assess" -o "$scratch/served.assess" --force
  for part in '' -wal -shm .socket; do
    run -2 fovea serve export "$scratch/served.assess" -o "$scratch/served.assess$part"
    [[ "$output" == *"cannot write"* ]]
  done
  fovea serve snapshot "$scratch/served.assess" afterwards
  kill $server
  wait $server
  fovea serve verify "$scratch/served.assess"
  fovea serve log "$scratch/served.assess" | grep -q afterwards
}
