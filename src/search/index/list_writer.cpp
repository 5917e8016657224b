#include "search/index/list_writer.h"

#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <optional>
#include <utility>

#include "search/index/index.h"
#include "search/index/positions.h"

namespace fovea::search {

namespace {

constexpr std::uint64_t kMostRange = std::uint64_t{8} << 20;
constexpr std::uint64_t kLeastRange = std::uint64_t{1} << 15;

/// Bytes that wait in memory, and in a file when they become too many.
class Spool {
 public:
  Spool(const std::string& path, std::size_t most) : path_(path), most_(most) {}

  void write(std::string_view bytes) {
    if (!file_ && memory_.size() + bytes.size() > most_) {
      file_ = AppendFile::unnamed(path_);
      file_->write(memory_);
      memory_ = {};
    }
    size_ += bytes.size();
    if (file_) {
      file_->write(bytes);
    } else {
      memory_ += bytes;
    }
  }
  std::uint64_t size() const { return size_; }
  void append_to(AppendFile& out) {
    if (file_) {
      out.write(*file_);
    } else {
      out.write(memory_);
    }
  }

 private:
  std::string path_;
  std::size_t most_;
  std::uint64_t size_ = 0;
  std::string memory_;
  std::optional<AppendFile> file_;
};

/// What became of one range.
struct MergedRange {
  MergedRange(const std::string& path, std::size_t most) : postings(path, most), positions(path, most) {}

  struct Term {
    std::string_view text;
    std::string_view record;
    std::uint64_t postings_bytes = 0;
    std::uint64_t positions_bytes = 0;
    std::string_view classes;  ///< counts, or nothing
  };
  void add(std::string_view text, const TermRecord& record, std::string_view classes) {
    put_number(terms, text.size());
    terms += text;
    std::string packed;
    pack_term(record, packed);
    put_number(terms, packed.size());
    terms += packed;
    put_number(terms, record.postings_bytes);
    put_number(terms, record.positions_bytes);
    put_number(terms, classes.size());
    terms += classes;
  }
  template <class Visit>
  void each(const Visit& visit) const {
    for (ByteReader reader(terms); !reader.at_end();) {
      Term term;
      term.text = reader.bytes(reader.number());
      term.record = reader.bytes(reader.number());
      term.postings_bytes = reader.number();
      term.positions_bytes = reader.number();
      term.classes = reader.bytes(reader.number());
      visit(term);
    }
  }

  Spool postings;
  Spool positions;
  std::string terms;
  std::vector<TagListRecord> tags;
  std::string tag_postings;
};

class RangeMerger {
 public:
  RangeMerger(const ListOptions& options, std::size_t most_spooled)
      : options_(options), merged_(options.path, most_spooled), counts_(options.classes) {}

  void take(RunMerger::Term& term) {
    if (term.text().starts_with(kTagMark)) return take_tag(term);
    const auto to_postings = [this](std::string_view bytes) { merged_.postings.write(bytes); };
    const auto to_positions = [this](std::string_view bytes) { merged_.positions.write(bytes); };
    const std::uint64_t positions_at = merged_.positions.size();
    TermRecord record;
    record.sf = term.sentences();
    DocumentNumber document = 0;
    std::uint32_t tf = 0;
    // The posting of a term of one document stands in the dictionary: the first waits for a second; so does the first
    // position.
    std::optional<std::uint32_t> first_position;
    while (term.next(document, tf, where_)) {
      record.cf += tf;
      if (++record.df == 1) {
        record.document = document;
        record.largest_tf = tf;
        if (tf == 1 && !where_.empty()) {
          first_position = where_.front();
          continue;
        }
      } else {
        if (record.df == 2) add_posting(record.document, record.largest_tf, to_postings);
        add_posting(document, tf, to_postings);
        if (first_position) positions_.add(*std::exchange(first_position, std::nullopt), to_positions);
      }
      for (const std::uint32_t position : where_) positions_.add(position, to_positions);
    }
    if (first_position) record.position = *first_position;
    positions_.finish(to_positions);
    record.positions_bytes = merged_.positions.size() - positions_at;
    if (record.df > 1) {
      record.largest_tf = postings_.largest_tf();
      record.smallest_length = round_down_code(postings_.smallest_length());
      record.postings_bytes = postings_.finish(to_postings);
    }
    merged_.add(term.text(), record, record.df > kClassDocuments ? classes_of(term) : std::string_view());
  }

