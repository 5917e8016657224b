#include "search/index/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <numeric>
#include <ranges>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "files/append_file.h"
#include "files/section_writer.h"
#include "search/chunks/chunker.h"
#include "search/index/batch.h"
#include "search/index/dictionary.h"
#include "search/index/impact_builder.h"
#include "search/index/index.h"
#include "search/index/list_writer.h"
#include "search/index/structure.h"
#include "text/fnv.h"
#include "text/numbers.h"

namespace fovea::search {

namespace {

/// Characters of text that one batch holds, if memory allows.
constexpr std::uint64_t kBatchCharacters = std::uint64_t{4} << 20;
/// What a character of a batch may take while it is inverted: text, words, counts per tag, the run.
constexpr std::uint64_t kBytesPerCharacter = 16;
/// What a document takes that is inverted alone, as measured with plain text and with an element around each word.
constexpr std::uint64_t kBytesOfCharacter = 8;
constexpr std::uint64_t kBytesOfElement = 160;
/// An analyser forgets its surface forms above this.
constexpr std::uint64_t kAnalyserMemory = std::uint64_t{24} << 20;

unsigned threads_of(const BuildOptions& options) {
  return options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

void write_number(AppendFile& file, std::uint64_t number) {
  file.write({reinterpret_cast<const char*>(&number), sizeof number});
}

std::span<const std::uint64_t> numbers_of(AppendFile& file) {
  const std::string_view bytes = file.bytes();
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t)};
}

/// The name of a file, as a line can hold it.
std::string name_for_facts(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < 0x20; }, '?');
  return name;
}

class IndexBuilder {
 public:
  IndexBuilder(const Collection& collection, const std::string& path, const BuildOptions& options)
      : collection_(collection),
        path_(path),
        options_(options),
        threads_(threads_of(options)),
        pool_(options.analysis, std::min(kAnalyserMemory, options.memory / 8 / threads_)),
        merger_(path, options.memory / 2, options.positions) {
    facts_.analysis = options.analysis;
    facts_.positions = options.positions;
    facts_.unit = options.unit;
    facts_.unit.file = name_for_facts(options.unit.file);
    facts_.classes = options.classes;
    facts_.impact_bits = options.impact_bits;
    facts_.keep = options.keep;
    facts_.given_statistics = options.statistics != nullptr;
    facts_.shard = fmt::format("{}/{}", options.shard.number, options.shard.shards);
    facts_.collection = name_for_facts(collection.path());
    facts_.collection_documents = collection.documents();
    facts_.collection_next = collection.next_number();
  }

  std::uint64_t read_documents() {
    const std::uint64_t room = std::max<std::uint64_t>(
        std::min(kBatchCharacters, options_.memory / 4 / kBytesPerCharacter / (threads_ + 1)), 1 << 12);
    Batch batch;
    std::uint64_t characters = 0;
    Chunker chunker(options_.unit, options_.analysis, options_.chunks);
    std::vector<Span> spans;
    const bool chunks = options_.unit.kind != ChunkUnit::Kind::kArticle;
    const BatchParts parts{options_.analysis.roles, options_.positions, options_.classes > 0, chunks};
    const auto send = [&] {
      if (batch.pieces.empty()) return;
      const DocumentNumber next = batch.first + static_cast<DocumentNumber>(batch.pieces.size());
      // With one thread the batch is inverted when its turn comes, by the only thread there is.
      pending_.push_back(std::async(
          threads_ == 1 ? std::launch::deferred : std::launch::async,
          [this, parts](Batch taken) { return invert(std::move(taken), pool_, tag_numbers_, parts); },
          std::exchange(batch, {})));
      batch.first = next;
      characters = 0;
      while (pending_.size() > (threads_ == 1 ? 0 : threads_)) take_next();
    };
    collection_.each([&](const Document& document) {
      if (!options_.shard.holds(document.id())) return true;
      const auto add = [&](Span span) {
        facts_.characters += span.size();
        batch.pieces.push_back({document, span});
        characters += span.size();
        if (characters >= room || batch.pieces.size() >= 4096) send();
      };
      if (!chunks) {
        const std::uint64_t bytes =
            document.length() * kBytesOfCharacter + document.tree().size() * kBytesOfElement;
        if (bytes > options_.memory && options_.too_large) options_.too_large(document.id(), bytes);
        add_id(document.id());
        add({0, document.length()});
        return true;
      }
      chunker.cut(document, spans);
      // Their ids ascend from the last to the first.
      for (const Span span : spans | std::views::reverse) {
        add_id(chunk_id(document.id(), span));
        add(span);
      }
      return true;
    });
    send();
    while (!pending_.empty()) take_next();
    write_number(element_places_, elements_.at());
    write_number(sentence_places_, sentences_.at());
    return facts_.documents;
  }

