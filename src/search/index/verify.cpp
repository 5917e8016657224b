#include "search/index/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "search/index/builder.h"
#include "search/index/positions.h"

namespace fovea::search {

namespace {

void check_documents(const Index& index) {
  std::string before;
  std::uint64_t words = 0;
  std::vector<ElementWords> elements;
  std::vector<SentenceStart> sentences;
  std::uint64_t sentence_count = 0;
  for (DocumentNumber document = 0; document < index.documents(); ++document) {
    std::string id = index.id(document);
    if (document > 0 && id <= before) throw CorruptFile("ids are not in order");
    before = std::move(id);
    words += index.length(document);
    index.read_elements(document, elements);
    index.read_sentences(document, sentences);
    sentence_count += sentences.size();
  }
  if (words != index.facts().words || sentence_count != index.facts().sentences)
    throw CorruptFile("lengths or sentences do not add up");
}

void check_list(const Index& index, const std::string& term, const TermEntry& entry) {
  std::uint64_t documents = 0;
  std::uint64_t occurrences = 0;
  std::vector<std::uint32_t> positions;
  std::optional<PositionReader> reader;
  if (index.facts().positions) reader.emplace(entry.positions);
  for (PostingCursor cursor(entry.postings); cursor.document() != kNoDocument; cursor.next()) {
    if (reader) reader->read(occurrences, cursor.tf(), positions);
    ++documents;
    occurrences += cursor.tf();
  }
  if (documents != entry.df || occurrences != entry.cf)
    throw CorruptFile(fmt::format("the list of {} has not the postings that it should", quote(term)));
}

void check_tags(const Index& index) {
  for (const TagEntry& tag : index.tags()) {
    std::uint64_t documents = 0;
    std::uint64_t elements = 0;
    for (PostingCursor cursor(tag.postings); cursor.document() != kNoDocument; cursor.next()) {
      ++documents;
      elements += cursor.tf();
    }
    if (documents != tag.df || elements != tag.elements)
      throw CorruptFile(
          fmt::format("the list of tag {} has not the postings that it should", quote(tag.name)));
  }
}

/// A file that is gone when this is.
struct Passing {
  std::string path;
  ~Passing() { ::unlink(path.c_str()); }
};

bool check_collection(const Index& index, const Collection& collection, const Statistics* statistics,
                      Diagnostics& diagnostics) {
  const IndexFacts& facts = index.facts();
  if (!facts.describes(collection)) {
    diagnostics.error(
        {index.path()}, "stale",
        fmt::format("{} has changed since it was indexed: build the index again", collection.path()));
    return false;
  }
  if (facts.given_statistics && statistics == nullptr) {
    diagnostics.error({index.path()}, "needs-statistics",
                      "its impacts were made with statistics, which must be given to check them");
    return false;
  }
  BuildOptions options;
  options.analysis = facts.analysis;
  options.classes = static_cast<unsigned>(facts.classes);
  options.statistics = facts.given_statistics ? statistics : nullptr;
  options.positions = facts.positions;
  options.impact_bits = facts.impact_bits;
  options.keep = facts.keep;
  options.shard = parse_shard(facts.shard).value_or(Shard{});
  options.unit = facts.unit;
  GivenChunks chunks;
  if (facts.unit.kind == ChunkUnit::Kind::kFile) {
    // The chunks stand in the ids, from the last to the first.
    for (DocumentNumber document = index.documents(); document-- > 0;) {
      const std::string id = index.id(document);
      const auto place = place_of_chunk(id);
      if (!place) throw CorruptFile("an index of chunks has a document that is none");
      chunks[std::string(place->document)].push_back(place->span);
    }
    options.chunks = &chunks;
  }
  options.replace = true;
  const Passing again{fmt::format("{}.again-{}", index.path(), ::getpid())};
  if (!build_index(collection, again.path, options, diagnostics)) return false;
  const auto built = Index::open(again.path, diagnostics);
  if (!built) return false;
  for (const StoredSection& section : index.file().sections()) {
    // The collection may have another name by now.
    if (section.name != "meta" && section.bytes != built->file().find(section.name).bytes) {
      diagnostics.error({index.path()}, "stale",
                        fmt::format("section {} is not what {} gives: build the index again", section.name,
                                    collection.path()));
      return false;
    }
  }
  return true;
}

}  // namespace

bool verify_index(const Index& index, const Collection* collection, const Statistics* statistics,
                  Diagnostics& diagnostics) {
  try {
    for (const StoredSection& section : index.file().sections()) index.file().check(section);
    check_documents(index);
    std::string before;
    std::uint64_t terms = 0;
    index.each_term("", [&](const std::string& term, const TermEntry& entry) {
      if (terms++ > 0 && term <= before) throw CorruptFile("terms are not in order");
      before = term;
      check_list(index, term, entry);
      return true;
    });
    if (terms != index.facts().terms) throw CorruptFile("terms are missing");
    check_tags(index);
  } catch (const CorruptFile& error) {
    diagnostics.error({index.path()}, "corrupt", fmt::format("the index is damaged: {}", error.what()));
    return false;
  }
  return collection == nullptr || check_collection(index, *collection, statistics, diagnostics);
}

}  // namespace fovea::search