  MergedRange finish() { return std::move(merged_); }

 private:
  void add_posting(DocumentNumber document, std::uint32_t tf, const PostingWriter::Sink& sink) {
    postings_.add(document, tf, options_.lengths[document], sink);
  }

  void take_tag(RunMerger::Term& term) {
    TagListRecord tag;
    tag.name = term.text().substr(1);
    tag.at = merged_.tag_postings.size();
    const auto sink = [this](std::string_view bytes) { merged_.tag_postings += bytes; };
    DocumentNumber document = 0;
    std::uint32_t elements = 0;
    while (term.next(document, elements, where_)) add_posting(document, elements, sink);
    tag.df = postings_.df();
    tag.largest_tf = postings_.largest_tf();
    tag.smallest_length = round_down_code(postings_.smallest_length());
    tag.bytes = postings_.finish(sink);
    merged_.tags.push_back(std::move(tag));
  }

  std::string_view classes_of(const RunMerger::Term& term) {
    classes_.clear();
    if (counts_.empty()) return classes_;
    std::ranges::fill(counts_, 0U);
    for (const auto& [tag, elements] : term.classes()) {
      const std::uint32_t column = options_.class_columns[tag];
      if (column != kNoColumn) counts_[column] += elements;
    }
    for (const std::uint64_t count : counts_) put_number(classes_, count);
    return classes_;
  }

  const ListOptions& options_;
  MergedRange merged_;
  PostingWriter postings_;
  PositionWriter positions_;
  std::vector<std::uint32_t> where_;
  std::vector<std::uint64_t> counts_;
  std::string classes_;
};

/// Puts ranges behind each other.
class ListAppender {
 public:
  explicit ListAppender(const ListFiles& files) : files_(files) {}

  void append(MergedRange range) {
    std::uint64_t postings_at = files_.postings.at();
    std::uint64_t positions_at = files_.positions.at();
    range.each([&](const MergedRange::Term& term) {
      coded_.clear();
      const std::uint64_t at = files_.terms.at();
      const std::uint64_t number = dictionary_.size();
      if (dictionary_.add(term.text, term.record, coded_)) {
        const std::array<std::uint64_t, kTermPlaces> places{at, postings_at, positions_at};
        files_.term_places.write({reinterpret_cast<const char*>(places.data()), sizeof places});
      }
      files_.terms.write(coded_);
      postings_at += term.postings_bytes;
      positions_at += term.positions_bytes;
      if (files_.classes == nullptr || term.classes.empty()) return;
      counts_.clear();
      for (ByteReader reader(term.classes); !reader.at_end();) counts_.push_back(reader.number());
      files_.classes->add(number, counts_);
    });
    range.postings.append_to(files_.postings);
    range.positions.append_to(files_.positions);
    for (TagListRecord& tag : range.tags) {
      tag.at += files_.tag_postings.at();
      written_.tags.push_back(std::move(tag));
    }
    files_.tag_postings.write(range.tag_postings);
  }

  WrittenLists finish() {
    written_.terms = dictionary_.size();
    return std::move(written_);
  }

 private:
  const ListFiles& files_;
  DictionaryWriter dictionary_;
  std::string coded_;
  std::vector<std::uint64_t> counts_;
  WrittenLists written_;
};

}  // namespace

WrittenLists write_lists(RunMerger& merger, const ListOptions& options, const ListFiles& files) {
  // A thread reads ahead, and holds what it makes; one more range waits to be appended.
  const std::uint64_t share = options.memory / 4 / (options.threads + 1);
  const auto ranges = merger.ranges(std::clamp(share / 2, kLeastRange, kMostRange));
  const auto merge = [&](const RunMerger::Range& range) {
    RangeMerger merging(options, share);
    merger.merge(range, share, [&](RunMerger::Term& term) { merging.take(term); });
    return merging.finish();
  };
  ListAppender appender(files);
  std::deque<std::future<MergedRange>> pending;
  const auto append_next = [&] {
    MergedRange range = pending.front().get();
    pending.pop_front();
    appender.append(std::move(range));
  };
  for (const RunMerger::Range& range : ranges) {
    // With one thread a range is merged when its turn comes, by the only thread there is.
    pending.push_back(std::async(options.threads == 1 ? std::launch::deferred : std::launch::async, merge,
                                 std::cref(range)));
    if (pending.size() >= options.threads) append_next();
  }
  while (!pending.empty()) append_next();
  return appender.finish();
}

}  // namespace fovea::search
