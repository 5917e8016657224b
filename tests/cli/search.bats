# fovea index and fovea search: making an index, ranking documents.

setup() {
  load helpers
  mkdir articles
  printf '<article><title>olive oil</title><sec><st>health</st><p>olive oil is good for health</p><p>oil prices</p></sec></article>' > articles/a.xml
  printf '<article><title>health</title><p>the health benefit of walking</p></article>' > articles/b.xml
  printf '<article><title>machine</title><p>oil the machine with oil</p></article>' > articles/c.xml
  fovea catalog build wiki.fovea articles --quiet
  printf '7\tolive oil health\n8\tmachines\n' > topics.tsv
}

@test "an index is made, shown, listed and checked" {
  run fovea index wiki.fovea -o wiki.index
  [ "$status" -eq 0 ]
  [ "$output" = "fovea: 3 documents, 13 terms, 23 words indexed in wiki.index" ]
  run fovea index wiki.index --info
  [ "$status" -eq 0 ]
  [[ "$output" == *$'documents\t3\n'*$'stem\tharman\n'*$'collection\twiki.fovea\n'* ]]
  run fovea index wiki.index --terms o
  [ "$output" = $'of\t1\t1\noil\t2\t5\nolive\t1\t2' ]
  run fovea index wiki.index --verify --collection wiki.fovea
  [ "$status" -eq 0 ]
  [ "$output" = "fovea: wiki.index is as it was built, and wiki.fovea gives the same" ]
  [ "$(ls)" = $'articles\ntopics.tsv\nwiki.fovea\nwiki.index' ]
}

@test "an index that exists is replaced only with --force, another file never" {
  fovea index wiki.fovea -o wiki.index --quiet
  run fovea index wiki.fovea -o wiki.index
  [ "$status" -eq 2 ]
  [ "$output" = "fovea: wiki.index: exists already; --force replaces an index" ]
  fovea index wiki.fovea -o wiki.index --quiet --force
  cp wiki.fovea copy
  run fovea index wiki.fovea -o wiki.fovea --force
  [ "$status" -eq 2 ]
  cmp copy wiki.fovea
}

@test "a run in TREC format, best first" {
  fovea index wiki.fovea -o wiki.index --stem none --quiet
  run --separate-stderr fovea search wiki.index topics.tsv --tag mine
  [ "$status" -eq 0 ]
  [ "$stderr" = "fovea: topic 8: no word of its title is in the index" ]
  [[ "${lines[0]}" == "7 Q0 a 1 2.4396"*" mine" ]]
  fovea search wiki.index topics.tsv --tag mine -o mine.run
  [ "$(awk '{print $1, $3, $4, $6}' mine.run)" = $'7 a 1 mine\n7 c 2 mine\n7 b 3 mine' ]
  run fovea search wiki.index 'olive oil' -k 1 --set articles.idf=lucene
  [[ "$output" == "query Q0 a 1 "*" fovea" ]]
}

@test "several indexes answer as one" {
  fovea index wiki.fovea -o wiki.index --quiet
  for i in 1 2 3; do fovea index wiki.fovea -o part$i --shard $i/3 --quiet 2>/dev/null || rm -f part$i; done
  fovea search wiki.index topics.tsv -o whole.run
  fovea search part? topics.tsv -o parts.run
  cmp whole.run parts.run
}

@test "scores are explained, models and presets shown" {
  fovea index wiki.fovea -o wiki.index --stem none --quiet
  run fovea search wiki.index topics.tsv --explain 7 a
  [ "$status" -eq 0 ]
  [[ "$output" == *$'olive\t2\t1\t2\t1\t'*$'score\t2.439671' ]]
  run fovea search wiki.index topics.tsv --explain 7 zzz
  [ "$status" -eq 2 ]
  run fovea search --models
  [[ "$output" == *"lm-dirichlet"* ]]
  run fovea search --models bm25
  [[ "$output" == *"Robertson"*"k1"* ]]
  run fovea search --models bm26
  [ "$status" -eq 1 ]
  run fovea search --show-preset --preset otago --set articles.K=15
  [[ "$output" == *'model = "impacts"'*'K = 15'* ]]
}

@test "what an index cannot serve comes with the cure" {
  fovea index wiki.fovea -o wiki.index --no-positions --quiet
  run fovea search wiki.index topics.tsv --preset otago
  [ "$status" -eq 2 ]
  [[ "$output" == *"has no impacts"*"--impacts 8"* ]]
  run fovea search wiki.index topics.tsv --set articles.phrases=boost
  [ "$status" -eq 2 ]
  [[ "$output" == *"--no-positions"* ]]
  run fovea search wiki.index topics.tsv --set articles.k9=1
  [ "$status" -eq 2 ]
  [[ "$output" == *"model bm25 has no parameter 'k9'; did you mean 'k1'"* ]]
  run fovea search wiki.index topics.tsv --preset refrence
  [ "$status" -eq 2 ]
  [[ "$output" == *"did you mean 'reference'"* ]]
}

@test "no known word in any topic is exit 4, and nothing is written" {
  fovea index wiki.fovea -o wiki.index --quiet
  run fovea search wiki.index xyzzy -o x.run
  [ "$status" -eq 4 ]
  [[ "$output" == *"topic query: no word of its title is in the index"* ]]
  [ ! -e x.run ]
}

@test "a changed collection beside its index is said" {
  fovea index wiki.fovea -o wiki.index --quiet
  printf '<article>new</article>' > d.xml
  fovea catalog add wiki.fovea d.xml --quiet
  run fovea search wiki.index topics.tsv
  [ "$status" -eq 2 ]
  [[ "$output" == *"wiki.index: wiki.fovea has changed since it was indexed: build the index again" ]]
}

@test "an index that was cut or is something else is a message" {
  fovea index wiki.fovea -o wiki.index --quiet
  head -c $(($(stat -c %s wiki.index) / 2)) wiki.index > cut.index
  run fovea search cut.index topics.tsv
  [ "$status" -eq 2 ]
  run fovea search wiki.fovea topics.tsv
  [ "$status" -eq 2 ]
  [[ "$output" == *"wiki.fovea: found "*"expected an index"* ]]
}

@test "a query of 10,000 words is answered" {
  fovea index wiki.fovea -o wiki.index --quiet
  printf '9\t' > long.tsv
  for ((i = 0; i < 5000; ++i)); do printf 'oil w%d ' $i >> long.tsv; done
  echo >> long.tsv
  run fovea search wiki.index long.tsv
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 2 ]
}
