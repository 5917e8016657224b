# `fovea track`: a track begun, its phases, and topics chosen from files.

setup() {
  load helpers
}

@test "a new track file is made once, is read as it stands, and nothing is replaced" {
  fovea track new sea > said
  grep -q 'fovea serve phase track.assess topics open' said
  grep -q '^collection = "collection.fovea"' sea/track.toml
  cp sea/track.toml before
  run -2 fovea track new sea
  [[ $output == *"sea/track.toml: is there already, and is not replaced"* ]]
  cmp before sea/track.toml
  mkdir other
  fovea track new other > /dev/null
  cmp before other/track.toml
  echo text > file
  run -2 fovea track new file
  [ "$(cat file)" = text ]
  [ -z "$(find . -name '.fovea-tmp-*')" ]
  # Where it stands at first: what is missing is named, and is no fault.
  run -0 --separate-stderr fovea track status sea/track.toml
  [[ $output == *"next        fovea catalog build: the collection of the track is not there yet"* ]]
  [[ $stderr == *"sea/track.toml:6:14: found collection"* ]]
  printf 'title = 7\n' > bad.toml
  run -2 fovea track status bad.toml
  run -2 fovea track status nowhere.toml
}

@test "roles and phases are changed by commands, with the same rules as on the page" {
  fovea demo --unpack demo > /dev/null
  cd demo
  fovea catalog build seafaring.fovea articles --quiet
  printf 'title = "Sea"\ncollection = "seafaring.fovea"\n' > sea.toml
  "$FOVEA" serve sea.toml --port 0 > address 2> said 3>&- &
  server=$!
  until [ -s address ]; do kill -0 "$server"; done
  grep -q 'sea.toml: there is no pool yet' said
  fovea serve invite sea.assess ann --group Harbour | grep -q '^/#invite='
  kill "$server"
  wait "$server"
  # Without a server the same.
  fovea serve invite sea.assess ann --role assessor > /dev/null
  run -2 fovea serve invite sea.assess ann --group Lighthouse
  [[ $output == *"belongs to the group 'Harbour'"* ]]
  run -2 fovea serve invite sea.assess bob --role participant
  [[ $output == *"a participant belongs to a group"* ]]
  fovea serve phase sea.assess topics open --until 2031-05-04
  run -2 fovea serve phase sea.assess topics open
  [[ $output == *"the phase 'topics' is open already"* ]]
  run -2 fovea serve phase sea.assess topics dates --from 2031-02-30
  [[ $output == *"found '2031-02-30', expected a day"* ]]
  run -1 fovea serve phase sea.assess lunch open
  fovea serve phase sea.assess topics close
  fovea serve phase sea.assess topics open
  fovea serve roles sea.assess ann --role participant
  fovea serve log sea.assess | cut -f 4,5 | grep -q '^admin.roles.*"role":"participant"'
  fovea serve log sea.assess | cut -f 5 | grep -q '"act":"reopen"'
  fovea serve verify sea.assess
  fovea track status sea.toml -o json > status
  grep -q '"Harbour": 1' status
  grep -q '"next": "fovea serve phase sea.assess topics close, when it is over"' status
}

@test "topics are chosen from files, with places for what is wrong, and come out in every format" {
  printf '<inex-topic-file><topic id="a"><title>fog</title></topic><topic id="b"><title>the fog</title></topic></inex-topic-file>' > mail.xml
  fovea track candidates mail.xml -o jsonl > candidates.jsonl
  grep -q '"id":"a","title":"fog"' candidates.jsonl
  fovea track candidates candidates.jsonl | grep -q '^a	-	-	handed_in	0/0	CO	1	50 % b	fog$'
  printf 'b\tchosen\na\trejected\ttoo short\n' > decisions.tsv
  fovea track select candidates.jsonl decisions.tsv --first 99 -o decided.jsonl
  [ "$(fovea track topics decided.jsonl --to tsv 2> /dev/null)" = "99	the fog" ]
  [ "$(fovea track topics decided.jsonl --rejected --to tsv 2> /dev/null)" = "a	fog" ]
  fovea track topics decided.jsonl | grep -q '<topic id="99" ct_no="b">'
  fovea track topics decided.jsonl --to jsonl | grep -q '"castitle":"//\*\[about(., the fog)\]"'
  printf 'c\tchosen\n' > wrong.tsv
  run -2 fovea track select candidates.jsonl wrong.tsv --first 99 -o never.jsonl
  [ "$output" = "wrong.tsv:1:1: found 'c', expected the id of a candidate that was handed in" ]
  [ ! -e never.jsonl ]
  run -1 fovea track select candidates.jsonl decisions.tsv --first none -o never.jsonl
  run -2 fovea track candidates mail.xml candidates.jsonl
  [[ $output == *"candidate 'a' again"* ]]
}
