# What files hold and a terminal would obey: every command that prints is run on a terminal in a track full of it, and in a
# pipe, where the bytes are those of the file.

setup_file() {
  load helpers
  load ../faults/table
  export EVIL=$'\x1b]0;owned\x07\x1b[2J\x1b[31m\x08\x7f\xc2\x9b2J\xe2\x80\xae'
  fovea demo --unpack "$BATS_FILE_TMPDIR/track"
  cd "$BATS_FILE_TMPDIR/track"
  # XML cannot hold ESC, but it can hold U+009B.
  sed -i 's|<title>|<title>rudder \xc2\x9b2J\xc2\x90x |' topics.xml articles/*.xml
  printf 'A rudder %s steers.\n' "$EVIL" > articles/evil.txt
  printf '# A rudder %s\n\nSteers %s.\n' "$EVIL" "$EVIL" > articles/evil-too.md
  sed -i "s/ [^ ]*\$/ evil${EVIL}tag/" runs/articles.run
  printf '1 Q0 evil%s 1 99 bm25\n' "$EVIL" >> runs/reference.run
  printf '1 Q0 evil%s 10 500 0 0:10\n' "$EVIL" >> judgements.qrels
  sed -i "0,/^title = .*/s//title = \"evil \\\\u001b]0;x\\\\u0007\"/" track.toml
  TRACK=$PWD
  fovea catalog build seafaring.fovea articles --quiet
  fovea index seafaring.fovea -o seafaring.index --quiet
  fovea pool build -o pool.jsonl --size 5 --quiet runs/reference.run runs/articles.run
  "$FOVEA" serve track.toml --port 0 --store seafaring.assess >address 2>/dev/null 3>&- &
  until [ -s address ]; do kill -0 $!; done
  kill $!
  wait $!
  fovea serve snapshot seafaring.assess "evil$EVIL" || true
}

setup() {
  load helpers
  load ../faults/table
  cd "$BATS_FILE_TMPDIR/track"
  mkdir -p "$BATS_TEST_TMPDIR/scratch"
}

# on_terminal COMMAND…: what it prints on a terminal, standard error too.
on_terminal() {
  python3 - "$@" <<'END'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
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
sys.stdout.buffer.write(out.replace(b"\r\n", b"\n"))
END
}

# is_harmless FILE: text in UTF-8 without controls but for line ends and tabs, progress lines, and the colours of answers.
is_harmless() {
  python3 - "$1" <<'END'
import re, sys
text = open(sys.argv[1], "rb").read().decode()
text = re.sub(r"\r[^\r\n]*\x1b\[K", "", text)
text = re.sub(r"\x1b\[(0|1|2|35)m", "", text)
found = re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]", text)
if found:
    print(ascii(text[max(0, found.start() - 60):found.end() + 20]))
    sys.exit(1)
END
}

@test "no command prints controls on a terminal" {
  shown=0
  while read -r kind line; do
    words_of "$line"
    on_terminal timeout 60 "$FOVEA" "${words[@]}" > out || true
    [ -s out ] || { echo "nothing from: fovea $line"; return 1; }
    is_harmless out || { echo "fovea $line"; return 1; }
    if grep -qF '\x' out; then shown=$((shown + 1)); fi
  done < <(
    grep '^prints ' "$BATS_TEST_DIRNAME/../faults/commands.txt"
    cat <<'MORE'
prints catalog show seafaring.fovea evil /text[1]
prints catalog show seafaring.fovea evil 0:20
prints catalog show seafaring.fovea evil-too /text[1]
prints chunk seafaring.fovea --unit sentences:3 -f jsonl
prints chunk seafaring.fovea --unit sentences:3 -f tsv
prints convert --to jsonl judgements.qrels
prints convert --to qrels judgements.qrels
prints convert --to jsonl runs/articles.run
prints convert --to trec runs/reference.run
prints fuse -f trec runs/articles.run runs/reference.run
prints fuse -f jsonl runs/articles.run runs/reference.run
prints eval -q judgements.qrels runs/articles.run runs/reference.run
prints serve runs seafaring.assess
prints search seafaring.index steers
prints search seafaring.index steers -f json
prints search seafaring.index steers -f html
prints search seafaring.fovea steers
MORE
  )
  # The evil is really there.
  [ "$shown" -gt 10 ] || { echo "only $shown commands had something to hide"; return 1; }
}

@test "a pipe and a file get the bytes that the format demands" {
  fovea catalog show seafaring.fovea evil '/text[1]' | cmp - <(printf 'A rudder %s steers.\n' "$EVIL")
  fovea convert --to trec runs/reference.run > piped
  grep -qF "evil$EVIL" piped
  fovea convert --to trec runs/reference.run -o written
  cmp piped written
  fovea fuse -f trec runs/articles.run runs/reference.run | grep -qF "$EVIL"
}

@test "text of other alphabets is shown as it is, also across pieces of output" {
  python3 -c 'print("".join(chr(c) for c in [0xe9, 0x3b1, 0x416, 0x5d0, 0x4e2d, 0x1f600]) * 5000)' > articles/long.txt
  fovea catalog build long.fovea articles/long.txt --quiet
  on_terminal "$FOVEA" catalog show long.fovea long '/text[1]' > shown
  cmp shown articles/long.txt
  rm articles/long.txt
}
