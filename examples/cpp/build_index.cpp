// Stores documents, indexes them, answers a topic and writes the run: build_index FOLDER
#include <fovea/fovea.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

bool build_and_search(const std::string& folder, fovea::Diagnostics& said) {
  if (!fovea::build_collection("ships.fovea", {folder}, said, {.replace = true})) return false;
  const auto collection = fovea::open_collection("ships.fovea", said);
  if (!collection || !fovea::build_index("ships.index", *collection, said, {.replace = true})) return false;
  for (const std::string& doc : fovea::documents_in(*collection)) std::printf("indexed %s\n", doc.c_str());

  const auto index = fovea::open_index("ships.index", said);
  std::vector<fovea::Topic> topics(1);
  topics[0].id = "1";
  topics[0].title = "lighthouse";
  const auto run = index ? fovea::search_topics(*index, topics, said, {.task = "focused"}) : std::nullopt;
  return run && fovea::check_run(*run, "focused", collection.get(), said) &&
         fovea::write_run(*run, "ships.run", "fol", collection.get(), said);
}

}  // namespace

int main(int argc, char** argv) {
  fovea::Diagnostics said;
  const bool good = argc == 2 && build_and_search(argv[1], said);
  for (const fovea::Diagnostic& one : said.kept()) std::puts(to_string(one).c_str());
  return good ? 0 : 2;
}
