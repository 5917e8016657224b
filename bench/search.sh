# Making an index and ranking with it, as shares of the text and against other engines on the same words and queries, in
# one run: tantivy, bm25s and PISA from PyPI, Lucene from Maven Central, where they install. FOVEA_BENCH_ARTICLES names a
# folder of real XML articles to use instead of made-up ones, FOVEA_BENCH_MEGABYTES the size of those (400).
# shellcheck shell=bash disable=SC2154  # bench/run sets what is used here
megabytes_made=${FOVEA_BENCH_MEGABYTES:-400}
articles=${FOVEA_BENCH_ARTICLES:-$data/articles-$megabytes_made}
if [ -z "${FOVEA_BENCH_ARTICLES:-}" ] && [ ! -f "$articles-made" ]; then
  rm -rf "$articles"
  "$build/bench/make_articles" "$articles" "$megabytes_made"
  touch "$articles-made"
fi
collection=$scratch/search.fovea
index=$scratch/search.index
"$build/fovea" catalog build "$collection" "$articles" --force --quiet
characters=$("$build/fovea" catalog info "$collection" | awk -F '\t' '$1 == "characters" { print $2 }')
megabytes() { awk -v b="$1" 'BEGIN { print b / 1e6 }'; }
# sections INDEX PATTERN: bytes of the sections whose names match.
sections() { "$build/fovea" index "$1" --info | awk -F '[ 	]' -v names="^($2)\$" '$1 == "section" && $2 ~ names { sum += $3 } END { print sum }'; }

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
rm "$scratch/two.index" "$scratch/small.index"

row "size / text: all sections" "$(megabytes "$(stat -c %s "$index")")" "$(megabytes "$characters")" "<= 0.42" MB
row "size / text: ids, tf, terms" "$(megabytes "$(sections "$index" 'ids|id_places|terms|term_places|postings|lengths')")" \
  "$(megabytes "$characters")" "<= 0.10" MB

# The same words as the peers: [A-Za-z0-9]+ in lower case.
plain=$scratch/plain.index
measure 3 "$build/fovea" index "$collection" -o "$plain" --force --quiet -j 1 --tokens ascii --stem none --impacts 8
measure 3 "$build/fovea" index "$collection" -o "$scratch/plainer.index" --force --quiet -j 1 --tokens ascii --stem none
ours=$cpu
ours_size=$(megabytes "$(sections "$plain" 'ids|id_places|terms|term_places|postings|lengths|positions')")
# queries INDEX: three words each, that more than twenty of its documents have.
queries() {
  "$build/fovea" index "$1" --terms | awk -F '\t' 'BEGIN { srand(7) } $2 > 20 && rand() < 0.2 && ++n <= 3000 { print $1 }' |
    awk '{ line = line " " $1; if (NR % 3 == 0) { print NR / 3 "\t" line; line = "" } }'
}
queries "$plain" >"$scratch/topics.tsv"
for k in 10 1500; do
  measure 1 "$build/fovea" search "$plain" "$scratch/topics.tsv" -k $k -o "$scratch/pruned.run"
  measure 1 "$build/fovea" search "$plain" "$scratch/topics.tsv" -k $k --exhaustive -o "$scratch/all.run"
  check "pruning changes no answer" cmp "$scratch/pruned.run" "$scratch/all.run"
done

peers=$data/peers
[ -d "$peers" ] || python3 -m venv "$peers"
for package in tantivy bm25s pyterrier-pisa; do
  "$peers/bin/pip" install -q "$package" >/dev/null 2>&1 || echo "bench: $package does not install here" >&2
done
mkdir -p "$data/jars"
for name in lucene-core lucene-analysis-common; do
  [ -f "$data/jars/$name-9.12.1.jar" ] || mvn -q dependency:copy -Dartifact=org.apache.lucene:$name:9.12.1 \
    -DoutputDirectory="$data/jars" >/dev/null 2>&1 || echo "bench: $name does not install here" >&2
