// Damaged indexes: reading and searching must end in an answer, a message or CorruptFile.
//
// The input is written over a small index, byte by byte; checksums are put right afterwards, so that the numbers behind
// them are reached.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "collection/document_builder.h"
#include "collection/writer.h"
#include "files/append_file.h"
#include "search/index/builder.h"
#include "search/index/index.h"
#include "search/session/search.h"
#include "search/session/searcher.h"

namespace {

using fovea::Diagnostics;

/// What the index is made from; its file is gone, the mapping stays.
std::optional<fovea::Collection>& documents() {
  static std::optional<fovea::Collection> collection;
  return collection;
}

std::string build() {
  std::string folder = (std::filesystem::temp_directory_path() / "fovea-fuzz-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) std::abort();
  Diagnostics diagnostics;
  {
    const auto writer = fovea::CollectionWriter::create(
        folder + "/c", fovea::CollectionWriter::Existing::kReplace, diagnostics);
    fovea::DocumentBuilder builder;
    for (int i = 0; i < 300; ++i) {
      std::string xml = "<article><title>olive oil</title><sec><p>oil";
      for (int word = 0; word < i % 7; ++word) xml += " w" + std::to_string((i * word) % 40);
      xml += ". The end</p></sec></article>";
      const std::string id = "d" + std::to_string(i);
      if (!builder.read_xml_document(fovea::InputFile::from_memory("x", xml), diagnostics)) std::abort();
      writer->add({id, "x", builder.pack(id, "x")}, fovea::CollectionWriter::Existing::kRefuse, diagnostics);
    }
    writer->finish();
  }
  const auto collection = fovea::Collection::open(folder + "/c", diagnostics);
  fovea::search::BuildOptions options;
  options.impact_bits = 8;
  options.threads = 1;
  if (!collection || !build_index(*collection, folder + "/i", options, diagnostics)) std::abort();
  std::ifstream in(folder + "/i", std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  documents() = collection;
  std::filesystem::remove_all(folder);
  return bytes;
}

/// Gives every section and the table the checksum that it has now.
void mend(std::string& bytes) {
  fovea::SectionHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (std::uint64_t i = 0; i < header.sections; ++i) {
    fovea::SectionEntry entry;
    char* const at = bytes.data() + header.table_at + i * sizeof entry;
    std::memcpy(&entry, at, sizeof entry);
    entry.sum = fovea::checksum(std::string_view(bytes).substr(entry.at, entry.size));
    std::memcpy(at, &entry, sizeof entry);
  }
  header.table_sum = fovea::checksum(
      std::string_view(bytes).substr(header.table_at, header.sections * sizeof(fovea::SectionEntry)));
  header.sum = header.own_sum();
  std::memcpy(bytes.data(), &header, sizeof header);
}

void search_parts(const fovea::search::Index& index, const char* name) {
  using namespace fovea::search;
  Diagnostics diagnostics;
  const fovea::Task& task = *fovea::task_named("best-in-context");
  Pipeline pipeline;
  for (const Preset& preset : presets()) {
    if (preset.name == name)
      read_preset(fovea::InputFile::from_memory(name, preset.toml), task, pipeline, diagnostics);
  }
  change_preset("cut.bep=mean", pipeline, diagnostics);
  change_preset("articles.depth=5", pipeline, diagnostics);
  apply_task(pipeline, task);
  if (!can_serve({&index}, pipeline, diagnostics)) return;
  Searcher searcher({&index}, &*documents(), pipeline, diagnostics);
  fovea::Topic topic;
  topic.title = "olive oil w3";
  topic.castitle = "//sec[about(.//p, oil w3)]";
  (void)searcher.search(searcher.count(*searcher.read(topic, diagnostics)));
}

void search_in(const fovea::search::Index& index, std::string_view text, const char* model) {
  using namespace fovea::search;
  Diagnostics diagnostics;
  Pipeline pipeline;
  change_preset(std::string("articles.model=") + model, pipeline, diagnostics);
  change_preset("articles.depth=5", pipeline, diagnostics);
  pipeline.phrases = model[0] == 'i' ? Phrases::kWords : Phrases::kBoost;
  if (!can_serve({&index}, pipeline, diagnostics)) return;
  Analyser analyser(index.facts().analysis);
  const Query query = parse_query(text, analyser, pipeline.phrases, pipeline.signs);
  const QueryCounts counts = count(index, query);
  const Partial best = answer(index, query, counts, pipeline);
  if (!best.articles.empty()) {
    if (const auto number = index.find(best.articles.front().id))
      explain(index, query, counts, pipeline, *number);
  }
}

/// `turn` says which of the models and presets searches: all of them would make every input slow.
void read(std::string_view bytes, std::size_t turn) {
  using namespace fovea::search;
  Diagnostics diagnostics;
  const auto index = Index::from_memory("i", bytes, diagnostics);
  if (!index) {
    if (diagnostics.errors() != 1) std::abort();
    return;
  }
  const auto each = [](const auto& step) {
    try {
      step();
    } catch (const fovea::CorruptFile&) {
    }
  };
  constexpr const char* kModels[] = {"bm25", "bm25f", "lm-dirichlet", "impacts"};
  constexpr const char* kPresets[] = {"default", "doshisha", "emse", "passages", "peking"};
  each([&] { search_in(*index, "oil w3 \"olive oil\" w12", kModels[turn % std::size(kModels)]); });
  each([&] { search_parts(*index, kPresets[turn % std::size(kPresets)]); });
  each([&] {
    std::vector<ElementWords> elements;
    std::vector<SentenceStart> sentences;
    for (DocumentNumber i = 0; i < std::min<DocumentNumber>(index->documents(), 5); ++i) {
      index->read_elements(i, elements);
      index->read_sentences(i, sentences);
      (void)index->id(i);
    }
    index->each_term("w", [](const std::string&, const TermEntry&) { return true; });
  });
  each([&] {
    for (const TagEntry& tag : index->tags()) {
      for (PostingCursor cursor(tag.postings); cursor.document() != kNoDocument; cursor.next()) cursor.tf();
    }
  });
  each([&] {
    Query query;
    for (const char* const word : {"oil", "w3", "end"}) query.terms.push_back({{word}});
    query.terms.push_back({{"olive", "oil"}, 1, false, 1});
    query.tags = {"p", "sec", "none"};
    const QueryCounts counts = count(*index, query);
    if (counts_from_bytes(to_bytes(counts)) != counts) std::abort();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kIndex = build();
  // It hangs on the size, so that bytes that change do not change what is searched by.
  const std::size_t turn = size;
  std::string bytes = kIndex;
  // Three bytes of place, one of value. Header and table are the matter of fuzz/section_file.cpp.
  fovea::SectionHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (; size >= 4; data += 4, size -= 4) {
    const std::size_t place = data[0] + 256U * data[1] + 65536U * data[2];
    bytes[sizeof header + place % (header.table_at - sizeof header)] = static_cast<char>(data[3]);
  }
  read(bytes, turn);
  mend(bytes);
  read(bytes, turn);
  return 0;
}
