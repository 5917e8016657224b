# Building a collection against a bare expat pass over the same files, and path lookups.
articles=$data/articles
megabytes=120
if [ ! -f "$articles-$megabytes" ]; then
  rm -rf "$articles"
  "$build/bench/make_articles" "$articles" "$megabytes"
  touch "$articles-$megabytes"
fi
documents=$(find "$articles" -name '*.xml' | wc -l)
collection=$scratch/articles.fovea
build_collection() { measure 3 "$build/fovea" catalog build "$collection" "$articles" --force --quiet "$@"; }

cat "$articles"/*/*.xml >/dev/null  # into the page cache, for all alike
measure 3 "$build/bench/bare_expat" "$articles"
expat=$cpu
build_collection -j 1
row "catalog build, 1 thread: CPU time / bare expat" "$cpu" "$expat" "<= 1.5"
one=$wall
build_collection -j 2
row "catalog build, 2 threads: CPU time / bare expat" "$cpu" "$expat" "<= 1.5"
row "catalog build: time on 2 threads / on 1" "$wall" "$one" "<= 0.6 on two idle cores"
row "catalog build, 2 threads: peak memory / 300 MB" "$peak" 300 "<= 1" MB
check "the collection agrees with its files" "$build/fovea" catalog verify "$collection" "$articles"
check "all documents are there" grep -q "^documents	$documents\$" <("$build/fovea" catalog info "$collection")

lookup() {
  "$build/bench/path_lookup" "$collection" --benchmark_filter="$1" --benchmark_min_time=0.5 \
    --benchmark_format=csv 2>/dev/null | awk -F, -v name="\"$1\"" '$1 == name { print $4 / 1000 }'
}
row "path lookup in an open document / 2 microseconds" "$(lookup path_in_one_document)" 2 "<= 1" us
row "document and path lookup, all over / 2 microseconds" "$(lookup id_and_path)" 2 "<= 1" us