done
jars=$(find "$data/jars" -name '*.jar' | paste -sd :)
mkdir "$scratch/peers"
LUCENE_JARS=$jars "$peers/bin/python" bench/search_peers.py "$articles" "$scratch/topics.tsv" "$scratch/peers" \
  >"$scratch/peers.tsv" 2>"$scratch/peers.err" || {
  cat "$scratch/peers.err" >&2
  exit 1
}
grep '^bench:' "$scratch/peers.err" >&2 || true # the rest is PISA's progress
# peer ENGINE WHAT: what it took; nothing where the engine is missing.
peer() { awk -F '\t' -v engine="$1" -v what="$2" '$1 == engine && $2 == what { print $3 }' "$scratch/peers.tsv"; }
# against ENGINE WHAT LABEL MEASURED GOAL UNIT: a row, if the engine is there.
against() {
  local reference
  reference=$(peer "$1" "$2")
  [ -z "$reference" ] || row "$3 / $1" "$4" "$reference" "$5" "$6"
}
row "words of the documents / those of the peers" "$("$build/fovea" index "$plain" --info | awk -F '\t' '$1 == "words" { print $2 }')" \
  "$(peer words words)" "1" words
for engine in tantivy Lucene PISA bm25s; do
  goal=
  [ "$engine" = tantivy ] && goal="<= 0.6"
  against "$engine" build "index, 1 thread: CPU time" "$ours" "$goal" s
done
for engine in tantivy Lucene; do
  goal=
  [ "$engine" = tantivy ] && goal="<= 0.85"
  against "$engine" size "size with positions, without elements and sentences" "$ours_size" "$goal" MB
done
for k in 10 1500; do
  read -r median p99 opening _ own < <("$build/bench/search_queries" "$plain" "$scratch/topics.tsv" $k)
  for engine in tantivy Lucene PISA bm25s; do
    case $engine in PISA) goal="<= 1.5" ;; bm25s) goal="<= 0.25" ;; *) goal="<= 1" ;; esac
    against "$engine" "median $k" "3 words, top $k: median" "$median" "$goal" ms
    against "$engine" "p99 $k" "3 words, top $k: 99th percentile" "$p99" "$goal" ms
  done
done
row "open an index / 5 ms" "$opening" 5 "<= 1" ms
# One query of 400 articles, from the start of the program to its answer for readers.
find "$articles" -type f | sort | awk 'NR <= 400' | xargs "$build/fovea" catalog build "$scratch/few.fovea" --force --quiet
"$build/fovea" index "$scratch/few.fovea" -o "$scratch/few.index" --force --quiet
query=$("$build/fovea" index "$scratch/few.index" --terms | awk -F '\t' '$2 > 20 && ++n % 50 == 0 && n <= 150 { print $1 }' | paste -sd ' ')
measure 10 "$build/fovea" search "$scratch/few.index" "$query"
mv "$scratch/out" "$scratch/shown"
check "ten articles are shown" grep -q '^10[.] ' "$scratch/shown"
row "one query of 400 articles, from the start / 30 ms" "$(awk -v t="$wall" 'BEGIN { print 1000 * t }')" 30 "<= 1" ms
row "search: memory of its own / 64 MB" "$own" 64 "<= 1" MB
read -r exact _ < <("$build/bench/search_queries" "$plain" "$scratch/topics.tsv" 15)
read -r impacts _ < <("$build/bench/search_queries" "$plain" "$scratch/topics.tsv" 15 articles.model=impacts articles.K=1500)
row "impacts, top 15, K=1500: median / 0.2 ms" "$impacts" 0.2 "<= 1" ms
row "impacts, top 15, K=1500: median / MaxScore" "$impacts" "$exact" "<= 0.5" ms

# A sweep over impacts, and what it reads. Judgements are the ten best articles of another model.
head -n 200 "$scratch/topics.tsv" >"$scratch/few.tsv"
"$build/fovea" search "$plain" "$scratch/few.tsv" --set articles.model=lm-dirichlet -k 10 -o "$scratch/judge.run"
awk '{ print $1, 0, $3, 1 }' "$scratch/judge.run" >"$scratch/judge.qrels"
measure 1 "$build/fovea" search "$plain" "$scratch/few.tsv" --preset otago --sweep k=15,150,1500 --sweep K=15,150,1500,15000 \
  --repeat 3 --judgements "$scratch/judge.qrels" --quiet --force -o "$scratch/sweep"
