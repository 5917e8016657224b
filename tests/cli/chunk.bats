# Chunks: made by `fovea chunk`, indexed, searched; and the texts that other chunkers read.

setup() {
  load helpers
  fovea demo --unpack track > /dev/null
  cd track || exit 1
  fovea catalog build --quiet c.fovea articles
}

@test "a chunking is written as TSV, or as JSON lines with the text" {
  run --separate-stderr fovea chunk c.fovea --unit packed:900
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = "$(printf '0\tanchor\t0\t273')" ]
  [ "${#lines[@]}" -eq 171 ]
  fovea chunk --quiet c.fovea --unit packed:900 -o chunks.jsonl
  [ "$(wc -l < chunks.jsonl)" -eq 171 ]
  # Each text is what the offsets say.
  fovea catalog text --quiet c.fovea -o texts
  python3 - <<'PYTHON'
import json
for line in open("chunks.jsonl"):
    chunk = json.loads(line)
    text = open("texts/%s.txt" % chunk["doc"], newline="").read()
    assert text[chunk["begin"]:chunk["end"]] == chunk["text"], chunk
PYTHON
}

@test "the texts of a collection make a collection of the same texts" {
  fovea catalog text --quiet c.fovea -o texts
  fovea catalog build --quiet again.fovea texts
  [ "$(fovea catalog info again.fovea | grep -E 'documents|characters')" = "$(fovea catalog info c.fovea | grep -E 'documents|characters')" ]
  [ "$(fovea catalog show again.fovea tide 100:300 | tail -n +2)" = "$(fovea catalog show c.fovea tide 100:300 | tail -n +2)" ]
  fovea catalog text --quiet c.fovea -o texts --force
  echo mine > texts/notes.md
  run fovea catalog text c.fovea -o texts --force
  [ "$status" -eq 2 ]
  [ -f texts/notes.md ]
  run fovea catalog text c.fovea -o texts
  [ "$status" -eq 2 ]
}

@test "an index of a unit is that of its file" {
  fovea chunk --quiet c.fovea --unit sentences:3/2 -o s.tsv
  fovea index --quiet c.fovea --unit sentences:3/2 -o a.index
  fovea index --quiet c.fovea --unit file:s.tsv -o b.index
  fovea search a.index topics.xml -o a.run
  fovea search b.index topics.xml -o b.run
  cmp a.run b.run
  fovea index a.index --verify --collection c.fovea
  fovea index b.index --verify --collection c.fovea
  [ "$(fovea index a.index --info | grep ^unit)" = "$(printf 'unit\tsentences:3/2')" ]
}

@test "chunks of JSON lines may come with their text alone" {
  printf '{"doc":"tide","text":"rise and fall of the sea"}\n' > t.jsonl
  fovea index --quiet c.fovea --unit file:t.jsonl -o t.index
  printf 'q\tsea\n' > topics.tsv
  run fovea search t.index topics.tsv
  [[ "$output" == "q	1	tide	"* ]]
}

@test "shards of chunks answer as one index" {
  fovea index --quiet c.fovea --unit chars:300/100 -o all.index
  for i in 1 2 3; do fovea index --quiet c.fovea --unit chars:300/100 --shard $i/3 -o $i.index; done
  fovea search all.index topics.xml -k 50 -o all.run
  fovea search 1.index 2.index 3.index topics.xml -k 50 -o parts.run
  cmp all.run parts.run
}

@test "a chunk's score is explained" {
  fovea index --quiet c.fovea --unit packed:900 -o p.index
  run fovea search p.index topics.xml --explain 1 celestial-navigation:822-1698
  [ "$status" -eq 0 ]
  [[ "$output" == *"score	6.605043"* ]]
}

@test "what is no unit, and what a chunk index cannot serve, is said" {
  run fovea chunk c.fovea --unit pages:3
  [ "$status" -eq 1 ]
  [[ "$output" == *"found 'pages:3', expected"* ]]
  run fovea chunk c.fovea --unit role:joining
  [ "$status" -eq 1 ]
  printf '0\ttide\t0\t9999999\n' > far.tsv
  run fovea index c.fovea --unit file:far.tsv -o far.index
  [ "$status" -eq 2 ]
  [[ "$output" == "far.tsv:1: found characters 0-9999999, expected at most 2139, the end of 'tide'"* ]]
  [ ! -e far.index ]
  fovea index --quiet c.fovea --unit chars:500 -o k.index
  run fovea search k.index topics.xml --preset default --task focused
  [ "$status" -eq 2 ]
  [[ "$output" == *"its documents are chunks"* ]]
  run fovea search k.index topics.xml --task relevant-in-context
  [ "$status" -eq 2 ]
  fovea index --quiet c.fovea -o whole.index
  run fovea search k.index whole.index topics.xml
  [ "$status" -eq 2 ]
  [[ "$output" == *"its documents are article, and those of k.index chars:500"* ]]
}
