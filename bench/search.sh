# Making an index and ranking with it: against the catalogue's own pass over the documents, against looking at every
# posting, and as shares of the text. FOVEA_BENCH_ARTICLES names a folder of real articles to use instead of made-up ones.
articles=${FOVEA_BENCH_ARTICLES:-$data/articles}
if [ -z "${FOVEA_BENCH_ARTICLES:-}" ] && [ ! -f "$articles-120" ]; then
  rm -rf "$articles"
  "$build/bench/make_articles" "$articles" 120
  touch "$articles-120"
fi
collection=$scratch/search.fovea
index=$scratch/search.index
"$build/fovea" catalog build "$collection" "$articles" --force --quiet
characters=$("$build/fovea" catalog info "$collection" | awk -F '\t' '$1 == "characters" { print $2 }')

measure 3 "$build/fovea" index "$collection" -o "$index" --force --quiet -j 1
one=$wall
row "index, 1 thread: CPU time / time at 30 MB of text per second" "$cpu" \
  "$(awk -v c="$characters" 'BEGIN { print c / 30e6 }')" "<= 1"
measure 3 "$build/fovea" index "$collection" -o "$scratch/two.index" --force --quiet -j 2
row "index: time on 2 threads / on 1" "$wall" "$one" "<= 0.6 on two idle cores"
row "index, 2 threads: peak memory / 576 MB" "$peak" 576 "<= 1" MB
check "the same bytes with any number of threads" cmp "$index" "$scratch/two.index"
measure 1 "$build/fovea" index "$collection" -o "$scratch/small.index" --force --quiet -j 2 --memory 16
row "index in 16 MB: peak memory / 80 MB" "$peak" 80 "<= 1" MB
check "the same bytes with any memory" cmp "$index" "$scratch/small.index"

megabytes() { awk -v b="$1" 'BEGIN { print b / 1e6 }'; }
sections() { "$build/fovea" index "$index" --info | awk -F '[ 	]' -v names="^($1)\$" '$1 == "section" && $2 ~ names { sum += $3 } END { print sum }'; }
row "size / text: all sections" "$(megabytes "$(stat -c %s "$index")")" "$(megabytes "$characters")" "<= 0.42" MB
row "size / text: ids, terms, postings" "$(megabytes "$(sections 'ids|id_places|terms|term_places|postings|lengths')")" \
  "$(megabytes "$characters")" "<= 0.10" MB

# Queries of three words that more than twenty documents have.
"$build/fovea" index "$index" --terms | awk -F '\t' 'BEGIN { srand(7) } $2 > 20 && rand() < 0.2 { print $1 }' | head -n 3000 |
  awk '{ line = line " " $1; if (NR % 3 == 0) { print NR / 3 "\t" line; line = "" } }' >"$scratch/topics.tsv"
for k in 10 1500; do
  measure 3 "$build/fovea" search "$index" "$scratch/topics.tsv" -k $k -o "$scratch/pruned.run"
  pruned=$cpu
  measure 3 "$build/fovea" search "$index" "$scratch/topics.tsv" -k $k --exhaustive -o "$scratch/all.run"
  row "search, 3 words, top $k: CPU time / exhaustive" "$pruned" "$cpu" "<= 1"
  check "pruning changes no answer" cmp "$scratch/pruned.run" "$scratch/all.run"
done
