# Every example of help and of the man pages runs. They speak of collections and tracks that nobody can be given; here the
# demo track stands behind their names.

setup() {
  load helpers
  fovea demo --unpack track > /dev/null
  cd track || exit 1
  fovea catalog build --quiet wiki.fovea articles
  cp wiki.fovea ieee.fovea
  cp wiki.fovea seafaring.fovea
  fovea index --quiet wiki.fovea -o wiki.index 2> /dev/null
  fovea index --quiet wiki.fovea -o a.index --shard 1/2 2> /dev/null
  fovea index --quiet wiki.fovea -o b.index --shard 2/2 2> /dev/null
  fovea convert --quiet --to trec-qrels judgements.qrels -o qrels.txt 2> /dev/null ||
    fovea convert --to trec-qrels judgements.qrels -o qrels.txt 2> /dev/null
  cp judgements.qrels inex2010.qrels
  cp judgements.qrels first.qrels
  fovea convert --to qrels second-assessor.jsonl -o second.qrels 2> /dev/null
  cp -r grades assessments
  mkdir topics doccano
  cp topics.xml topics/
  grep '^1 ' judgements.qrels > one.qrels
  fovea convert --to doccano --collection wiki.fovea one.qrels -o doccano/1.jsonl 2> /dev/null
  rm -f runs/invalid.run
  awk -v RS= -v ORS='\n\n' '!/invalid.run/' track.toml > sound.toml
  fovea pool build --quiet -o pool.jsonl sound.toml 2> /dev/null
  { echo 'pool = "pool.jsonl"'; cat sound.toml; printf '[assess]\nstore = "seafaring.assess"\n'; } > track.toml
  printf '{"id":"1","title":"knots"}\n{"id":"2","title":"fog"}\n' > candidates.jsonl
  printf '2\tchosen\n1\trejected\n' > decisions.tsv
  cp judgements.qrels so-far.qrels
  cp judgements.qrels judged.qrels
  fovea convert --to fol --collection wiki.fovea runs/ranges.run -o run.txt 2> /dev/null
  for name in a b my mine theirs late; do sed "s/ ranges / $name /" run.txt > $name.run; done
  sed "s/ ranges / bm25 /" run.txt > bm25.run
  sed "s/ ranges / dense /" run.txt > dense.run
  cp runs/sections.run elements.run
  cp runs/sections.run element-run.txt
  cp run.txt fol-run.txt
  cp runs/paragraphs.xml run.xml
  fovea eval -q -m map qrels.txt theirs.run > other.txt
  sed -i 's/^/ /; s/^ //' other.txt
  for year in 2009 2010; do fovea eval --quiet -q -o jsonl -m AiP,AP inex2010.qrels a.run bm25.run > $year.jsonl; done
  echo 'mine > theirs' > my.orders
  printf 'und\nder\n' > stop.txt
  printf 'question,references,corpus_id\nWhat?,"[{""content"": ""ships"", ""start_index"": 0, ""end_index"": 5}]",sea\n' > questions_df.csv
  printf '0\t1\tsea\t0\t9\t1.5\n' > retrieved.tsv
  printf '0\tsea\t0\t9\n' > chunks.tsv
  tar -czf more.tar.gz --transform 's,articles/,more/x,' articles/anchor.xml
  # trec_eval itself is not always here.
  mkdir bin
  printf '#!/bin/sh\nshift\nexec "%s" eval -q -m map "$@"\n' "$FOVEA" > bin/trec_eval
  ln -s "$FOVEA" bin/fovea
  chmod +x bin/trec_eval
  PATH="$PWD/bin:$PATH"
}

# examples TEXT…: its command lines, those that go on below joined.
examples() { sed -n '/^Examples\?:/,$p' | sed -e ':a' -e '/ \\$/{N; s/ \\\n */ /; ba' -e '}' | sed -n 's/^  \(\(fovea\|trec_eval\) .*\)/\1/p'; }

all_commands() { fovea man | sed -n 's/^fovea-//p' | tr '-' ' '; printf 'catalog build\ncatalog verify\ncatalog show\ncatalog text\n'; }

# What the examples name that the demo has under other names.
here() {
  sed -e 's/\b2010003\b/1/; s/\b2009011\b/1/; s/\b19243417\b/celestial-navigation/; s/\b1164\b/celestial-navigation/' \
    -e 's,/tmp/seafaring,seafaring,; s/16607:902/100:50/' -e "s/'olive oil health'/'oil and ships'/" -e 's/   .*//'
}

# tried COMMAND: a server until it says where it is, everything else to its end.
tried() {
  case $1 in
    "fovea serve" | "fovea serve track.toml")
      rm -f address
      # Not by the function of that name: what is ended is to be the server, not a shell around it.
      # shellcheck disable=SC2086
      "$FOVEA" ${1#fovea } > address 2> said 3>&- &
      until [ -s address ]; do kill -0 $! || return 1; done
      kill $!
      wait $!
      ;;
    *) HOME=$PWD/../home bash -c "$1" > said 2>&1 ;;
  esac
}

