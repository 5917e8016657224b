#include "search/index/sorted_run.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <queue>
#include <system_error>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

/// A run has a mark about every so many bytes.
constexpr std::uint64_t kMarkEvery = std::uint64_t{1} << 15;
constexpr std::size_t kLeastReadAhead = std::size_t{1} << 12;
constexpr std::size_t kMostReadAhead = std::size_t{1} << 18;
/// Of a number.
constexpr std::size_t kMostBytes = 10;

void put_head(std::string& out, const RunEntry& entry, std::uint64_t classes_bytes,
              std::uint64_t postings_bytes) {
  put_number(out, entry.term.size());
  out += entry.term;
  for (const std::uint64_t value :
       {entry.documents, entry.sentences, std::uint64_t{entry.last}, classes_bytes, postings_bytes})
    put_number(out, value);
}

/// Keeps a mark of an entry that begins at `at`, if the last one is far enough away.
void mark(std::vector<RunMark>& marks, std::string_view term, std::uint64_t at) {
  if (marks.empty() || at - marks.back().at >= kMarkEvery) marks.push_back({std::string(term), at});
}

}  // namespace

void SortedRun::add(const RunEntry& entry) {
  mark(marks, entry.term, bytes.size());
  put_head(bytes, entry, entry.classes.size(), entry.postings.size());
  bytes += entry.classes;
  bytes += entry.postings;
}

/// Reads one run from front to back, from memory or from a stretch of a file.
class RunReader {
 public:
  explicit RunReader(std::string_view bytes) : bytes_(bytes) {}
  RunReader(int descriptor, std::uint64_t begin, std::uint64_t end, std::size_t read_ahead)
      : descriptor_(descriptor), file_at_(begin), file_end_(end), read_ahead_(read_ahead) {}

  /// Goes to the next entry; false at the end.
  bool next_entry() {
    if (at_ == bytes_.size() && file_at_ == file_end_) return false;
    read_text(number(), term_);
    documents_ = number();
    sentences_ = number();
    last_ = static_cast<DocumentNumber>(number());
    classes_bytes_ = number();
    size_ = number();
    return true;
  }
  const std::string& term() const { return term_; }
  std::uint64_t documents() const { return documents_; }
  std::uint64_t sentences() const { return sentences_; }
  DocumentNumber last() const { return last_; }
  /// Of the postings.
  std::uint64_t size() const { return size_; }

  /// Must be read before the postings.
  const std::string& classes() {
    read_text(classes_bytes_, classes_);
    return classes_;
  }
  void skip_entry() {
    for (std::uint64_t left = classes_bytes_ + size_; left > 0;) {
      if (at_ == bytes_.size()) refill();
      const std::uint64_t step = std::min<std::uint64_t>(left, bytes_.size() - at_);
      at_ += step;
      left -= step;
    }
  }

  std::uint64_t number() {
    if (bytes_.size() - at_ < kMostBytes) return slow_number();
    const char* const from = bytes_.data() + at_;
    const char* byte = from;
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto c = static_cast<unsigned char>(*byte++);
      value |= std::uint64_t{c & 0x7FU} << shift;
      if (c < 0x80) break;
    }
    at_ += static_cast<std::size_t>(byte - from);
    return value;
  }
  /// The next `size` bytes of a run in memory.
  std::string_view take(std::size_t size) {
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  std::size_t at() const { return at_; }

 private:
  std::uint64_t slow_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == bytes_.size()) refill();
      const auto c = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint64_t{c & 0x7FU} << shift;
      if (c < 0x80) return value;
    }
  }
  void read_text(std::size_t size, std::string& text) {
    text.clear();
    while (text.size() < size) {
      if (at_ == bytes_.size()) refill();
      const std::size_t step = std::min(size - text.size(), bytes_.size() - at_);
      text.append(bytes_.substr(at_, step));
      at_ += step;
    }
  }
  void refill() {
    buffer_.resize(std::min<std::uint64_t>(read_ahead_, file_end_ - file_at_));
    ssize_t got = 0;
    do {
      got = ::pread(descriptor_, buffer_.data(), buffer_.size(), static_cast<off_t>(file_at_));
    } while (got < 0 && errno == EINTR);
    if (got <= 0)
      throw std::system_error(got < 0 ? errno : EIO, std::generic_category(), "cannot read a temporary file");
    buffer_.resize(static_cast<std::size_t>(got));
    file_at_ += buffer_.size();
    bytes_ = buffer_;
    at_ = 0;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  int descriptor_ = -1;
  std::uint64_t file_at_ = 0;
  std::uint64_t file_end_ = 0;
  std::size_t read_ahead_ = 0;
  std::string buffer_;
  std::string term_;
  std::string classes_;
  std::uint64_t documents_ = 0;
  std::uint64_t sentences_ = 0;
  DocumentNumber last_ = 0;
  std::uint64_t classes_bytes_ = 0;
  std::uint64_t size_ = 0;
};