  /// Makes the lists; false when the statistics are not those of these documents.
  bool make_lists() {
    const auto columns = choose_classes();
    ClassWriter classes(class_tags_, classes_);
    const ListOptions options{path_, options_.memory, threads_, lengths_, columns, class_tags_.size()};
    const WrittenLists lists = write_lists(merger_, options,
                                           {terms_, term_places_, postings_, positions_, tag_postings_,
                                            options_.classes > 0 ? &classes : nullptr});
    facts_.terms = lists.terms;
    class_places_ = classes.places();
    for (const TagListRecord& list : lists.tags) {
      const auto found = std::ranges::find(tags_, list.name, &Tag::name);
      found->list = list;
    }
    if (options_.impact_bits == 0) return true;
    const ScoreRange own{facts_.documents, facts_.words};
    const auto range = write_impacts({terms_.bytes(), numbers_of(term_places_), facts_.terms,
                                      postings_.bytes(), lengths_, own, options_.statistics},
                                     options_.impact_bits, options_.keep, impacts_, impact_places_);
    if (range) facts_.impact_range = to_text(*range);
    return range.has_value();
  }

  void write(SectionWriter& writer) {
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
    spool("term_places", term_places_);
    spool("postings", postings_);
    if (options_.positions) spool("positions", positions_);
    spool("elements", elements_);
    spool("element_places", element_places_);
    spool("sentences", sentences_);
    spool("sentence_places", sentence_places_);
    writer.begin("tags");
    writer.write(packed_tags());
    spool("tag_postings", tag_postings_);
    if (options_.classes > 0) {
      spool("classes", classes_);
      numbers("class_places", std::as_const(class_places_));
    }
    if (options_.impact_bits == 0) return;
    spool("impacts", impacts_);
    numbers("impact_places", std::as_const(impact_places_));
  }

  BuildResult result() const { return {facts_.documents, facts_.terms, facts_.words}; }

  /// The first names of elements, if a table of roles was given that names none of all; else nothing.
  std::string names_without_role() const {
    const Roles& roles = options_.analysis.roles;
    if (roles == Roles()) return {};
    std::set<std::string> names(tag_numbers_.names().begin(), tag_numbers_.names().end());
    std::string shown;
    std::size_t count = 0;
    for (const std::string& name : names) {
      if (roles.role(name) != Role::kNone) return {};
      if (++count <= kShownNames) shown += (count == 1 ? "" : ", ") + quote(name);
    }
    return shown + (count > kShownNames ? ", …" : "");
  }

 private:
  struct Tag {
    std::string name;
    std::uint64_t elements = 0;
    std::uint64_t words = 0;
    FieldWords fields{};
    TagListRecord list;
  };

  AppendFile unnamed() const { return AppendFile::unnamed(path_); }

  void add_id(std::string_view id) {
    std::string coded;
    const std::uint64_t at = ids_.at();
    if (id_writer_.add(id, {}, coded)) id_places_.push_back(at);
    ids_.write(coded);
  }

  /// The number in the index of a tag of a batch: tags are numbered in the order of their first use.
  std::uint32_t tag_of(std::uint32_t number) {
    if (number >= tag_of_number_.size()) tag_of_number_.resize(number + std::size_t{1}, kNoTag);
    std::uint32_t& tag = tag_of_number_[number];
    if (tag == kNoTag) {
      tag = static_cast<std::uint32_t>(tags_.size());
      tags_.emplace_back();
    }
    return tag;
  }

