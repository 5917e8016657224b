# `fovea serve`, on the demo, with a real server.

setup() {
  load helpers
}

teardown() {
  [ -z "${server:-}" ] || kill "$server" 2> /dev/null || true
}

# start ARGUMENTS…: a server in the background; its address is in the file `address`.
start() {
  "$FOVEA" serve "$@" > address 2> said 3>&- &
  server=$!
  until [ -s address ]; do kill -0 "$server"; done
}

stop() {
  kill "$server"
  wait "$server"
}

# Prints the body of an answer; the log-in is kept in the file `cookies`.
ask() {
  local url
  url=$(sed 's|/#.*||' address)
  curl -s -b cookies -c cookies -H "Origin: $url" -H "X-CSRF: $(cat csrf 2> /dev/null)" -H 'Content-Type: application/json' \
    "${@:2}" "$url$1"
}

@test "the demo is there at once, and its first article can be read" {
  start
  key=$(sed 's|.*#key=||' address)
  ask / | grep -q '<script src="/page.js"'
  ask /api/login -d "{\"key\":\"$key\"}" | grep -q csrf
  ask /api/me > me
  grep -q '"roles":\["organiser"\]' me
  id=$(sed 's/.*"assignments":\[{"id":\([0-9]*\).*/\1/' me)
  ask "/api/assignments/$id/items" > items
  doc=$(sed 's/.*"items":\[{"doc":"\([^"]*\)".*/\1/' items)
  sum=$(sed 's/.*"items":\[{"doc":"[^"]*","sha256":"\([^"]*\)".*/\1/' items)
  ask "/api/document?id=$doc&sha256=$sum" | grep -q '"text":"'
  sed 's/.*"csrf":"\([^"]*\)".*/\1/' me > csrf
  ask "/api/assignments/$id/events" -d "[{\"op\":\"00112233445566778899aabbccddeeff\",\"doc\":\"$doc\",\"base_version\":0,\"sha256\":\"$sum\",\"kind\":\"judge\",\"data\":{\"verdict\":\"not_relevant\"}}]" | grep -q '"version":1'
  # What was answered is there when the server is not.
  kill -9 "$server"
  wait "$server" || true
  fovea serve export fovea-demo/seafaring.assess | grep -q "Q0 $doc 0 "
  fovea serve verify fovea-demo/seafaring.assess
  rm address
  start
  stop
}

# log_in: as whoever started the server; the names and sums of the first assignment's items are in `items`.
log_in() {
  ask /api/login -d "{\"key\":\"$(sed 's|.*#key=||' address)\"}" > /dev/null
  ask /api/me > me
  sed 's/.*"csrf":"\([^"]*\)".*/\1/' me > csrf
  id=$(sed 's/.*"assignments":\[{"id":\([0-9]*\).*/\1/' me)
  ask "/api/assignments/$id/items" | grep -o '"doc":"[^"]*","sha256":"[^"]*"' | sed 's/"doc":"\(.*\)","sha256":"\(.*\)"/\1 \2/' > items
}

# act N KIND DATA: the Nth act, on $doc with $sum, at version $version.
act() {
  printf '{"op":"%032x","doc":"%s","base_version":%d,"sha256":"%s","kind":"%s","data":%s}' "$1" "$doc" "$version" "$sum" "$2" "$3"
  version=$((version + 1))
}

@test "live scores are those of eval on the export, and every export passes check" {
  start
  log_in
  n=0
  while read -r doc sum; do
    version=0
    n=$((n + 10))
    if [ $((n % 30)) -eq 0 ]; then
      act $n judge '{"verdict":"not_relevant"}' > acts
    else
      { act $n add '{"begin":100,"end":420}'; printf ,; act $((n + 1)) bep '{"at":100}'; printf ,; act $((n + 2)) judge '{"verdict":"relevant"}'; } > acts
    fi
    ask "/api/assignments/$id/events" -d "[$(cat acts)]" > answer
    run ! grep -q error answer
  done < items
  last=$(sed 's/.*"seq":\([0-9]*\).*/\1/' answer)
  until ask /api/live > live && [ "$(sed 's/{"seq":\([0-9]*\).*/\1/' live)" -ge "$last" ]; do :; done
  store=fovea-demo/seafaring.assess
  for format in qrels trec-qrels jsonl webannotation labelstudio doccano; do
    fovea serve export $store --collection fovea-demo/seafaring.fovea --to $format -o "judged.$format"
    fovea check --collection fovea-demo/seafaring.fovea "judged.$format" > /dev/null
  done
  for run in articles sections ranges entry-points; do
    fovea eval --collection fovea-demo/seafaring.fovea -m 'AgP(t2i=300)' -m AiP -m AP judged.qrels "fovea-demo/runs/$run.run" |
      awk '$2 == "all" { print $3 }' > expected
    grep -o "\"run\":\"$run\".*" live | grep -o '"mean":[0-9.e-]*' | head -3 | sed 's/"mean"://' | xargs printf '%.4f\n' > shown
    diff expected shown
  done
  fovea serve export $store --everything --collection fovea-demo/seafaring.fovea --pool fovea-demo/pool.jsonl -o all.tar.gz
  mkdir all && tar -xzf all.tar.gz -C all
  cmp all/judgements/main.qrels judged.qrels
  ask "/api/search?q=stars" | grep -q 'no index'
  ask /api/agreement | grep -q '"topics":\[\]'
  ask /api/reuse | grep -q '"left out"'
  stop
}