namespace {

using RunRange = RunMerger::Range;

/// Calls `visit` with the readers that stand at the smallest term, in the order of their documents; each must have been
/// read to the end of its entry when it returns. Readers may begin before the range.
void merge_readers(std::deque<RunReader>& readers, const RunRange& range,
                   const std::function<void(std::vector<RunReader*>&)>& visit) {
  const auto behind = [&](std::size_t a, std::size_t b) {
    const int order = readers[a].term().compare(readers[b].term());
    return order != 0 ? order > 0 : a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(behind)> queue(behind);
  const auto advance = [&](std::size_t number) {
    RunReader& reader = readers[number];
    while (reader.next_entry()) {
      if (!range.end.empty() && reader.term() >= range.end) return;
      if (reader.term() >= range.first) return queue.push(number);
      reader.skip_entry();
    }
  };
  for (std::size_t i = 0; i < readers.size(); ++i) advance(i);
  std::vector<std::size_t> numbers;
  std::vector<RunReader*> same;
  while (!queue.empty()) {
    numbers.clear();
    same.clear();
    do {
      numbers.push_back(queue.top());
      same.push_back(&readers[queue.top()]);
      queue.pop();
    } while (!queue.empty() && readers[queue.top()].term() == same.front()->term());
    visit(same);
    for (const std::size_t number : numbers) advance(number);
  }
}

/// The last mark that is not behind `term`; the beginning, if there is none.
std::uint64_t place_before(const std::vector<RunMark>& marks, const std::string& term) {
  const auto found = std::ranges::upper_bound(marks, term, {}, &RunMark::term);
  return found == marks.begin() ? 0 : std::prev(found)->at;
}

}  // namespace

RunMerger::RunMerger(std::string path, std::size_t memory, bool positions)
    : path_(std::move(path)), memory_(memory), positions_(positions) {}

RunMerger::~RunMerger() = default;

void RunMerger::add(SortedRun run) {
  bytes_ += run.bytes.capacity();
  runs_.push_back(std::move(run));
  if (bytes_ > memory_) spill();
}

void RunMerger::spill() {
  if (!file_) file_ = std::make_unique<AppendFile>(AppendFile::unnamed(path_));
  const std::uint64_t begin = file_->at();
  std::deque<RunReader> readers;
  for (const SortedRun& run : runs_) readers.emplace_back(run.bytes);
  std::vector<RunMark> marks;
  std::string head;
  std::string classes;
  std::vector<std::pair<std::string, std::string_view>> bodies;
  merge_readers(readers, {}, [&](std::vector<RunReader*>& same) {
    // Postings are copied; only the first document of each becomes a gap.
    RunEntry merged;
    merged.term = same.front()->term();
    std::uint64_t size = 0;
    classes.clear();
    bodies.clear();
    for (RunReader* reader : same) {
      merged.documents += reader->documents();
      merged.sentences += reader->sentences();
      classes += reader->classes();
      const std::size_t begin_of_body = reader->at();
      const std::uint64_t first = reader->number();
      const std::uint64_t rest = reader->size() - (reader->at() - begin_of_body);
      std::string gap;
      put_number(gap, first - merged.last);
      bodies.emplace_back(std::move(gap), reader->take(rest));
      size += bodies.back().first.size() + rest;
      merged.last = reader->last();
    }
    mark(marks, merged.term, file_->at() - begin);
    head.clear();
    put_head(head, merged, classes.size(), size);
    head += classes;
    file_->write(head);
    for (const auto& [gap, rest] : bodies) {
      file_->write(gap);
      file_->write(rest);
    }
  });
  spilled_.push_back({begin, file_->at(), std::move(marks)});
  runs_.clear();
  bytes_ = 0;
}

bool RunMerger::Term::next(DocumentNumber& document, std::uint32_t& tf,
                           std::vector<std::uint32_t>& positions) {
  while (reader_ < readers_.size()) {
    RunReader& reader = *readers_[reader_];
    if (left_ == 0) {
      left_ = reader.documents();
      document_ = 0;
    }
    document_ += static_cast<DocumentNumber>(reader.number());
    document = document_;
    tf = static_cast<std::uint32_t>(reader.number());
    if (has_positions_) {
      positions.resize(tf);
      for (std::uint32_t& position : positions) position = static_cast<std::uint32_t>(reader.number());
    } else {
      positions.clear();
    }
    if (--left_ == 0) ++reader_;
    return true;
  }
  return false;
}

std::vector<RunMerger::Range> RunMerger::ranges(std::uint64_t bytes) {
  if (file_) file_->flush();
  // Between two marks of a run lie about as many bytes as between any other two.
  std::vector<std::string_view> marks;
  const auto collect = [&](const std::vector<RunMark>& of_run) {
    for (const RunMark& each : of_run) marks.push_back(each.term);
  };
  for (const Stretch& stretch : spilled_) collect(stretch.marks);
  for (const SortedRun& run : runs_) collect(run.marks);
  std::ranges::sort(marks);
  const std::size_t step = std::max<std::uint64_t>(bytes / kMarkEvery, 1);
  std::vector<Range> ranges(1);
  for (std::size_t i = step; i < marks.size(); i += step) {
    if (marks[i] == ranges.back().first || marks[i].empty()) continue;
    ranges.back().end = marks[i];
    ranges.push_back({std::string(marks[i]), {}});
  }
  return ranges;
}

void RunMerger::merge(const Range& range, std::size_t memory, const std::function<void(Term&)>& visit) const {
  const std::size_t read_ahead =
      std::clamp(memory / std::max<std::size_t>(spilled_.size(), 1), kLeastReadAhead, kMostReadAhead);
  std::deque<RunReader> readers;
  for (const Stretch& stretch : spilled_)
    readers.emplace_back(file_->descriptor(), stretch.begin + place_before(stretch.marks, range.first),
                         stretch.end, read_ahead);
  for (const SortedRun& run : runs_)
    readers.emplace_back(std::string_view(run.bytes).substr(place_before(run.marks, range.first)));
  Term term;
  merge_readers(readers, range, [&](std::vector<RunReader*>& same) {
    term.text_ = same.front()->term();
    term.sentences_ = 0;
    term.classes_.clear();
    for (RunReader* reader : same) {
      term.sentences_ += reader->sentences();
      for (ByteReader classes(reader->classes()); !classes.at_end();) {
        const std::uint32_t tag = classes.number32();
        term.classes_.emplace_back(tag, classes.number());
      }
    }
    term.readers_ = same;
    term.reader_ = 0;
    term.left_ = 0;
    term.has_positions_ = positions_ && !term.text_.starts_with(kTagMark);
    visit(term);
  });
}

}  // namespace fovea::search
