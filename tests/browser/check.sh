#!/usr/bin/env bash
# Makes reports of tracks of every size and pages of answers, and looks at them in a real browser.
# Usage: check.sh FOVEA WEB WEB_BUILD   (WEB_BUILD holds node_modules)
# SCREENSHOTS=FOLDER keeps pictures of all of them.
set -eu
fovea=$1 web=$2 web_build=$3
if ! command -v chromium >/dev/null; then
  echo "SKIPPED: there is no chromium here"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$fovea" demo --unpack "$folder/demo" >/dev/null
(cd "$folder/demo" && "$fovea" catalog build seafaring.fovea articles --quiet)
node "$web/test/make_tracks.mjs" "$folder/demo" "$folder"
for track in demo small one many chunks; do
  # The demo has an invalid run, which the exit code says.
  (cd "$folder/$track" && "$fovea" report track.toml -o "$folder/reports/$track" --quiet 2>/dev/null) || [ $? -eq 3 ]
done
# The track replayed, which has a sweep and times.
"$fovea" demo "$folder/replayed" >/dev/null
ln -s "$folder/replayed/report" "$folder/reports/replayed"
# Lines of many points, and a tree.
(
  cd "$folder/demo"
  "$fovea" reliability --paper kazai2005 --folder "$folder/kazai" --collection seafaring.fovea grades >/dev/null
  "$fovea" judgements grades --tree 2 fresnel-lens --folder "$folder/tree" --collection seafaring.fovea >/dev/null
)
mkdir "$folder/answers"
(
  cd "$folder/demo"
  "$fovea" index seafaring.fovea -o seafaring.index --quiet
  "$fovea" search seafaring.index 'how did sailors find their latitude' -f html -o "$folder/answers/query.html"
  "$fovea" search seafaring.index topics.xml -k 3 -f html --toc all -o "$folder/answers/topics.html"
)
rm -rf "$web_build/test"
cp -r "$web/test" "$web_build/test"
cd "$web_build"
REPORTS=$folder/reports ANSWERS=$folder/answers FIGURES=$folder/reports/demo/figures:$folder/kazai/figures:$folder/tree/figures TRACK=$folder/demo REPLAYED=$folder/replayed \
  node --test test/figures.test.mjs test/page.test.mjs
