# Judgements of annotation tools, as a user converts them.

setup() {
  load helpers
}

@test "a folder of brat files is read with its texts" {
  mkdir brat
  printf 'Red wine\nis old.\n' > brat/d.txt
  printf 'T1\tRelevant 0 11\tRed wine is\nA1\tTopic T1 7\n' > brat/d.ann
  run --separate-stderr fovea convert --to jsonl --topic-from field:Topic brat
  [ "$status" -eq 0 ]
  [ "$output" = '{"topic":"7","doc":"d","spans":[[0,11]],"length":17}' ]
  [ -z "$stderr" ]
}

@test "a quote that is not in the text is an error with both texts" {
  printf '[{"id":1,"data":{"text":"red wine"},"annotations":[{"result":[{"type":"labels","value":{"start":0,"end":3,"text":"white","labels":["7"]}}]}]}]' > t.json
  run fovea convert --to jsonl t.json
  [ "$status" -eq 2 ]
  [[ "$output" == *"found 'red' at 0-3, expected the quoted 'white', which does not occur in the document"* ]]
}
