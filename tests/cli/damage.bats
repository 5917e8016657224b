# A collection in which one bit is flipped: every command prints what it prints of the whole one, or a message with exit 2.
# FOVEA_SEED draws other places.

setup_file() {
  load helpers
  cd "$BATS_FILE_TMPDIR"
  fovea demo --unpack .
  fovea catalog build whole.fovea articles --quiet
  fovea index whole.fovea -o seafaring.index --quiet
  cp whole.fovea c.fovea
  while read -r line; do
    # shellcheck disable=SC2086
    fovea $line > "out-$((++n))" 2> /dev/null || true
    [ -s "out-$n" ]
  done < <(readers)
}

setup() {
  load helpers
  cd "$BATS_FILE_TMPDIR"
}

readers() {
  cat <<'END'
eval --task focused --collection c.fovea judgements.qrels runs/sections.run
eval -m charP,charR,AiP,MAgP --collection c.fovea judgements.qrels runs/ranges.run
check --collection c.fovea runs/sections.run
convert --to fol --collection c.fovea runs/sections.run
catalog show c.fovea rudder
catalog show c.fovea rudder /article[1]
catalog info c.fovea
chunk c.fovea --unit sentences:3 -f jsonl
stats --collection c.fovea judgements.qrels
search seafaring.index topics.xml --task focused --preset default --collection c.fovea
search seafaring.index rudder --collection c.fovea
compare -m AiP --collection c.fovea judgements.qrels runs/sections.run runs/ranges.run
fidelity -m AP --collection c.fovea judgements.qrels
END
}

# same_or_refused WHAT: all readers of c.fovea.
same_or_refused() {
  local n=0 line status
  while read -r line; do
    n=$((n + 1))
    status=0
    # shellcheck disable=SC2086
    timeout 60 "$FOVEA" $line > out 2> err < /dev/null || status=$?
    if cmp -s out "out-$n" && [ "$status" -ne 2 ]; then continue; fi
    [ "$status" -eq 2 ] && [ -s err ] || { echo "$1: exit $status of: fovea $line"; diff "out-$n" out | head -5; cat err; return 1; }
    refused=$((refused + 1))
  done < <(readers)
}

@test "the byte that changed a score" {
  refused=0
  for value in 07 00 ff; do
    cp whole.fovea c.fovea
    printf "\\x$value" | dd of=c.fovea bs=1 seek=1968 conv=notrunc status=none
    same_or_refused "byte 1968 = $value"
  done
  [ "$refused" -gt 0 ]
}

@test "flipped bits all over the file" {
  echo "FOVEA_SEED=${FOVEA_SEED:=$$}"
  refused=0
  python3 - "$FOVEA_SEED" > places <<'END'
import os, random, sys
random.seed(int(sys.argv[1]))
size = os.path.getsize("whole.fovea")
for i in range(60):
    # Some in the tables of ids, which stand at the end.
    byte = random.randrange(size) if i % 4 else random.randrange(size - 2000, size)
    print(byte, random.randrange(8))
END
  while read -r byte bit; do
    cp whole.fovea c.fovea
    python3 - "$byte" "$bit" <<'END'
import sys
byte, bit = map(int, sys.argv[1:])
with open("c.fovea", "r+b") as file:
    file.seek(byte)
    value = file.read(1)[0]
    file.seek(byte)
    file.write(bytes([value ^ 1 << bit]))
END
    same_or_refused "byte $byte, bit $bit"
  done < places
  [ "$refused" -gt 60 ]
}

@test "a document that a later addition replaced does not come back" {
  cp whole.fovea added.fovea
  mkdir -p newer
  printf '<article><p>quite another rudder</p></article>' > newer/rudder.xml
  fovea catalog add added.fovea newer --replace --quiet
  [ "$(fovea catalog show added.fovea rudder '/article[1]')" = 'quite another rudder' ]
  # The last table of ids holds one id.
  python3 - <<'END'
data = bytearray(open("added.fovea", "rb").read())
at = data.rindex(b"rudder")
data[at] ^= 1
open("c.fovea", "wb").write(data)
END
  run fovea catalog show c.fovea rudder
  [ "$status" -eq 2 ]
}
