#!/usr/bin/env bash
# Makes the report of the demo track and looks at it in a real browser.
# Usage: check.sh FOVEA WEB WEB_BUILD   (WEB_BUILD holds node_modules)
set -eu
fovea=$1 web=$2 web_build=$3
if ! command -v chromium >/dev/null; then
  echo "skipped: there is no chromium here"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$fovea" demo --unpack "$folder/track" >/dev/null
cd "$folder/track"
"$fovea" catalog build seafaring.fovea articles --quiet
# The track has an invalid run, which the exit code says.
"$fovea" report track.toml -o out --quiet 2>/dev/null || [ $? -eq 3 ]
rm -rf "$web_build/test"
cp -r "$web/test" "$web_build/test"
cd "$web_build"
REPORT=$folder/track/out/report.html FIGURES=$folder/track/out/figures TRACK=$folder/track \
  node --test test/figures.test.mjs test/report.test.mjs