@test "a track says how it is judged: forms, suggestions, an index" {
  fovea demo --unpack demo > /dev/null
  cd demo
  fovea catalog build seafaring.fovea articles --quiet
  fovea index seafaring.fovea -o seafaring.index --quiet
  fovea pool build --size 8 --quiet --collection seafaring.fovea -o pool.jsonl runs/articles.run runs/sections.run
  cat >> track.toml << 'END'
[assess]
forms = ["inex-2010-c"]
order = "id"
[[suggestion]]
file = "judgements.qrels"
name = "a machine"
show = "before"
END
  sed -i '1i pool = "pool.jsonl"\nindex = "seafaring.index"' track.toml
  start track.toml
  fovea serve assign track.assess 1 owner
  log_in
  ask "/api/search?q=stars&k=3" | grep -q '"passages":\[{"begin":'
  ask "/search?q=stars+and+moon" > page.html
  grep -q '<input type="search"[^>]* value="stars and moon"' page.html
  grep -q '<mark>stars</mark>' page.html
  grep -q '<link rel="stylesheet" href="/search.css">' page.html
  run ! grep -qE '<script|<style| style=' page.html
  ask /search.css | grep -q '[.]strip'
  ask "/api/assignments/$id/answers" | grep -q '"id":"C14"'
  [ "$(cut -d' ' -f1 items)" = "$(cut -d' ' -f1 items | LC_ALL=C sort)" ]
  while read -r doc sum; do ask "/api/assignments/$id/item?doc=$doc"; done < items | grep -q '"source":"a machine"'
  fovea serve export track.assess --suggestions "a machine" | grep -q Q0
  run --separate-stderr fovea serve export track.assess --suggestions nobody
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"track.assess: has no suggestions of 'nobody'"* ]]
  stop
}

@test "organisers' commands work with and without a server, and one process writes" {
  start
  fovea serve invite fovea-demo/seafaring.assess ann | grep -q '^/#invite='
  run --separate-stderr fovea serve
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"another process is writing to it"* ]]
  stop
  run --separate-stderr fovea serve assign fovea-demo/seafaring.assess 1 ann
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"topic '1' is given to 'owner' already"* ]]
  fovea serve assign fovea-demo/seafaring.assess 1 ann --part second
  # Somebody is sent away, and comes back; so does a topic.
  fovea serve revoke fovea-demo/seafaring.assess ann
  run --separate-stderr fovea serve revoke fovea-demo/seafaring.assess ann
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"'ann' has no invitation to revoke"* ]]
  fovea serve disable fovea-demo/seafaring.assess ann
  run --separate-stderr fovea serve invite fovea-demo/seafaring.assess ann
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"the account 'ann' is disabled"* ]]
  fovea serve enable fovea-demo/seafaring.assess ann
  fovea serve unassign fovea-demo/seafaring.assess 1 ann
  run --separate-stderr fovea serve unassign fovea-demo/seafaring.assess 1 ann
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"'ann' does not judge topic '1'"* ]]
  fovea serve assign fovea-demo/seafaring.assess 1 ann --part second
  fovea serve snapshot fovea-demo/seafaring.assess first
  run fovea serve snapshot fovea-demo/seafaring.assess first
  [ "$status" -eq 2 ]
  fovea serve log fovea-demo/seafaring.assess | grep -q 'admin.snapshot'
  # An export is on record, and says where the chain ends with it.
  run --separate-stderr fovea serve export fovea-demo/seafaring.assess --to jsonl
  [ "$status" -eq 0 ]
  chain=$(sed -n 's/.*event [0-9]*, chain \([0-9a-f]\{64\}\)$/\1/p' <<< "$stderr")
  fovea serve verify fovea-demo/seafaring.assess | grep -q "chain $chain"
  fovea serve log fovea-demo/seafaring.assess | tail -n 1 | grep -q 'admin.export.*"format":"jsonl"'
  run --separate-stderr fovea serve export fovea-demo/seafaring.assess --quiet
  [ -z "$stderr" ]
  fovea serve backup fovea-demo/seafaring.assess -o copy
  fovea serve verify copy
}

