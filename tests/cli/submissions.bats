# Runs sent to `fovea serve` by curl: what is acknowledged stays, whatever becomes of the server; what is bad is told, and costs others nothing.

setup() {
  load helpers
  mkdir articles
  printf '<article><sec><p>One is here.</p><p>Two is there.</p></sec></article>' > articles/one.xml
  printf '<article><sec><p>Another one.</p></sec></article>' > articles/two.xml
  fovea catalog build c.fovea articles --quiet
  printf '1\tfirst topic\n2\tsecond topic\n' > topics.tsv
  printf '1 Q0 one 1 2 own /article[1]\n2 Q0 two 1 2 own /article[1]\n' > own.run
  fovea pool build --size 2 --quiet --collection c.fovea -o pool.jsonl own.run
  printf 'title = "Small"\ncollection = "c.fovea"\ntopics = "topics.tsv"\npool = "pool.jsonl"\n[[run]]\nfile = "own.run"\ntask = "focused"\n' > track.toml
  printf '1 Q0 one 1 2 t /article[1]/sec[1]/p[1]\n2 Q0 two 1 2 t /article[1]\n' > good.run
  printf '1 Q0 one 1 2 t /article[1]\n1 Q0 one 2 1 t /article[1]/sec[1]\n' > bad.run
}

teardown() {
  [ -z "${server:-}" ] || kill -9 "$server" 2> /dev/null || true
}

start() {
  : > address
  "$FOVEA" serve track.toml --port 0 > address 2> said 3>&- &
  server=$!
  until [ -s address ]; do kill -0 "$server"; done
  origin=$(sed 's|/#.*||' address)
}

# A group's token for uploads, in $token.
join() {
  local invitation cookie csrf
  invitation=$(fovea serve invite track.assess "$1" --role participant --group "$2")
  curl -sS -D headers -H "Origin: $origin" -H 'Content-Type: application/json' -d "{\"token\":\"${invitation#*=}\",\"password\":\"long enough\"}" "$origin/api/invite" > login
  cookie=$(sed -n 's/^Set-Cookie: \([^;]*\);.*/\1/Ip' headers)
  csrf=$(sed 's/.*"csrf":"\([^"]*\)".*/\1/' login)
  token=$(curl -sS -X POST -H "Origin: $origin" -H "Cookie: $cookie" -H "X-CSRF: $csrf" "$origin/api/submissions/token" | sed 's/.*"token":"\([^"]*\)".*/\1/')
}

submit() {
  curl -sS -H "Authorization: Bearer $token" --data-binary "@$1" "$origin/api/submissions?task=focused&result=element&$2"
}

@test "a run that was acknowledged is there after kill -9, and one that was not leaves nothing" {
  start
  token=wrong
  run submit good.run name=early
  [[ "$output" == *'"error":"log_in"'* ]]
  join quinn QUT
  run submit good.run name=early
  [[ "$output" == *'"error":"locked"'* ]]
  fovea serve phase track.assess runs open
  run submit good.run name=one
  [[ "$output" == *'"state":"accepted"'* ]]
  [[ "$output" == *"\"sha256\":\"$(sha256sum < good.run | cut -d' ' -f1)\""* ]]
  # Half of a body, and the server goes.
  exec 5<> "/dev/tcp/127.0.0.1/${origin##*:}"
  printf 'POST /api/submissions?name=two&task=focused&result=element HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\nhalf' "${origin#http://}" "$token" >&5
  until ls -A track.assess.runs | grep -q fovea-tmp; do kill -0 "$server"; done
  kill -9 "$server"
  wait "$server" || true
  exec 5>&-
  start
  run submit good.run name=three
  [[ "$output" == *'"state":"accepted"'* ]]
  run fovea serve runs track.assess
  [ "$(grep -c accepted <<< "$output")" -eq 2 ]
  [ -z "$(ls -A track.assess.runs | grep fovea-tmp)" ]
  kill "$server"
  wait "$server"
  server=
  run fovea serve verify track.assess
  [ "$status" -eq 0 ]
  fovea serve runs track.assess -o accepted
  cmp accepted/1-one good.run
  cat accepted/runs.toml >> track.toml
  run fovea pool build --quiet -o pool2.jsonl track.toml
  [ "$status" -eq 0 ]
  grep -q '"group":"QUT"' pool2.jsonl
}

@test "a run of unknown documents is refused, and the repaired one on offer lacks their rows" {
  start
  join quinn QUT
  fovea serve phase track.assess runs open
  printf '1 Q0 nosuchdoc 1 5.0 t X\n' > lost.run
  run submit lost.run name=lost
  [[ "$output" == *'"state":"refused"'* && "$output" != *'"repaired"'* ]]
  [[ "$output" == *"found a result of document 'nosuchdoc' without a place"* ]]
  printf '1 Q0 nosuchdoc 1 5.0 t /article[1]\n' > unknown.run
  run submit unknown.run name=unknown
  [[ "$output" == *'"state":"refused"'* && "$output" != *'"repaired"'* ]]
  { cat good.run; printf '1 Q0 nosuchdoc 2 1 t /article[1]\n1 Q0 one 3 0.5 t /article[1]/sec[7]\n2 Q0 nosuchdoc 2 1 t X\n'; } > some.run
  run submit some.run name=some
  [[ "$output" == *'"state":"refused"'* && "$output" == *'"repaired":3'* ]]
  run curl -sS -X POST -H "Authorization: Bearer $token" "$origin/api/submissions/3/repaired"
  [[ "$output" == *'"state":"accepted"'* && "$output" == *'"results":2'* ]] || { echo "$output"; return 1; }
  fovea serve runs track.assess -o accepted
  cmp accepted/*-some* good.run
}

@test "bombs, broken archives and other files are refused, at no cost of memory" {
  start
  join quinn QUT
  fovea serve phase track.assess runs open
  before=$(awk '/VmHWM/ { print $2 }' "/proc/$server/status")
  run submit bad.run name=bad
  [[ "$output" == *'"state":"refused"'* && "$output" == *'"repaired":1'* && "$output" == *'"line":2'* ]]
  head -c 12000000 /dev/zero | gzip > part.gz
  for _ in $(seq 100); do cat part.gz; done > bomb.gz
  run submit bomb.gz name=bomb
  [[ "$output" == *'unpacked it has more than 1024 MB'* ]]
  head -c 100000 good.run | gzip | head -c 40 > broken.gz
  run submit broken.gz name=broken
  [[ "$output" == *'"state":"refused"'* ]]
  printf '9 Q0 one 1 2 t /article[1]\n' > topic.run
  run submit topic.run name=topic
  [[ "$output" == *"found topic '9', expected one of the topics"* ]]
  yes '1 Q0 one 1 2 t /article[1]/sec[1]/p[1] padding that makes the row a fault' | head -c 60000000 > faults.run
  run submit faults.run name=faults
  [[ "$output" == *'"state":"refused"'* ]]
  now=$(awk '/VmHWM/ { print $2 }' "/proc/$server/status")
  [ $((now - before)) -lt 65536 ] || { echo "memory: $before kB before, $now kB now"; false; }
  run submit good.run name=good
  [[ "$output" == *'"state":"accepted"'* ]]
}
