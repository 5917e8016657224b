# `fovea catalog`: what a user sees of collections.

setup() {
  load helpers
  mkdir articles
  printf '<article><title>One</title><p>first <b>bold</b> words</p><p>second</p></article>' > articles/1.xml
  printf '<article><title>Two</title><p>caf\xc3\xa9 &mdash; closed</p></article>' > articles/2.xml
  printf 'plain text\n' > articles/note.txt
}

@test "build, info, show and verify work together" {
  run --separate-stderr fovea catalog build wiki.fovea articles/
  [ "$status" -eq 0 ]
  [ -z "$output" ]
  [ "$stderr" = "fovea: 3 documents stored in wiki.fovea" ]
  run fovea catalog info wiki.fovea
  [ "$status" -eq 0 ]
  [ "$output" = $'documents\t3\nelements\t9\ncharacters\t52\ntags\t5\ndepth\t3' ]
  run fovea catalog info --tags wiki.fovea
  [ "${lines[0]}" = $'p\t3' ]
  run fovea catalog verify wiki.fovea articles/
  [ "$status" -eq 0 ]
  [ "$output" = "fovea: wiki.fovea: 3 documents, 9 elements, 52 characters: all is well" ]
}

@test "show prints the outline, an element, a passage and a text point" {
  fovea catalog build wiki.fovea articles/ --quiet
  run fovea catalog show wiki.fovea 1
  [ "$status" -eq 0 ]
  [ "${lines[0]}" = $'/article[1]\t0\t25\tOnefirst bold wordssecond' ]
  [ "${lines[3]}" = $'/article[1]/p[1]/b[1]\t9\t4\tbold' ]
  run fovea catalog show wiki.fovea 1 '/article[1]/p[1]'
  [ "$output" = "first bold words" ]
  run fovea catalog show wiki.fovea 2 '3:6'
  [ "$output" = $'/article[1]/p[1]\t3\t13\ncaf\xc3\xa9 \xe2\x80\x94' ]
  run fovea catalog show wiki.fovea 1 9:4
  [ "${lines[0]}" = $'/article[1]/p[1]/b[1]\t9\t4' ]
  run fovea catalog show wiki.fovea 1 '/article[1]/p[1]/text()[2].3'
  [ "$output" = 16 ]
  run fovea catalog show wiki.fovea note /text[1]
  [ "$output" = "plain text" ]
}

@test "what is not there is named" {
  fovea catalog build wiki.fovea articles/ --quiet
  run fovea catalog show wiki.fovea 99
  [ "$status" -eq 2 ]
  [ "$output" = "wiki.fovea: found no document '99' among its 3" ]
  run fovea catalog show wiki.fovea 1 '/article[1]/p[7]/b[1]'
  [ "$status" -eq 2 ]
  [ "$output" = "wiki.fovea: document '1': found no element '/article[1]/p[7]/b[1]', expected an element of '/article[1]'" ]
  run fovea catalog show wiki.fovea 1 '/article[1]/p'
  [ "$status" -eq 2 ]
  [ "$output" = "wiki.fovea: document '1': found the end at character 14 of '/article[1]/p', expected '[' and a number" ]
  run fovea catalog show wiki.fovea 1 20:6
  [ "$status" -eq 2 ]
  [ "$output" = "wiki.fovea: document '1': found the passage 20:6 that ends at character 26, expected one within the 25 characters of the document" ]
  run fovea catalog show wiki.fovea 1 0:99999999999
  [ "$status" -eq 2 ]
  [ "$output" = "wiki.fovea: document '1': found the passage 0:99999999999 that ends at character 99999999999, expected one within the 25 characters of the document" ]
  run fovea catalog show wiki.fovea 1 '/article[1]/text()[1].0'
  [ "$status" -eq 2 ]
}

