#!/usr/bin/env bash
# run.sh FOVEA: the commands that work on several threads, by a binary with the thread sanitizer, on the demo and on a run
# that is large enough to be cut into windows, and the server under load. A race ends the command with exit code 66.
set -eu
fovea=$1
here=$(cd "$(dirname "$0")" && pwd)
load=$here/../load
export TSAN_OPTIONS=halt_on_error=1:exitcode=66:suppressions=$here/suppressions.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$fovea" demo --unpack track >/dev/null
cd track
"$fovea" catalog build seafaring.fovea articles --quiet
"$fovea" catalog add seafaring.fovea articles --replace --quiet
"$fovea" index seafaring.fovea -o seafaring.index --quiet
"$fovea" search --quiet seafaring.index topics.xml -o found.run
"$fovea" search --quiet seafaring.index 'finding longitude at sea' >/dev/null
"$fovea" eval -q --collection seafaring.fovea --task focused judgements.qrels runs/sections.run >/dev/null
"$fovea" eval -q --collection seafaring.fovea -m charP,charR judgements.qrels runs/articles.run runs/passages.jsonl >/dev/null
"$fovea" compare -m AP judgements.qrels runs/articles.run runs/passages.jsonl >/dev/null
"$fovea" compare -m AP --test randomisation --interval bootstrap judgements.qrels runs/articles.run runs/passages.jsonl >/dev/null
"$fovea" check runs/articles.run runs/passages.jsonl >/dev/null
"$fovea" pool build -o pool.jsonl --size 5 --quiet runs/articles.run

awk 'BEGIN { for (t = 1; t <= 40; t++) for (d = 1; d <= 3000; d++) print "t" t, 0, "d" d, d % 7 == 0 }' >large.qrels
for run in a b c; do
  awk -v seed=$run 'BEGIN { srand(length(seed)); for (t = 1; t <= 40; t++) for (r = 1; r <= 1000; r++)
    print "t" t, "Q0", "d" (r * 7919 % 3000 + 1), r, 2000 - r, seed }' >$run.run
done
"$fovea" eval -m AP,nDCG,P@10 large.qrels a.run b.run c.run >/dev/null
"$fovea" eval -m AP large.qrels - <a.run >/dev/null
"$fovea" check a.run b.run >/dev/null
"$fovea" compare -m AP large.qrels a.run b.run c.run >/dev/null
# Six people who judge beside every kind of abuse; a sanitizer takes memory of its own.
PYTHONDONTWRITEBYTECODE=1 python3 "$load/abuse.py" check "$fovea" --no-memory
