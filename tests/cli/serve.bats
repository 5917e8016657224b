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
  grep -q '"role":"organiser"' me
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
  fovea serve snapshot fovea-demo/seafaring.assess first
  run fovea serve snapshot fovea-demo/seafaring.assess first
  [ "$status" -eq 2 ]
  fovea serve log fovea-demo/seafaring.assess | grep -q 'admin.snapshot'
  fovea serve backup fovea-demo/seafaring.assess -o copy
  fovea serve verify copy
}

@test "what cannot be served is said" {
  run --separate-stderr fovea serve --address 0.0.0.0
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"--proxy --origin https://"* ]]
  run --separate-stderr fovea serve verify nothing.assess
  [ "$status" -eq 2 ]
  fovea demo --unpack demo > /dev/null
  run --separate-stderr fovea serve demo/track.toml
  [ "$status" -eq 2 ]
  [ ! -e demo/track.assess ]
  run --separate-stderr fovea serve export missing.assess --to nine
  [ "$status" -eq 1 ]
}