@test "a bad document stops a build; --keep-going names and skips it" {
  printf '<article><p>x</article>' > articles/bad.xml
  printf '\x89PNG\0' > articles/picture.png
  run fovea catalog build wiki.fovea articles/
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "articles/bad.xml:1:14: found '</article>', expected '</p>'" ]
  [ ! -e wiki.fovea ]
  run fovea catalog build wiki.fovea articles/ --keep-going
  [ "$status" -eq 0 ]
  [[ "$output" == *"articles/bad.xml:1:14: found"* ]]
  [[ "$output" == *"articles/picture.png:1:1: found the byte 0x89"* ]]
  [[ "$output" == *"fovea: 2 bad documents skipped"* ]]
  [[ "$output" == *"fovea: 3 documents stored in wiki.fovea"* ]]
  run fovea catalog build pictures.fovea articles/picture.png --keep-going
  [ "$status" -eq 2 ]
  [ ! -e pictures.fovea ]
}

@test "comments and processing instructions may stand behind the root" {
  printf '<a>x</a><!-- c -->' > articles/comment.xml
  printf '<a>y</a>\n<?p i?>\n<!-- c -->\n' > articles/instruction.xml
  run fovea catalog build wiki.fovea articles/
  [ "$status" -eq 0 ]
  run fovea catalog show wiki.fovea comment '/a[1]'
  [ "$output" = x ]
  run fovea catalog show wiki.fovea instruction
  [ "$output" = $'/a[1]\t0\t1\ty' ]
  run fovea catalog verify wiki.fovea
  [ "$status" -eq 0 ]
}

@test "whatever goes wrong with a document, it is named, and the others can be stored" {
  # There is no room to unpack it.
  gzip -c articles/1.xml > articles/packed.xml.gz
  export TMPDIR=$BATS_TEST_TMPDIR/nowhere
  run fovea catalog build wiki.fovea articles/
  [ "$status" -eq 2 ]
  [[ "${lines[0]}" == "articles/packed.xml.gz: cannot be read: "*"No such file or directory" ]]
  [ ! -e wiki.fovea ]
  run fovea catalog build wiki.fovea articles/ --keep-going
  [ "$status" -eq 0 ]
  [[ "$output" == *"articles/packed.xml.gz: cannot be read: "* ]]
  [[ "$output" == *"fovea: 3 documents stored in wiki.fovea"* ]]
}

# bad NAME MESSAGE: a build from the file NAME, which standard input gives, ends with exit code 2 and the message.
bad() {
  cat > "$1"
  run fovea catalog build bad.fovea "$1"
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "$1:$2" ] || { echo "$output"; return 1; }
  [ ! -e bad.fovea ]
}

@test "every kind of bad document is a message with its place" {
  printf '<a>\n<p>tw' | bad cut.xml "2:6: found the end of the file, expected '</p>'"
  printf '<a>\n <b>x</a>' | bad nested.xml "2:6: found '</a>', expected '</b>'"
  printf '<a>\n b\xff</a>' | bad bytes.xml "2:3: found the byte 0xFF, expected a character in the encoding of the document"
  printf 'line\nok \xc3(' | bad bytes.txt "2:4: found the byte 0xC3, expected text in UTF-8"
  printf '<a>\n&foo;</a>' | bad entity.xml "2:1: found the entity '&foo;', expected one that is declared in the document or named in HTML"
  printf '<!DOCTYPE a [<!ENTITY a "&b;"><!ENTITY b "&a;">]><a>&a;</a>' |
    bad loop.xml "1:53: found an entity that refers to itself, expected one that ends"
  { printf '<!DOCTYPE a [<!ENTITY e0 "aaaaaaaaaa">'
    for i in 1 2 3 4 5 6 7 8 9; do
      printf '<!ENTITY e%s "' $i
      for _ in 1 2 3 4 5 6 7 8 9 10; do printf '&e%s;' $((i - 1)); done
      printf '">'
    done
    printf ']>\n<a>&e9;</a>'; } |
    bad bomb.xml "2:4: found entities that expand to far more than the file, expected an expansion within the limits"
  yes '<a>' | head -n 100000 | bad deep.xml "4097:1: found elements nested 4097 deep, expected at most 4096"
  printf '' | bad empty.xml "1:1: found an empty file, expected an XML document"
  printf '\x7fELF\x02\x01\x00\x00' | bad program "1:7: found the byte 0x00, expected text in UTF-8"
}

