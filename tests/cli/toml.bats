# Everything that reads TOML, given files that are too deep or too large for their reader.

setup_file() {
  load helpers
  cd "$BATS_FILE_TMPDIR"
  fovea demo --unpack .
  fovea catalog build seafaring.fovea articles --quiet
  fovea index seafaring.fovea -o seafaring.index --quiet
}

setup() {
  load helpers
  cd "$BATS_FILE_TMPDIR"
}

# deep SHAPE N: TOML with N levels.
deep() {
  python3 - "$1" "$2" <<'PYTHON'
import sys
shape, n = sys.argv[1], int(sys.argv[2])
key = ".".join(["a"] * n)
print({
    "header": f"[{key}]",
    "list": f"[[{key}]]",
    "key": f"{key} = 1",
    "quoted": "[" + ".".join(['"a.b"'] * n) + "]",
    "spaced": "[" + " . ".join(["'a'"] * n) + "]",
    "inline": "a = " + "{a = " * n + "1" + "}" * n,
    "array": "a = " + "[" * n + "]" * n,
    "mixed": "a = " + ("{" + ".".join(["a"] * 200) + " = ") * (n // 200) + "1" + "}" * (n // 200),
    "after a string": f'title = """a "quoted" word\\""""""\nb = "\\\\" # "\n[{key}]',
    "after a comment": f"# it's \"\"\"\ntitle = ''''a'''''\n[{key}]",
}[shape])
PYTHON
}

# readers FILE COMMAND: calls COMMAND with the words of every command that reads FILE as TOML.
readers() {
  local file=$1 each
  shift
  printf 'collection = "seafaring.fovea"\ntopics = "topics.xml"\n[assess]\nforms = ["%s"]\n' "$file" > form-track.toml
  { printf 'environment = "%s"\n' "$file"; cat track.toml; } > environment-track.toml
  while read -ra each; do "$@" "${each[@]//FILE/$file}" || return 1; done <<'COMMANDS'
check FILE
track status FILE
report FILE -o SCRATCH
serve FILE
serve form-track.toml
report environment-track.toml -o SCRATCH
pool build FILE -o -
search seafaring.index rudder --preset FILE
search seafaring.index topics.xml --environment FILE
tune seafaring.index topics.xml judgements.qrels -m AP --preset FILE --vary articles.b=0.3,0.7
index seafaring.fovea --roles FILE -o SCRATCH
chunk seafaring.fovea --unit sentences:3 --roles FILE
COMMANDS
}

# refused COMMAND…: exits with 2 and names the limit.
refused() {
  rm -rf SCRATCH
  run --separate-stderr timeout 60 "$FOVEA" "$@" </dev/null
  [ "$status" -eq 2 ] || { echo "exit $status of: $*"; echo "$stderr"; return 1; }
  [[ "$stderr" == *"$LIMIT"* ]] || { echo "$*: $stderr"; return 1; }
}

@test "TOML that is nested too deeply is refused by every command" {
  for shape in header list key quoted spaced inline array mixed 'after a string' 'after a comment'; do
    deep "$shape" 50000 > deep.toml
    LIMIT="deep.toml:" refused check deep.toml
    LIMIT="found a key or value of more than 16 levels" refused check deep.toml
  done
  deep header 50000 > deep.toml
  LIMIT="deep.toml:1:33: found a key or value of more than 16 levels, expected" readers deep.toml refused
}

@test "TOML that is too large is refused by every command" {
  { echo 'title = "x"'; yes '# a comment' | head -c 4194304; } > large.toml
  LIMIT="large.toml: found 4194316 bytes, expected" readers large.toml refused
}

@test "broken TOML has a place in every command" {
  printf '\n[[\n' > broken.toml
  LIMIT="broken.toml:2:" readers broken.toml refused
}

@test "dots in texts, numbers and many keys are not depth" {
  {
    echo 'title = "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t [[[[[[[[[[[[[[[[[[[[[[["'
    cat track.toml
    printf '# %0100d\n' 0 | tr 0 .
  } | sed '0,/^title = "[^a]/{/^title = "[^a]/d}' > dots.toml
  run fovea check dots.toml
  [ "$status" -eq 0 ] || { echo "$output"; return 1; }
  printf '[hardware]\n"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r" = 1.5\n' > numbers.toml
  for n in $(seq 100); do echo "k$n.x = 1.5"; done >> numbers.toml
  run fovea search seafaring.index topics.xml --environment numbers.toml
  [[ "$output" != *levels* ]]
}
