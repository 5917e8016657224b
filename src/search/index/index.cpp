#include "search/index/index.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/numbers.h"

namespace fovea::search {

const SectionKind kIndexKind{
    .name = "fovea index", .version = 1, .noun = "an index", .maker = "fovea index", .outdated = nullptr};

namespace {

constexpr std::uint64_t kSmallSection = std::uint64_t{4} << 20;

struct CountedFact {
  std::string_view key;
  std::uint64_t IndexFacts::*value;
};
constexpr CountedFact kCountedFacts[] = {
    {"documents", &IndexFacts::documents},
    {"terms", &IndexFacts::terms},
    {"words", &IndexFacts::words},
    {"sentences", &IndexFacts::sentences},
    {"characters", &IndexFacts::characters},
    {"smallest length", &IndexFacts::smallest_length},
    {"keep", &IndexFacts::keep},
    {"collection documents", &IndexFacts::collection_documents},
    {"collection next", &IndexFacts::collection_next},
};

constexpr std::array<std::string_view, kFields> kFieldFacts{"title words", "section title words",
                                                            "lead words", "rest words"};

std::uint64_t fact_number(std::string_view text) {
  const auto number = parse_integer(text);
  if (!number || *number < 0) throw CorruptFile("the index says nothing sensible about itself");
  return static_cast<std::uint64_t>(*number);
}

std::vector<TagEntry> read_tags(std::string_view bytes) {
  std::vector<TagEntry> tags;
  for (ByteReader reader(bytes); !reader.at_end();) {
    TagEntry tag;
    tag.name = reader.bytes(reader.number());
    tag.elements = reader.number();
    tag.words = reader.number();
    tags.push_back(std::move(tag));
  }
  return tags;
}

/// The bytes of `number` among records whose ends `places` give.
std::string_view record_at(std::string_view bytes, std::span<const std::uint64_t> places,
                           std::uint64_t number) {
  if (number + 1 >= places.size() || places[number] > places[number + 1] || places[number + 1] > bytes.size())
    ByteReader::fail();
  return bytes.substr(places[number], places[number + 1] - places[number]);
}

}  // namespace

std::string to_text(const IndexFacts& facts) {
  std::string text = to_text(facts.analysis);
  text += fmt::format("unit\tarticle\npositions\t{}\nimpact bits\t{}\nshard\t{}\ncollection\t{}\n",
                      facts.positions ? "yes" : "no", facts.impact_bits, facts.shard, facts.collection);
  for (std::size_t i = 0; i < kFields; ++i)
    text += fmt::format("{}\t{}\n", kFieldFacts[i], facts.field_words[i]);
  for (const CountedFact& fact : kCountedFacts) text += fmt::format("{}\t{}\n", fact.key, facts.*fact.value);
  return text;
}

IndexFacts read_facts(std::string_view text) {
  IndexFacts facts;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) throw CorruptFile("the index says nothing sensible about itself");
    const std::string_view key = line.substr(0, tab);
    const std::string_view value = line.substr(tab + 1);
    const auto* const counted = std::ranges::find(kCountedFacts, key, &CountedFact::key);
    if (counted != std::end(kCountedFacts)) {
      facts.*(counted->value) = fact_number(value);
    } else if (const auto* const field = std::ranges::find(kFieldFacts, key); field != kFieldFacts.end()) {
      facts.field_words[static_cast<std::size_t>(field - kFieldFacts.begin())] = fact_number(value);
    } else if (key == "impact bits") {
      facts.impact_bits = static_cast<unsigned>(std::min<std::uint64_t>(fact_number(value), 64));
    } else if (key == "positions") {
      facts.positions = value == "yes";
    } else if (key == "shard") {
      facts.shard = value;
    } else if (key == "collection") {
      facts.collection = value;
    } else if (key == "unit") {
      if (value != "article") throw CorruptFile("the index has units that this fovea does not know");
    } else if (!read_setting(key, value, facts.analysis)) {
      throw CorruptFile(
          fmt::format("the index was analysed with {} {}, which this fovea does not have: build it again",
                      key, quote(value)));
    }
  }
  return facts;
}

std::string pack_term(std::uint32_t df, std::uint64_t sf, std::uint64_t cf, std::uint32_t largest_tf,
                      std::uint32_t smallest_length, std::uint64_t postings_bytes,
                      std::uint64_t positions_bytes) {
  std::string beside;
  for (const std::uint64_t value : {std::uint64_t{df}, sf, cf, std::uint64_t{largest_tf},
                                    std::uint64_t{smallest_length}, postings_bytes, positions_bytes})
    put_number(beside, value);
  return beside;
}

std::string pack_single(std::uint64_t sf, DocumentNumber document, std::uint32_t tf,
                        std::uint64_t positions_bytes) {
  std::string beside;
  for (const std::uint64_t value :
       {std::uint64_t{1}, sf, std::uint64_t{document}, std::uint64_t{tf}, positions_bytes})
    put_number(beside, value);
  return beside;
}

std::optional<Index> Index::opened(std::optional<SectionFile> file, Diagnostics& diagnostics) {
  if (!file) return std::nullopt;
  Index index(std::move(*file));
  try {
    index.check_small_sections();
    index.read();
  } catch (const CorruptFile& error) {
    diagnostics.error({index.path()}, "corrupt", fmt::format("the index is damaged: {}", error.what()));
    return std::nullopt;
  }
  return index;
}