@test "an unreadable file is named" {
  [ "$(id -u)" -ne 0 ] || skip "root can read everything"
  chmod 000 articles/2.xml
  run fovea catalog build wiki.fovea articles/
  [ "$status" -eq 2 ]
  [[ "$output" == "articles/2.xml: cannot open: Permission denied"* ]]
}

@test "a collection is replaced only with --force" {
  fovea catalog build wiki.fovea articles/ --quiet
  run fovea catalog build wiki.fovea articles/1.xml
  [ "$status" -eq 2 ]
  [[ "$output" == "wiki.fovea: exists already (add to it"* ]]
  run fovea catalog build wiki.fovea articles/1.xml --force
  [ "$status" -eq 0 ]
  run fovea catalog info wiki.fovea
  [ "${lines[0]}" = $'documents\t1' ]
}

@test "--force replaces no file that is not a collection, but one that is damaged" {
  echo precious > thesis.tex
  run fovea catalog build thesis.tex articles/ --force
  [ "$status" -eq 2 ]
  [ "$output" = "thesis.tex: exists and is no collection: it is not replaced (not with --force either)" ]
  [ "$(cat thesis.tex)" = precious ]
  fovea catalog build wiki.fovea articles/ --quiet
  sed 's/article/artycle/' wiki.fovea > damaged.fovea
  fovea catalog build damaged.fovea articles/ --force --quiet
  fovea catalog verify damaged.fovea
}

@test "no file beside a collection is touched, and none is left" {
  mkdir here
  echo precious > victim
  ln -s ../victim here/wiki.fovea.building
  echo precious > here/wiki.fovea.tmp
  fovea catalog build here/wiki.fovea articles/ --quiet
  [ "$(cat victim)" = precious ]
  [ "$(cat here/wiki.fovea.tmp)" = precious ]
  [ "$(ls -A here)" = $'wiki.fovea\nwiki.fovea.building\nwiki.fovea.tmp' ]
}

@test "a link to a collection is followed, one that leads nowhere is refused" {
  mkdir far
  fovea catalog build far/wiki.fovea articles/1.xml --quiet
  ln -s far/wiki.fovea link.fovea
  fovea catalog build link.fovea articles/ --force --quiet
  [ -L link.fovea ]
  run fovea catalog info far/wiki.fovea
  [ "${lines[0]}" = $'documents\t3' ]
  ln -s nowhere dangling.fovea
  run fovea catalog build dangling.fovea articles/
  [ "$status" -eq 2 ]
  [[ "$output" == *"cannot write through the link dangling.fovea"* ]]
  [ ! -e nowhere ]
}

@test "a collection can be built in the folder that it is built from" {
  run fovea catalog build articles/wiki.fovea articles/
  [ "$status" -eq 0 ]
  [ "$output" = "fovea: 3 documents stored in articles/wiki.fovea" ]
}

@test "add, --replace and remove change a collection" {
  fovea catalog build wiki.fovea articles/1.xml --quiet
  run fovea catalog add wiki.fovea articles/
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "articles/1.xml: found the document id '1' again, expected it once: it is that of articles/1.xml too" ]
  run fovea catalog info wiki.fovea
  [ "${lines[0]}" = $'documents\t1' ]
  printf '<article>new</article>' > articles/1.xml
  run fovea catalog add wiki.fovea articles/ --replace
  [ "$status" -eq 0 ]
  [ "$output" = "fovea: 3 documents added to wiki.fovea, 1 replaced" ]
  run fovea catalog show wiki.fovea 1 '/article[1]'
  [ "$output" = new ]
  run fovea catalog remove wiki.fovea 1 99
  [ "$status" -eq 2 ]
  [ "${lines[0]}" = "wiki.fovea: found no document '99' to remove" ]
  run fovea catalog remove wiki.fovea 1
  [ "$status" -eq 0 ]
  run fovea catalog verify wiki.fovea
  [ "$output" = "fovea: wiki.fovea: 2 documents, 4 elements, 27 characters: all is well" ]
}

