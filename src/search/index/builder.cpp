#include "search/index/builder.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "files/append_file.h"
#include "files/mapping.h"
#include "files/section_writer.h"
#include "search/analysis/analyser.h"
#include "search/index/dictionary.h"
#include "search/index/impacts.h"
#include "search/index/index.h"
#include "search/index/inversion.h"
#include "search/index/positions.h"
#include "search/index/structure.h"
#include "text/numbers.h"

namespace fovea::search {

namespace {

/// Characters of text that one batch holds, if memory allows.
constexpr std::uint64_t kBatchCharacters = std::uint64_t{4} << 20;
/// What a character of a batch may take while it is inverted: text, words, occurrences, the run.
constexpr std::uint64_t kBytesPerCharacter = 12;
/// An analyser forgets its surface forms above this.
constexpr std::size_t kAnalyserMemory = std::size_t{24} << 20;

/// Documents that are analysed together, and what became of them.
struct Batch {
  DocumentNumber first = 0;
  std::vector<Document> documents;

  std::string run;
  std::vector<std::uint32_t> lengths;
  std::vector<std::string> names;  ///< of the elements; in the order of their first use
  struct Structure {
    std::vector<std::uint32_t> tags;  ///< numbers in `names`
    std::string elements;
    std::string sentences;
    std::uint32_t sentence_count = 0;
    std::vector<std::uint32_t> words;  ///< per element
    std::array<std::uint32_t, kFields> fields{};
  };
  std::vector<Structure> structures;
};

/// Analysers that are kept from batch to batch: they know the words.
class AnalyserPool {
 public:
  explicit AnalyserPool(const AnalysisSettings& settings) : settings_(settings) {}

  std::unique_ptr<Analyser> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Analyser>(settings_);
    auto analyser = std::move(free_.back());
    free_.pop_back();
    return analyser;
  }
  void give(std::unique_ptr<Analyser> analyser) {
    if (analyser->memory() > kAnalyserMemory) analyser->forget();
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(analyser));
  }

 private:
  const AnalysisSettings& settings_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Analyser>> free_;
};

Batch invert(Batch batch, AnalyserPool& pool, const Roles& roles, bool positions) {
  auto analyser = pool.take();
  BatchInverter inverter(*analyser);
  AnalysedDocument analysed;
  absl::flat_hash_map<std::string, std::uint32_t> names;
  std::vector<std::uint32_t> name_numbers;
  std::vector<FieldTag> tags;
  std::vector<Field> fields;
  DocumentNumber number = batch.first;
  for (const Document& document : batch.documents) {
    const ElementTreeView& tree = document.tree();
    analyser->analyse(document.text(), tree, analysed);
    inverter.add(number++, analysed);
    batch.lengths.push_back(analysed.length);
    name_numbers.clear();
    tags.clear();
    for (std::uint32_t i = 0; i < tree.names(); ++i) {
      const auto [found, fresh] = names.emplace(tree.name_at(i), batch.names.size());
      if (fresh) batch.names.push_back(found->first);
      name_numbers.push_back(found->second);
      tags.push_back(field_tag(roles, tree.name_at(i)));
    }
    Batch::Structure structure;
    for (const ElementWords& element : analysed.elements) {
      structure.tags.push_back(name_numbers[element.name]);
      structure.words.push_back(element.words);
    }
    find_fields(analysed.elements, tags, fields);
    for (const Field field : fields) ++structure.fields[static_cast<std::size_t>(field)];
    pack_elements(analysed.elements, structure.elements);
    pack_sentences(analysed.sentences, structure.sentences);
    structure.sentence_count = static_cast<std::uint32_t>(analysed.sentences.size());
    batch.structures.push_back(std::move(structure));
  }
  batch.run = inverter.finish(positions);
  pool.give(std::move(analyser));
  return batch;
}