  void take_next() {
    Batch batch = pending_.front().get();
    pending_.pop_front();
    merger_.add(std::move(batch.run));
    std::vector<std::uint32_t> tags;
    std::string packed;
    for (const Batch::Structure& structure : batch.structures) {
      tags.clear();
      for (const Batch::Tag& each : structure.tags) {
        tags.push_back(tag_of(each.number));
        tags_[tags.back()].elements += each.elements;
        tags_[tags.back()].words += each.words;
        for (std::size_t field = 0; field < kFields; ++field)
          tags_[tags.back()].fields[field] += each.fields[field];
      }
      packed.clear();
      pack_tags(tags, packed);
      write_number(element_places_, elements_.at());
      elements_.write(packed);
      elements_.write(structure.elements);
      write_number(sentence_places_, sentences_.at());
      sentences_.write(structure.sentences);
      facts_.sentences += structure.sentence_count;
      for (std::size_t field = 0; field < kFields; ++field)
        facts_.field_words[field] += structure.fields[field];
      facts_.smallest_length = facts_.documents == 0
                                   ? structure.length
                                   : std::min<std::uint64_t>(facts_.smallest_length, structure.length);
      facts_.words += structure.length;
      ++facts_.documents;
      lengths_.push_back(structure.length);
    }
    if (options_.progress) options_.progress(facts_.documents);
  }

  /// Gives tags their names and chooses those that have classes; returns the column of each number of TagNumbers.
  std::vector<std::uint32_t> choose_classes() {
    const auto& names = tag_numbers_.names();
    tag_of_number_.resize(names.size(), kNoTag);
    for (std::size_t number = 0; number < names.size(); ++number) {
      if (tag_of_number_[number] != kNoTag) tags_[tag_of_number_[number]].name = names[number];
    }
    class_tags_.resize(tags_.size());
    std::iota(class_tags_.begin(), class_tags_.end(), 0U);
    std::ranges::stable_sort(
        class_tags_, [&](std::uint32_t a, std::uint32_t b) { return tags_[a].words > tags_[b].words; });
    class_tags_.resize(std::min<std::size_t>(class_tags_.size(), options_.classes));
    std::vector<std::uint32_t> columns(names.size(), kNoColumn);
    for (std::size_t number = 0; number < names.size(); ++number) {
      const auto found = std::ranges::find(class_tags_, tag_of_number_[number]);
      if (found != class_tags_.end())
        columns[number] = static_cast<std::uint32_t>(found - class_tags_.begin());
    }
    return columns;
  }

  std::string packed_tags() const {
    std::string packed;
    for (const Tag& tag : tags_) {
      put_number(packed, tag.name.size());
      packed += tag.name;
      for (const std::uint64_t value :
           {tag.elements, tag.words, tag.fields[0], tag.fields[1], tag.fields[2], tag.fields[3],
            std::uint64_t{tag.list.df}, std::uint64_t{tag.list.largest_tf},
            std::uint64_t{tag.list.smallest_length}, tag.list.at, tag.list.bytes})
        put_number(packed, value);
    }
    return packed;
  }

  static constexpr std::uint32_t kNoTag = UINT32_MAX;
  static constexpr std::size_t kShownNames = 8;

  const Collection& collection_;
  const std::string& path_;
  const BuildOptions& options_;
  unsigned threads_;
  AnalyserPool pool_;
  TagNumbers tag_numbers_;
  RunMerger merger_;
  IndexFacts facts_;
  DictionaryWriter id_writer_;
  AppendFile ids_ = unnamed(), elements_ = unnamed(), element_places_ = unnamed(), sentences_ = unnamed(),
             sentence_places_ = unnamed(), terms_ = unnamed(), term_places_ = unnamed(),
             postings_ = unnamed(), positions_ = unnamed(), tag_postings_ = unnamed(), classes_ = unnamed(),
             impacts_ = unnamed();
  std::vector<std::uint64_t> id_places_, class_places_, impact_places_;
  std::vector<std::uint32_t> lengths_;
  std::vector<Tag> tags_;
  std::vector<std::uint32_t> tag_of_number_;
  std::vector<std::uint32_t> class_tags_;
  /// Last: what still runs when something fails is waited for before anything else goes away.
  std::deque<std::future<Batch>> pending_;
};

}  // namespace

bool Shard::holds(std::string_view id) const {
  return shards == 1 || fnv1a(id) % shards == number - 1;
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
  if (!builder.make_lists()) {
    diagnostics.error(
        {options.statistics->path()}, "other-statistics",
        fmt::format("found statistics that do not cover {}, expected those of indexes that hold all "
                    "its documents, analysed in the same way",
                    collection.path()));
    return std::nullopt;
  }
  if (const std::string found = builder.names_without_role(); !found.empty()) {
    diagnostics.expected({collection.path()}, "no-role", fmt::format("elements {}", found),
                         "one at least that the table of roles names");
    return std::nullopt;
  }
  builder.write(*writer);
  writer->finish();
  return builder.result();
}

}  // namespace fovea::search
