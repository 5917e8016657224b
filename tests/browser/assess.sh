#!/usr/bin/env bash
# Starts `fovea serve` on the demo, in an empty folder, and looks at its page in a real browser; then judges in it, on tracks of
# the tests' own. FAULTS=150 tries as many reloads and tabs, SEED=N repeats random acts.
# Usage: assess.sh FOVEA WEB WEB_BUILD   (WEB_BUILD holds node_modules)
set -eu
fovea=$1 web=$2 web_build=$3
if ! command -v chromium >/dev/null; then
  echo "SKIPPED: there is no chromium here"
  exit 77
fi
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
(cd "$folder" && exec "$fovea" serve) >"$folder/address" 2>"$folder/said" &
server=$!
until [ -s "$folder/address" ]; do kill -0 "$server"; done
rm -rf "$web_build/assess_test"
cp -r "$web/test" "$web_build/assess_test"
cd "$web_build"
ADDRESS=$(cat "$folder/address") WEB=$web DEMO=$folder/fovea-demo FOVEA=$fovea node --test assess_test/units.test.mjs assess_test/assess.test.mjs