@test "nothing that a server writes can be read by others, whatever the umask" {
  for mask in 000 022 077 0177; do
    rm -rf fovea-demo address copy out runs
    umask "$mask"
    start
    fovea serve invite fovea-demo/seafaring.assess ann > /dev/null
    fovea serve backup fovea-demo/seafaring.assess -o copy
    fovea serve export fovea-demo/seafaring.assess -o out
    fovea serve export fovea-demo/seafaring.assess --everything -o out.tar.gz
    fovea serve runs fovea-demo/seafaring.assess -o runs
    umask 022
    [ "$(find fovea-demo -perm /077 | sort)" = "" ]
    [ "$(stat -c %a fovea-demo/seafaring.assess fovea-demo/seafaring.assess-wal fovea-demo/seafaring.assess-shm copy out out.tar.gz | sort -u)" = 600 ]
    [ "$(stat -c %a runs fovea-demo)" = "$(printf '700\n700')" ]
    stop
  done
  # What others can read already is tightened at the next start, and reported once.
  chmod 644 fovea-demo/seafaring.assess
  mkdir -p fovea-demo/seafaring.assess.results && chmod 755 fovea-demo/seafaring.assess.results
  rm address
  start
  grep -q '^fovea: 2 files and folders could be read by others: now by its owner alone (fovea-demo/seafaring.assess, fovea-demo/seafaring.assess.results)$' said
  [ "$(stat -c %a fovea-demo/seafaring.assess fovea-demo/seafaring.assess.results)" = "$(printf '600\n700')" ]
  stop
  rm address
  start
  [ ! -s said ]
  stop
}

@test "a store is one store by every name" {
  start
  ln -s seafaring.assess fovea-demo/soft
  ln fovea-demo/seafaring.assess fovea-demo/hard
  mkdir away
  ln fovea-demo/seafaring.assess away/hard
  ln -s ../fovea-demo/seafaring.assess away/soft
  for name in fovea-demo/soft fovea-demo/hard away/soft; do
    events=$(fovea serve log fovea-demo/seafaring.assess | wc -l)
    fovea serve snapshot "$name" "by-${name//\//-}"
    [ "$(fovea serve log "$name" | wc -l)" -eq $((events + 1)) ]
    fovea serve verify "$name"
    run --separate-stderr fovea serve fovea-demo/track.toml --store "$name"
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"another process is writing to it"* ]]
  done
  # Of a name in another folder SQLite would not see the latest changes.
  for command in "log away/hard" "verify away/hard" "export away/hard" "runs away/hard" "backup away/hard -o copy" "snapshot away/hard x" "invite away/hard x" "publish away/hard x"; do
    run --separate-stderr fovea serve $command
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"away/hard: a server has this store open under another name"* ]]
  done
  [ "$(ls away)" = "$(printf 'hard\nsoft')" ]
  kill -9 "$server"
  wait "$server" || true
  # The latest changes of a server that was killed are found by every name in the folder.
  fovea serve verify fovea-demo/hard | sed 's/.*: //' > by-hard
  fovea serve verify fovea-demo/seafaring.assess | sed 's/.*: //' > by-name
  cmp by-hard by-name
  server=
}

@test "what cannot be served is said" {
  run --separate-stderr fovea serve --address 0.0.0.0
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"--proxy --origin https://"* ]]
  run --separate-stderr fovea serve verify nothing.assess
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"nothing.assess: no such file, expected a store of assessments"* ]]
  echo "this is a text, and long enough to be a database if it were one, which it is not, by any means, at all" > text
  run --separate-stderr fovea serve verify text
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"text: is no store of assessments"* ]]
  fovea demo --unpack demo > /dev/null
  run --separate-stderr fovea serve demo/track.toml
  [ "$status" -eq 2 ]
  [ ! -e demo/track.assess ]
  run --separate-stderr fovea serve export missing.assess --to nine
  [ "$status" -eq 1 ]
}
