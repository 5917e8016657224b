// Opens an index, searches, evaluates, prints: search_and_evaluate INDEX TOPICS JUDGEMENTS
#include <fovea/fovea.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  fovea::Diagnostics said;
  const auto index = fovea::open_index(argv[1], said);
  const auto topics = fovea::read_topics(argv[2], said);
  const auto judgements = fovea::read_judgements(argv[3], said);
  if (index && topics && judgements) {
    const auto run = fovea::search_topics(*index, *topics, said, {.name = "mine"});
    const auto scores = run ? fovea::evaluate(*judgements, *run, "AP, P@1", said) : std::nullopt;
    if (scores) std::printf("AP %.4f, P@1 %.4f\n", (*scores)["mine"]["AP"], (*scores)["mine"]["P@1"]);
  }
  for (const fovea::Diagnostic& one : said.kept()) std::puts(to_string(one).c_str());
  return said.ok() ? 0 : 2;
}