/// A file without a name, mapped to be read again.
class Mapped {
 public:
  explicit Mapped(AppendFile& file) {
    file.flush();
    if (file.at() == 0) return;
    bytes_ = map_file(file.descriptor(), file.at(), "a temporary file");
    if (bytes_.empty())
      throw std::system_error(errno, std::generic_category(), "cannot map a temporary file");
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped() { unmap_file(bytes_); }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

class IndexBuilder {
 public:
  IndexBuilder(const Collection& collection, const std::string& path, const BuildOptions& options)
      : collection_(collection),
        path_(path),
        options_(options),
        pool_(options.analysis),
        merger_(path, options.memory / 2, options.positions),
        ids_(AppendFile::unnamed(path)),
        elements_(AppendFile::unnamed(path)),
        sentences_(AppendFile::unnamed(path)),
        terms_(AppendFile::unnamed(path)),
        postings_(AppendFile::unnamed(path)),
        positions_(AppendFile::unnamed(path)) {
    facts_.analysis = options.analysis;
    facts_.positions = options.positions;
    facts_.impact_bits = options.impact_bits;
    facts_.keep = options.keep;
    facts_.shard = fmt::format("{}/{}", options.shard.number, options.shard.shards);
    facts_.collection = std::filesystem::path(collection.path()).filename().string();
    std::ranges::replace_if(
        facts_.collection, [](unsigned char c) { return c < 0x20; }, '?');
    facts_.collection_documents = collection.documents();
    facts_.collection_next = collection.next_number();
  }

  std::uint64_t read_documents() {
    const unsigned threads =
        options_.threads > 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    const std::uint64_t room = std::max<std::uint64_t>(
        std::min(kBatchCharacters, options_.memory / 4 / kBytesPerCharacter / (threads + 1)), 1 << 12);
    Batch batch;
    std::uint64_t characters = 0;
    const auto send = [&] {
      if (batch.documents.empty()) return;
      const DocumentNumber next = batch.first + static_cast<DocumentNumber>(batch.documents.size());
      // With one thread the batch is inverted when its turn comes, by the only thread there is.
      pending_.push_back(std::async(
          threads == 1 ? std::launch::deferred : std::launch::async,
          [this](Batch taken) {
            return invert(std::move(taken), pool_, options_.analysis.roles, options_.positions);
          },
          std::move(batch)));
      batch = {};
      batch.first = next;
      characters = 0;
      while (pending_.size() > (threads == 1 ? 0 : threads)) take_next();
    };
    collection_.each([&](const Document& document) {
      if (!options_.shard.holds(document.id())) return true;
      add_id(document.id());
      facts_.characters += document.length();
      batch.documents.push_back(document);
      characters += document.length();
      if (characters >= room || batch.documents.size() >= 4096) send();
      return true;
    });
    send();
    while (!pending_.empty()) take_next();
    element_places_.push_back(elements_.at());
    sentence_places_.push_back(sentences_.at());
    return facts_.documents;
  }

  void write(SectionWriter& writer) {
    write_lists();
    AppendFile impacts = AppendFile::unnamed(path_);
    std::vector<std::uint64_t> impact_places;
    if (options_.impact_bits > 0) write_impacts(impacts, impact_places);
    const auto numbers = [&](std::string_view name, const auto& values) {
      writer.begin(name);
      writer.write(std::span(values.data(), values.size()));
    };
    const auto spool = [&](std::string_view name, AppendFile& file) {
      writer.begin(name);
      writer.write(file);
    };
    writer.begin("meta");
    writer.write(to_text(facts_));
    spool("ids", ids_);
    numbers("id_places", std::as_const(id_places_));
    numbers("lengths", std::as_const(lengths_));
    spool("terms", terms_);
    numbers("term_places", std::as_const(term_places_));
    spool("postings", postings_);
    if (options_.positions) spool("positions", positions_);
    spool("elements", elements_);
    numbers("element_places", std::as_const(element_places_));
    spool("sentences", sentences_);
    numbers("sentence_places", std::as_const(sentence_places_));
    writer.begin("tags");
    std::string tags;
    for (const TagEntry& tag : tags_) {
      put_number(tags, tag.name.size());
      tags += tag.name;
      put_number(tags, tag.elements);
      put_number(tags, tag.words);
    }
    writer.write(tags);
    if (options_.impact_bits == 0) return;
    spool("impacts", impacts);
    numbers("impact_places", std::as_const(impact_places));
  }

  BuildResult result() const { return {facts_.documents, facts_.terms, facts_.words}; }

 private:
  void add_id(std::string_view id) {
    std::string coded;
    const std::uint64_t at = ids_.at();
    if (id_writer_.add(id, {}, coded)) id_places_.push_back(at);
    ids_.write(coded);
  }

  void take_next() {
    Batch batch = pending_.front().get();
    pending_.pop_front();
    merger_.add(std::move(batch.run));
    std::vector<std::uint32_t> tag_of_name;
    for (const std::string& name : batch.names) {
      const auto [found, fresh] = tag_numbers_.emplace(name, tags_.size());
      if (fresh) tags_.push_back({name, 0, 0});
      tag_of_name.push_back(found->second);
    }
    for (std::size_t i = 0; i < batch.structures.size(); ++i) {
      Batch::Structure& structure = batch.structures[i];
      for (std::size_t j = 0; j < structure.tags.size(); ++j) {
        std::uint32_t& tag = structure.tags[j];
        tag = tag_of_name[tag];
        ++tags_[tag].elements;
        tags_[tag].words += structure.words[j];
      }
      std::string tags;
      pack_element_tags(structure.tags, tags);
      element_places_.push_back(elements_.at());
      elements_.write(tags);
      elements_.write(structure.elements);
      sentence_places_.push_back(sentences_.at());
      sentences_.write(structure.sentences);
      facts_.sentences += structure.sentence_count;
      for (std::size_t field = 0; field < kFields; ++field)
        facts_.field_words[field] += structure.fields[field];
      const std::uint32_t length = batch.lengths[i];
      facts_.smallest_length =
          facts_.documents == 0 ? length : std::min<std::uint64_t>(facts_.smallest_length, length);
      facts_.words += length;
      ++facts_.documents;
      lengths_.push_back(length);
    }
    if (options_.progress) options_.progress(facts_.documents);
  }

  void write_lists() {
    const auto to_postings = [this](std::string_view bytes) { postings_.write(bytes); };
    const auto to_positions = [this](std::string_view bytes) { positions_.write(bytes); };
    DictionaryWriter dictionary;
    PostingWriter postings;
    PositionWriter positions;
    std::vector<std::uint32_t> where;
    std::string coded;
    merger_.merge([&](RunMerger::Term& term) {
      const std::uint64_t postings_at = postings_.at();
      const std::uint64_t positions_at = positions_.at();
      DocumentNumber document = 0;
      std::uint32_t tf = 0;
      DocumentNumber first = kNoDocument;
      std::uint32_t first_tf = 0;
      // The posting of a term of one document stands in the dictionary: the first waits for a second.
      const auto add = [&](DocumentNumber number, std::uint32_t times) {
        postings.add(number, times, lengths_[number], to_postings);
      };
      while (term.next(document, tf, where)) {
        for (const std::uint32_t value : where) positions.add(value, to_positions);
        if (first == kNoDocument) {
          first = document;
          first_tf = tf;
          continue;
        }
        if (postings.df() == 0) add(first, first_tf);
        add(document, tf);
      }
      positions.finish(to_positions);
      const std::uint64_t positions_size = positions_.at() - positions_at;
      std::string beside;
      if (postings.df() == 0) {
        beside = pack_single(term.sentences(), first, first_tf, positions_size);
      } else {
        const std::uint32_t df = postings.df();
        const std::uint64_t cf = postings.cf();
        const std::uint32_t largest = postings.largest_tf();
        const std::uint32_t smallest = postings.smallest_length();
        const std::uint64_t size = postings.finish(to_postings);
        beside = pack_term(df, term.sentences(), cf, largest, smallest, size, positions_size);
      }
      coded.clear();
      const std::uint64_t at = terms_.at();
      if (dictionary.add(term.text(), beside, coded))
        term_places_.insert(term_places_.end(), {at, postings_at, positions_at});
      terms_.write(coded);
    });
    facts_.terms = dictionary.size();
  }

  /// Calls `visit` with the documents and the scores of every list, in the order of the terms; both are empty for a
  /// term of all documents.
  template <class Visit>
  void each_scored_list(std::string_view terms, std::string_view postings, const Visit& visit) {
    const double mean = static_cast<double>(facts_.words) / static_cast<double>(facts_.documents);
    const Dictionary dictionary(terms, term_places_, kTermPlaces, facts_.terms);
    std::vector<DocumentNumber> documents;
    std::vector<double> scores;
    std::uint64_t at = 0;
    for (auto cursor = dictionary.from_block(0); cursor.next();) {
      ByteReader reader(cursor.beside());
      const std::uint32_t df = reader.number32();
      reader.number();
      PostingList list;
      if (df == 1) {
        const DocumentNumber document = reader.number32();
        list = PostingList::single(document, reader.number32());
      } else {
        for (int skipped = 0; skipped < 3; ++skipped) reader.number();
        const std::uint64_t size = reader.number();
        list = PostingList(postings.substr(at, size), df, static_cast<std::uint32_t>(facts_.documents));
        at += size;
      }
      documents.clear();
      scores.clear();
      if (df < facts_.documents) {
        for (PostingCursor posting(list); posting.document() != kNoDocument; posting.next()) {
          documents.push_back(posting.document());
          scores.push_back(impact_score(facts_.documents, df, posting.tf(),
                                        static_cast<double>(lengths_[posting.document()]), mean));
        }
      }
      visit(documents, scores);
    }
  }

  void write_impacts(AppendFile& impacts, std::vector<std::uint64_t>& places) {
    const Mapped terms(terms_);
    const Mapped postings(postings_);
    Quantiser quantiser(options_.impact_bits);
    each_scored_list(terms.bytes(), postings.bytes(),
                     [&](const std::vector<DocumentNumber>&, const std::vector<double>& scores) {
                       for (const double score : scores) quantiser.see(score);
                     });
    std::vector<std::uint32_t> quantised;
    std::string packed;
    each_scored_list(terms.bytes(), postings.bytes(),
                     [&](const std::vector<DocumentNumber>& documents, const std::vector<double>& scores) {
                       places.push_back(impacts.at());
                       quantised.clear();
                       for (const double score : scores) quantised.push_back(quantiser.impact(score));
                       packed.clear();
                       if (!documents.empty()) pack_impacts(documents, quantised, options_.keep, packed);
                       impacts.write(packed);
                     });
    places.push_back(impacts.at());
  }

  const Collection& collection_;
  const std::string& path_;
  const BuildOptions& options_;
  AnalyserPool pool_;
  RunMerger merger_;
  IndexFacts facts_;
  DictionaryWriter id_writer_;
  AppendFile ids_, elements_, sentences_, terms_, postings_, positions_;
  std::vector<std::uint64_t> id_places_, element_places_, sentence_places_, term_places_;
  std::vector<std::uint32_t> lengths_;
  std::vector<TagEntry> tags_;
  absl::flat_hash_map<std::string, std::uint32_t> tag_numbers_;
  /// Last: what still runs when something fails is waited for before anything else goes away.
  std::deque<std::future<Batch>> pending_;
};

}  // namespace

bool Shard::holds(std::string_view id) const {
  if (shards == 1) return true;
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : id) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash % shards == number - 1;
}

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = parse_integer(text.substr(0, slash));
  const auto shards = parse_integer(text.substr(slash + 1));
  if (!number || !shards || *number < 1 || *number > *shards) return std::nullopt;
  return Shard{static_cast<std::uint64_t>(*number), static_cast<std::uint64_t>(*shards)};
}

std::optional<BuildResult> build_index(const Collection& collection, const std::string& path,
                                       const BuildOptions& options, Diagnostics& diagnostics) {
  const auto writer = SectionWriter::create(
      path, kIndexKind,
      options.replace ? SectionWriter::Existing::kReplace : SectionWriter::Existing::kRefuse, diagnostics);
  if (!writer) return std::nullopt;
  IndexBuilder builder(collection, path, options);
  if (builder.read_documents() == 0) {
    diagnostics.error({collection.path()}, "empty", "no document to index");
    return std::nullopt;
  }
  builder.write(*writer);
  writer->finish();
  return builder.result();
}

}  // namespace fovea::search