@test "every example of help runs" {
  local count=0 failed=0
  mkdir ../home ../home/.local
  mkdir -p ../home/.local/share/bash-completion/completions
  tried "fovea serve track.toml"
  while read -r command; do
    # shellcheck disable=SC2086
    while IFS= read -r example; do
      count=$((count + 1))
      # Each begins with the same files, without the one that it makes.
      rm -rf ../tried && cp -r . ../tried && cd ../tried || return 1
      case $example in *"catalog build wiki.fovea"*) rm -f wiki.fovea ;; *"-o wiki.index"*) rm -f wiki.index ;; esac
      case $example in *" *.run"*) rm -f elements.run ;; esac
      case $example in "fovea serve assign"*) fovea serve invite seafaring.assess ann > /dev/null ;; esac
      if ! tried "$(here <<<"$example")"; then
        echo "$example"
        head -n 5 said
        failed=$((failed + 1))
      fi
      cd ../track || return 1
    done < <(fovea $command --help | examples)
  done < <(all_commands)
  echo "$count examples, $failed failed"
  [ "$count" -ge 45 ]
  [ "$failed" -eq 0 ]
}

@test "a man page has the options and the examples of its help, and groff understands it" {
  while read -r page; do
    fovea man "$page" > page.1
    if command -v groff > /dev/null; then
      groff -k -man -Tutf8 -ww -z page.1 2> complaints
      [ ! -s complaints ] || { echo "$page"; cat complaints; return 1; }
    fi
    [ "$page" = fovea ] && continue
    fovea "${page#fovea-}" --help | grep -o -- '--[a-z][a-z-]*' | sort -u > options
    sed 's/\\-/-/g' page.1 | grep -o -- '--[a-z][a-z-]*' | sort -u > in_page
    comm -23 options in_page > missing
    [ ! -s missing ] || { echo "$page lacks:"; cat missing; return 1; }
    fovea "${page#fovea-}" --help | examples | sed 's/   .*//' > shown
    sed 's/\\-/-/g; s/\\e/\\/g' page.1 | sed -n 's/^  *//; s/   .*//; /^\(fovea\|trec_eval\) /p' > in_page
    while IFS= read -r example; do grep -qxF -- "$example" in_page || { echo "$page: $example"; return 1; }; done < shown
  done < <(fovea man)
}

@test "completion offers values: measures, tasks, formats, commands and files of the right kind" {
  fovea completion bash > completion
  complete_words() { # WORDS… with the last one being completed
    bash -c 'source ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fovea; printf "%s\n" "${COMPREPLY[@]}"' - "$@"
  }
  has() { grep -qxF -- "$1" <<<"$output" || { echo "$1 is not in: $output"; return 1; }; }
  run complete_words fovea eval -m nD && has nDCG
  run complete_words fovea compare --measure AP,nD && has AP,nDCG
  run complete_words fovea eval --task foc && has focused
  run complete_words fovea check --format js && has jsonl
  run complete_words fovea simulate --to '' && has fol
  run complete_words fovea convert --to js && has jsonl
  run complete_words fovea convert --to '' && has webannotation && has trec && has inex
  run complete_words fovea convert --from '' && has qrels && has genomics
  run complete_words fovea serve export --to '' && has qrels
  for command in search tune; do
    run complete_words fovea "$command" --preset '' && has otago && has default
    run complete_words fovea "$command" --preset ot
    [ "$output" = otago ]
  done
  run complete_words fovea eval -o l && has latex
  run complete_words fovea help ev && has eval
  run complete_words fovea measures Ag && has AgP
  run complete_words fovea catalog b && has build
  run complete_words fovea eval --collection w && has wiki.fovea
  run complete_words fovea eval --texts art && has articles
  run complete_words fovea report tr && has track.toml
  run complete_words fovea completion f && has fish
  run complete_words fovea eval --mea && has --measure
  run complete_words fovea eval ''
  [ -z "$output" ]
}

@test "zsh finds the script by its first line, and completes from the first time on" {
  fovea completion zsh > _fovea
  [ "$(head -n 1 _fovea)" = "#compdef fovea" ]
  grep -q '_bash_complete .* -F _fovea_words$' _fovea
  command -v zsh > /dev/null || return 0
  zsh -n _fovea
}

@test "fish completes values, and options where they are understood" {
  fovea completion fish > fovea.fish
  command -v fish > /dev/null || skip "there is no fish here"
  offers() { fish --no-config -c "source fovea.fish; complete -C '$1'" | cut -f1; }
  [ "$(offers 'fovea eval --task foc')" = focused ]
  offers 'fovea eval -m AP,nD' | grep -qx AP,nDCG
  offers 'fovea measures Ag' | grep -qx AgP
  offers 'fovea report tr' | grep -qx track.toml
  offers 'fovea eval --texts art' | grep -qx articles/
  [ "$(offers 'fovea catalog b')" = build ]
  [ "$(offers 'fovea pool build --met')" = --method ]
  [ -z "$(offers 'fovea catalog build --met')" ]
}