std::optional<Index> Index::open(const std::string& path, Diagnostics& diagnostics) {
  return opened(SectionFile::open(path, kIndexKind, diagnostics), diagnostics);
}

std::optional<Index> Index::from_memory(std::string name, std::string_view bytes, Diagnostics& diagnostics) {
  return opened(SectionFile::from_memory(std::move(name), bytes, kIndexKind, diagnostics), diagnostics);
}

void Index::check_small_sections() const {
  for (const StoredSection& section : file_->sections()) {
    if (section.bytes.size() <= kSmallSection) file_->check(section);
  }
}

void Index::read() {
  facts_ = read_facts(file_->find("meta").bytes);
  if (facts_.documents >= kNoDocument) throw CorruptFile("the index says nothing sensible about itself");
  lengths_ = file_->numbers<std::uint32_t>("lengths");
  if (lengths_.size() != facts_.documents) throw CorruptFile("the index has not a length per document");
  ids_ =
      Dictionary(file_->find("ids").bytes, file_->numbers<std::uint64_t>("id_places"), 1, facts_.documents);
  term_places_ = file_->numbers<std::uint64_t>("term_places");
  terms_ = Dictionary(file_->find("terms").bytes, term_places_, kTermPlaces, facts_.terms);
  postings_ = file_->find("postings").bytes;
  if (facts_.positions) positions_ = file_->find("positions").bytes;
  elements_ = file_->find("elements").bytes;
  element_places_ = file_->numbers<std::uint64_t>("element_places");
  sentences_ = file_->find("sentences").bytes;
  sentence_places_ = file_->numbers<std::uint64_t>("sentence_places");
  tags_ = read_tags(file_->find("tags").bytes);
  if (facts_.impact_bits > 0) {
    impacts_ = file_->find("impacts").bytes;
    impact_places_ = file_->numbers<std::uint64_t>("impact_places");
  }
}

std::optional<DocumentNumber> Index::find(std::string_view id) const {
  const auto number = ids_.find(id);
  if (!number) return std::nullopt;
  return static_cast<DocumentNumber>(*number);
}

TermEntry Index::entry_of(const Dictionary::Cursor& cursor, std::uint64_t& postings_at,
                          std::uint64_t& positions_at) const {
  ByteReader reader(cursor.beside());
  TermEntry entry;
  entry.number = cursor.number();
  entry.df = reader.number32();
  entry.sf = reader.number();
  std::uint64_t positions_size = 0;
  if (entry.df == 1) {
    const DocumentNumber document = reader.number32();
    entry.largest_tf = reader.number32();
    entry.cf = entry.largest_tf;
    if (document >= documents() || entry.cf == 0) ByteReader::fail();
    entry.smallest_length = lengths_[document];
    entry.postings = PostingList::single(document, entry.largest_tf);
    positions_size = reader.number();
  } else {
    entry.cf = reader.number();
    entry.largest_tf = reader.number32();
    entry.smallest_length = reader.number32();
    const std::uint64_t size = reader.number();
    if (postings_at > postings_.size() || size > postings_.size() - postings_at) ByteReader::fail();
    entry.postings = PostingList(postings_.substr(postings_at, size), entry.df, documents());
    postings_at += size;
    positions_size = reader.number();
  }
  if (positions_at > positions_.size() || positions_size > positions_.size() - positions_at)
    ByteReader::fail();
  entry.positions = positions_.substr(positions_at, positions_size);
  positions_at += positions_size;
  return entry;
}

std::optional<TermEntry> Index::find_term(std::string_view term) const {
  const auto number = terms_.find(term);
  if (!number) return std::nullopt;
  // Places are known at the head of a block; sizes lead from there.
  const std::uint64_t block = *number / kDictionaryBlock;
  std::uint64_t postings_at = term_places_[block * kTermPlaces + 1];
  std::uint64_t positions_at = term_places_[block * kTermPlaces + 2];
  auto cursor = terms_.from_block(block);
  for (;;) {
    cursor.next();
    const TermEntry entry = entry_of(cursor, postings_at, positions_at);
    if (entry.number == *number) return entry;
  }
}

void Index::each_term(std::string_view prefix,
                      const std::function<bool(const std::string&, const TermEntry&)>& visit) const {
  const auto first = terms_.lower_bound(prefix);
  if (!first) return;
  const std::uint64_t block = first->number() / kDictionaryBlock;
  std::uint64_t postings_at = term_places_[block * kTermPlaces + 1];
  std::uint64_t positions_at = term_places_[block * kTermPlaces + 2];
  for (auto cursor = terms_.from_block(block); cursor.next();) {
    const TermEntry entry = entry_of(cursor, postings_at, positions_at);
    if (entry.number < first->number()) continue;
    if (!cursor.text().starts_with(prefix) || !visit(cursor.text(), entry)) return;
  }
}

void Index::read_elements(DocumentNumber document, std::vector<ElementWords>& elements) const {
  unpack_elements(record_at(elements_, element_places_, document), elements);
  for (const ElementWords& element : elements) {
    if (element.name >= tags_.size()) ByteReader::fail();
  }
}

void Index::read_sentences(DocumentNumber document, std::vector<SentenceStart>& sentences) const {
  unpack_sentences(record_at(sentences_, sentence_places_, document), sentences);
}

std::string_view Index::impact_list(std::uint64_t term) const {
  return record_at(impacts_, impact_places_, term);
}

}  // namespace fovea::search