@test "compact reclaims what was replaced and removed" {
  fovea catalog build wiki.fovea articles/ --quiet
  cp wiki.fovea built.fovea
  fovea catalog add wiki.fovea articles/ --replace --quiet
  fovea catalog remove wiki.fovea note --quiet
  before=$(stat -c %s wiki.fovea)
  run fovea catalog compact wiki.fovea
  [ "$status" -eq 0 ]
  [ "$output" = "fovea: wiki.fovea had $before bytes and has $(stat -c %s wiki.fovea)" ]
  [ "$(stat -c %s wiki.fovea)" -lt "$(stat -c %s built.fovea)" ]
  run fovea catalog verify wiki.fovea
  [ "$output" = "fovea: wiki.fovea: 2 documents, 8 elements, 41 characters: all is well" ]
  run fovea catalog compact gone.fovea
  [ "$status" -eq 2 ]
  [ "$output" = "gone.fovea: cannot open: No such file or directory" ]
  [ ! -e gone.fovea ]
}

@test "the same input gives the same bytes on any number of threads" {
  for i in $(seq 100); do printf '<a><b>%s</b></a>' "$i" > "articles/n$i.xml"; done
  fovea catalog build one.fovea articles/ --quiet -j 1
  fovea catalog build many.fovea articles/ --quiet -j 7
  cmp one.fovea many.fovea
}

@test "a collection of an earlier fovea is recognised, and replaced when told" {
  { head -c 16 /dev/zero; printf '\xde\xc0\xef\xbe\x01\0\0\0'; head -c 4096 /dev/zero; printf 'cfovea collection'; } > old.fovea
  run fovea catalog info old.fovea
  [ "$status" -eq 2 ]
  [ "$output" = "old.fovea: found a collection of an earlier fovea, expected version 3: build it again with 'fovea catalog build'" ]
  run fovea catalog add old.fovea articles/
  [ "$status" -eq 2 ]
  fovea catalog build old.fovea articles/ --force --quiet
  fovea catalog verify old.fovea
}

@test "verify finds damage and files that changed" {
  fovea catalog build wiki.fovea articles/ --quiet
  printf '<article>changed</article>' > articles/2.xml
  run fovea catalog verify wiki.fovea articles/
  [ "$status" -eq 2 ]
  [ "$output" = "articles/2.xml: document '2': 16 characters are stored, the file has 7" ]
  sed 's/article/artycle/' wiki.fovea > damaged.fovea
  run fovea catalog verify damaged.fovea
  [ "$status" -eq 2 ]
  [[ "$output" == *"its checksum does not agree"* ]]
  printf 'not a collection' > text.fovea
  run fovea catalog info text.fovea
  [ "$status" -eq 2 ]
  run fovea catalog verify text.fovea
  [ "$status" -eq 2 ]
  run fovea catalog show text.fovea 1
  [ "$status" -eq 2 ]
  run fovea catalog add text.fovea articles/
  [ "$status" -eq 2 ]
  run fovea catalog remove text.fovea 1
  [ "$status" -eq 2 ]
  [ "$output" = "text.fovea: found a file of another kind, expected a collection made by 'fovea catalog build'" ]
  [ "$(cat text.fovea)" = "not a collection" ]
}

@test "archives are read in place" {
  tar czf more.tar.gz -C articles .
  fovea catalog build wiki.fovea more.tar.gz --id path --only '*.xml' --quiet
  run fovea catalog show wiki.fovea 2.xml '/article[1]/title[1]'
  [ "$output" = Two ]
  run fovea catalog info wiki.fovea
  [ "${lines[0]}" = $'documents\t2' ]
}

@test "ids can come from an element" {
  fovea catalog build wiki.fovea articles/1.xml articles/2.xml --id /article/title --quiet
  run fovea catalog show wiki.fovea Two '/article[1]/title[1]'
  [ "$output" = Two ]
  run fovea catalog build other.fovea articles --id title
  [ "$status" -eq 1 ]
}

@test "usage errors and help" {
  run fovea catalog
  [ "$status" -eq 1 ]
  run fovea catalog build only.fovea
  [ "$status" -eq 1 ]
  run fovea help catalog
  [ "$status" -eq 0 ]
  run fovea catalog build --help
  [[ "$output" == *"--keep-going"*"--force"* || "$output" == *"--force"*"--keep-going"* ]]
}