sweep=$wall
# of_curve RUN COLUMN: a figure of the curve.
of_curve() { awk -F '\t' -v run="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == column) at = i } $1 == run { print $at }' "$scratch/sweep/curve.tsv"; }
row "sweep, top 15: median at K=150 / at K=15000" "$(of_curve k15-K150 median_ms)" "$(of_curve k15-K15000 median_ms)" "<= 1" ms
check "postings read never grow as K shrinks" awk -F '\t' 'NR > 1 { if ($2 == k && $6 < before) exit 1; k = $2; before = $6 }' "$scratch/sweep/curve.tsv"
measure 1 "$build/fovea" search "$plain" "$scratch/few.tsv" --preset otago -k 1500 --repeat 3 -o "$scratch/otago.run"
row "sweep of 12 points / 12 searches of its deepest" "$sweep" "$(awk -v t="$wall" 'BEGIN { print 12 * t }')" "<= 1.5"

# Tuning by a grid: each point is searched once, whatever the folds.
measure 1 "$build/fovea" search "$plain" "$scratch/few.tsv" -k 100 -o "$scratch/one.run"
one_search=$wall
measure 1 "$build/fovea" tune "$plain" "$scratch/few.tsv" "$scratch/judge.qrels" -m AP -k 100 --vary articles.k1=0.4:2:0.4 \
  --vary articles.b=0.1:0.9:0.2 --quiet
row "tune by 25 points and 5 folds / 25 searches" "$wall" "$(awk -v t="$one_search" 'BEGIN { print 25 * t }')" "<= 1.5"

# A tenth of the articles: what grows with their number, and how. The queries are the same.
tenth=$data/articles-$((megabytes_made / 10))
if [ -z "${FOVEA_BENCH_ARTICLES:-}" ]; then
  [ -d "$tenth" ] || "$build/bench/make_articles" "$tenth" $((megabytes_made / 10))
  "$build/fovea" catalog build "$scratch/tenth.fovea" "$tenth" --force --quiet
  measure 3 "$build/fovea" index "$scratch/tenth.fovea" -o "$scratch/tenth.index" --force --quiet -j 1 --tokens ascii --stem none
  row "10 x documents: CPU time of the index / 10 x" "$ours" "$(awk -v c="$cpu" 'BEGIN { print 10 * c }')" "<= 1.05"
  read -r large _ _ _ large_own < <("$build/bench/search_queries" "$plain" "$scratch/topics.tsv" 10)
  read -r small _ _ _ small_own < <("$build/bench/search_queries" "$scratch/tenth.index" "$scratch/topics.tsv" 10)
  row "10 x documents: top 10, median" "$large" "$small" "<= 5" ms
  row "10 x documents: memory of a search" "$large_own" "$small_own" "1" MB
fi

# More than 100,000 articles.
many=$data/articles-many
if [ ! -f "$many-made" ]; then
  rm -rf "$many"
  "$build/bench/make_articles" "$many" 520 short
  touch "$many-made"
fi
"$build/fovea" catalog build "$scratch/many.fovea" "$many" --force --quiet
"$build/fovea" index "$scratch/many.fovea" -o "$scratch/many.index" --force --quiet
check "100,000 articles" test "$("$build/fovea" index "$scratch/many.index" --info | awk -F '\t' '$1 == "documents" { print $2 }')" -ge 100000
queries "$scratch/many.index" >"$scratch/many.tsv"
read -r median _ < <("$build/bench/search_queries" "$scratch/many.index" "$scratch/many.tsv" 1500)
row "100,000 articles, 3 words, top 1500: median / 0.5 ms" "$median" 0.5 "<= 1" ms
for preset in default isi doshisha passages; do
  read -r parts p99 _ < <("$build/bench/search_queries" "$scratch/many.index" "$scratch/many.tsv" 1500 --preset $preset "$scratch/many.fovea")
  goal=
  [ $preset = default ] && goal="<= 1"
  row "parts of 500 of them, $preset: median less that of articles / 1 ms" \
    "$(awk -v a="$median" -v b="$parts" 'BEGIN { print b - a }')" 1 "$goal" ms
  row "parts of 500 of them, $preset: 99th percentile / 10 ms" "$p99" 10 "$goal" ms
done
