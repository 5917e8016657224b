#include "search/index/index.h"

#include <fmt/format.h>

#include <algorithm>

#include "search/index/impacts.h"
#include "search/index/term_record.h"
#include "text/numbers.h"

namespace fovea::search {

const SectionKind kIndexKind{
    .name = "fovea index", .version = 3, .noun = "an index", .maker = "fovea index", .outdated = nullptr};

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
    {"classes", &IndexFacts::classes},
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

void skip_term(ByteReader& reader) {
  read_term(reader);
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
  text += fmt::format("unit\t{}\npositions\t{}\nimpact bits\t{}\nshard\t{}\ncollection\t{}\n",
                      to_text(facts.unit), facts.positions ? "yes" : "no", facts.impact_bits, facts.shard,
                      facts.collection);
  if (facts.impact_bits > 0)
    text += fmt::format("impact range\t{}\nstatistics\t{}\n", facts.impact_range,
                        facts.given_statistics ? "given" : "own");
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
    } else if (key == "impact range") {
      facts.impact_range = value;
    } else if (key == "statistics") {
      facts.given_statistics = value == "given";
    } else if (key == "shard") {
      facts.shard = value;
    } else if (key == "collection") {
      facts.collection = value;
    } else if (key == "unit") {
      const auto unit = parse_chunk_unit(value);
      if (!unit) throw CorruptFile("the index has units that this fovea does not know");
      facts.unit = *unit;
    } else if (!read_setting(key, value, facts.analysis)) {
      throw CorruptFile(
          fmt::format("the index was analysed with {} {}, which this fovea does not have: build it again",
                      key, quote(value)));
    }
  }
  return facts;
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
  terms_ = Dictionary(file_->find("terms").bytes, term_places_, kTermPlaces, facts_.terms, skip_term);
  postings_ = file_->find("postings").bytes;
  if (facts_.positions) positions_ = file_->find("positions").bytes;
  elements_ = file_->find("elements").bytes;
  element_places_ = file_->numbers<std::uint64_t>("element_places");
  sentences_ = file_->find("sentences").bytes;
  sentence_places_ = file_->numbers<std::uint64_t>("sentence_places");
  read_tags();
  if (facts_.classes > 0)
    classes_ =
        Classes(file_->find("classes").bytes, file_->numbers<std::uint64_t>("class_places"), tags_.size());
  if (facts_.impact_bits > 0) {
    impacts_ = file_->find("impacts").bytes;
    impact_places_ = file_->numbers<std::uint64_t>("impact_places");
  }
}

void Index::read_tags() {
  const std::string_view lists = file_->find("tag_postings").bytes;
  for (ByteReader reader(file_->find("tags").bytes); !reader.at_end();) {
    TagEntry tag;
    tag.name = reader.bytes(reader.number());
    tag.elements = reader.number();
    tag.words = reader.number();
    for (std::uint64_t& words : tag.fields) words = reader.number();
    tag.df = reader.number32();
    tag.largest_tf = reader.number32();
    tag.smallest_length = decode_rounded(static_cast<std::uint8_t>(std::min(reader.number32(), 255U)));
    const std::uint64_t at = reader.number();
    const std::uint64_t size = reader.number();
    if (at > lists.size() || size > lists.size() - at) ByteReader::fail();
    tag.postings = PostingList(lists.substr(at, size), tag.df, documents());
    tags_by_name_.push_back(static_cast<std::uint32_t>(tags_.size()));
    tags_.push_back(std::move(tag));
  }
  std::ranges::sort(tags_by_name_, {},
                    [this](std::uint32_t tag) -> const std::string& { return tags_[tag].name; });
}

std::optional<std::uint32_t> Index::find_tag(std::string_view name) const {
  const auto found = std::ranges::lower_bound(
      tags_by_name_, name, {}, [this](std::uint32_t tag) -> std::string_view { return tags_[tag].name; });
  if (found == tags_by_name_.end() || tags_[*found].name != name) return std::nullopt;
  return *found;
}

std::optional<DocumentNumber> Index::find(std::string_view id) const {
  const auto number = ids_.find(id);
  if (!number) return std::nullopt;
  return static_cast<DocumentNumber>(*number);
}

TermEntry Index::entry_of(const Dictionary::Cursor& cursor, std::uint64_t& postings_at,
                          std::uint64_t& positions_at) const {
  ByteReader reader(cursor.beside());
  const TermRecord record = read_term(reader);
  TermEntry entry{cursor.number(), record.df, record.sf, record.cf, record.largest_tf, 0, {}, {}};
  if (record.cf == 0 || record.cf < record.sf) ByteReader::fail();
  if (record.df == 1) {
    if (record.document >= documents()) ByteReader::fail();
    entry.smallest_length = lengths_[record.document];
    entry.postings = PostingList::single(record.document, record.largest_tf);
  } else {
    entry.smallest_length = decode_rounded(record.smallest_length);
    const std::uint64_t size = record.postings_bytes;
    if (postings_at > postings_.size() || size > postings_.size() - postings_at) ByteReader::fail();
    entry.postings = PostingList(postings_.substr(postings_at, size), entry.df, documents());
    postings_at += size;
  }
  const std::uint64_t size = record.positions_bytes;
  if (positions_at > positions_.size() || size > positions_.size() - positions_at) ByteReader::fail();
  entry.positions.bytes = positions_.substr(positions_at, size);
  entry.positions.cf = record.cf;
  if (record.cf == 1) entry.positions.only = record.position;
  positions_at += size;
  return entry;
}

TermCursor::TermCursor(const Index& index, std::uint64_t block)
    : index_(&index), cursor_(index.terms_.from_block(block)) {
  // Places are known at the head of a block; sizes lead from there.
  if ((block + 1) * kTermPlaces > index.term_places_.size()) return;
  postings_at_ = index.term_places_[block * kTermPlaces + 1];
  positions_at_ = index.term_places_[block * kTermPlaces + 2];
}

bool TermCursor::next() {
  if (!cursor_.next()) return false;
  entry_ = index_->entry_of(cursor_, postings_at_, positions_at_);
  return true;
}

std::optional<TermEntry> Index::find_term(std::string_view term) const {
  const auto number = terms_.find(term);
  if (!number) return std::nullopt;
  for (TermCursor cursor(*this, *number / kDictionaryBlock); cursor.next();) {
    if (cursor.entry().number == *number) return cursor.entry();
  }
  return std::nullopt;
}

void Index::each_term(std::string_view prefix,
                      const std::function<bool(const std::string&, const TermEntry&)>& visit) const {
  const auto first = terms_.lower_bound(prefix);
  if (!first) return;
  for (TermCursor cursor(*this, first->number() / kDictionaryBlock); cursor.next();) {
    if (cursor.entry().number < first->number()) continue;
    if (!cursor.text().starts_with(prefix) || !visit(cursor.text(), cursor.entry())) return;
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
  const std::uint64_t block = term / kImpactBlock;
  if (block >= impact_places_.size() || impact_places_[block] > impacts_.size()) ByteReader::fail();
  ByteReader reader(impacts_, impact_places_[block]);
  for (std::uint64_t skipped = term % kImpactBlock; skipped > 0; --skipped) reader.bytes(reader.number());
  return reader.bytes(reader.number());
}

}  // namespace fovea::search
