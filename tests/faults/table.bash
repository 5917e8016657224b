# The table of commands.txt, and the track that its commands are run in.

# commands KIND: its lines.
commands() { grep "^$1 " "$BATS_TEST_DIRNAME/commands.txt"; }

# words_of LINE: leaves its words in $words, with SCRATCH filled in.
# shellcheck disable=SC2034
words_of() { read -ra words <<<"${1//SCRATCH/$BATS_TEST_TMPDIR/scratch}"; }

# make_track FOLDER: the demo track with all that commands read, as $TRACK.
make_track() {
  export TRACK=$1
  fovea demo --unpack "$TRACK"
  cd "$TRACK" || return 1
  fovea catalog build seafaring.fovea articles --quiet
  fovea index seafaring.fovea -o seafaring.index --quiet
  fovea pool build -o pool.jsonl --size 5 --quiet runs/articles.run
  printf '1\tchosen\n' >decisions.tsv
  mkdir more
  printf '<article><p>a buoy that nobody has seen</p></article>' >more/buoy.xml
  # A server makes the store; it is ended when it has said where it is.
  "$FOVEA" serve >address 2>/dev/null 3>&- &
  until [ -s address ]; do kill -0 $!; done
  kill $!
  wait $!
  mv fovea-demo/seafaring.assess .
}
