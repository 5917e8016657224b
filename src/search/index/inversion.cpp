#include "search/index/inversion.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <queue>
#include <system_error>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr std::uint32_t kNoSlot = UINT32_MAX;
constexpr std::size_t kReadAhead = std::size_t{1} << 18;

}  // namespace

void BatchInverter::add(DocumentNumber number, const AnalysedDocument& document) {
  slot_of_term_.resize(analyser_.terms(), kNoSlot);
  std::size_t sentence = 0;
  for (std::uint32_t position = 0; position < document.words.size(); ++position) {
    while (sentence + 1 < document.sentences.size() &&
           document.sentences[sentence + 1].first_word <= position)
      ++sentence;
    const std::uint32_t term = document.words[position].term;
    if (term == kStopped) continue;
    std::uint32_t& slot = slot_of_term_[term];
    if (slot == kNoSlot) {
      slot = static_cast<std::uint32_t>(slots_.size());
      slots_.push_back({.term = term});
    }
    Slot& counts = slots_[slot];
    ++counts.occurrences;
    if (counts.last_sentence != sentences_ + sentence) {
      counts.last_sentence = sentences_ + sentence;
      ++counts.sentences;
    }
    occurrences_.push_back({slot, number, position});
  }
  sentences_ += document.sentences.size();
}

std::string BatchInverter::finish(bool positions) {
  // A counting sort by term keeps documents and positions in order.
  std::vector<std::size_t> begins(slots_.size() + 1);
  for (std::size_t i = 0; i < slots_.size(); ++i) begins[i + 1] = begins[i] + slots_[i].occurrences;
  std::vector<std::pair<DocumentNumber, std::uint32_t>> sorted(occurrences_.size());
  auto next = begins;
  for (const Occurrence& each : occurrences_) sorted[next[each.slot]++] = {each.document, each.position};

  std::vector<std::uint32_t> order(slots_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return analyser_.term(slots_[a].term) < analyser_.term(slots_[b].term);
  });
  std::string run;
  std::string body;
  for (const std::uint32_t slot : order) {
    body.clear();
    std::uint64_t documents = 0;
    DocumentNumber before = 0;
    for (std::size_t i = begins[slot]; i < begins[slot + 1];) {
      const DocumentNumber document = sorted[i].first;
      std::size_t end = i + 1;
      while (end < begins[slot + 1] && sorted[end].first == document) ++end;
      put_number(body, document - before);
      put_number(body, end - i);
      for (std::size_t j = i; positions && j < end; ++j)
        put_number(body, j == i ? sorted[j].second : sorted[j].second - sorted[j - 1].second - 1);
      before = document;
      ++documents;
      i = end;
    }
    const std::string_view term = analyser_.term(slots_[slot].term);
    put_number(run, term.size());
    run += term;
    put_number(run, documents);
    put_number(run, slots_[slot].sentences);
    put_number(run, before);
    put_number(run, body.size());
    run += body;
  }
  return run;
}

/// Reads one run from front to back, from memory or from a stretch of a file.
class RunReader {
 public:
  RunReader(std::string_view bytes) : bytes_(bytes) {}
  RunReader(int descriptor, std::uint64_t begin, std::uint64_t end)
      : descriptor_(descriptor), file_at_(begin), file_end_(end) {}

  /// Goes to the next entry; false at the end.
  bool next_entry() {
    if (at_ == bytes_.size() && file_at_ == file_end_) return false;
    term_.resize(number());
    for (char& c : term_) c = static_cast<char>(byte());
    documents_ = number();
    sentences_ = number();
    last_ = static_cast<DocumentNumber>(number());
    size_ = number();
    return true;
  }
  const std::string& term() const { return term_; }
  std::uint64_t documents() const { return documents_; }
  std::uint64_t sentences() const { return sentences_; }
  DocumentNumber last() const { return last_; }
  std::uint64_t size() const { return size_; }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const unsigned char c = byte();
      value |= std::uint64_t{c & 0x7FU} << shift;
      if (c < 0x80) return value;
    }
  }
  /// The next `size` bytes of a run in memory.
  std::string_view take(std::size_t size) {
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  std::size_t at() const { return at_; }

 private:
  unsigned char byte() {
    if (at_ == bytes_.size()) refill();
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  void refill() {
    buffer_.resize(std::min<std::uint64_t>(kReadAhead, file_end_ - file_at_));
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
  std::string buffer_;
  std::string term_;
  std::uint64_t documents_ = 0;
  std::uint64_t sentences_ = 0;
  DocumentNumber last_ = 0;
  std::uint64_t size_ = 0;
};

namespace {

/// Calls `visit` with the readers that stand at the smallest term, in the order of their documents; each must have been
/// read to the end of its entry when it returns.
void merge_readers(std::deque<RunReader>& readers,
                   const std::function<void(std::vector<RunReader*>&)>& visit) {
  const auto behind = [&](std::size_t a, std::size_t b) {
    const int order = readers[a].term().compare(readers[b].term());
    return order != 0 ? order > 0 : a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(behind)> queue(behind);
  for (std::size_t i = 0; i < readers.size(); ++i) {
    if (readers[i].next_entry()) queue.push(i);
  }
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
    for (const std::size_t number : numbers) {
      if (readers[number].next_entry()) queue.push(number);
    }
  }
}

}  // namespace

RunMerger::RunMerger(std::string path, std::size_t memory, bool positions)
    : path_(std::move(path)), memory_(memory), positions_(positions) {}

RunMerger::~RunMerger() = default;

void RunMerger::add(std::string run) {
  bytes_ += run.size();
  runs_.push_back(std::move(run));
  if (bytes_ > memory_) spill();
}

void RunMerger::spill() {
  if (!file_) file_ = std::make_unique<AppendFile>(AppendFile::unnamed(path_));
  const std::uint64_t begin = file_->at();
  std::deque<RunReader> readers(runs_.begin(), runs_.end());
  std::string head;
  std::string gaps;
  merge_readers(readers, [&](std::vector<RunReader*>& same) {
    // Bodies are copied; only the first document of each becomes a gap.
    std::uint64_t documents = 0;
    std::uint64_t sentences = 0;
    std::uint64_t size = 0;
    DocumentNumber before = 0;
    std::vector<std::pair<std::string, std::string_view>> bodies;
    for (RunReader* reader : same) {
      documents += reader->documents();
      sentences += reader->sentences();
      const std::size_t begin_of_body = reader->at();
      const std::uint64_t first = reader->number();
      const std::uint64_t rest = reader->size() - (reader->at() - begin_of_body);
      gaps.clear();
      put_number(gaps, first - before);
      bodies.emplace_back(gaps, reader->take(rest));
      size += gaps.size() + rest;
      before = reader->last();
    }
    head.clear();
    put_number(head, same.front()->term().size());
    head += same.front()->term();
    for (const std::uint64_t value : {documents, sentences, std::uint64_t{before}, size})
      put_number(head, value);
    file_->write(head);
    for (const auto& [gap, rest] : bodies) {
      file_->write(gap);
      file_->write(rest);
    }
  });
  spilled_.push_back({begin, file_->at()});
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
    positions.clear();
    for (std::uint32_t i = 0; has_positions_ && i < tf; ++i)
      positions.push_back(static_cast<std::uint32_t>(reader.number()));
    if (--left_ == 0) ++reader_;
    return true;
  }
  return false;
}

void RunMerger::merge(const std::function<void(Term&)>& visit) {
  if (file_) file_->flush();
  std::deque<RunReader> readers;
  for (const Stretch& stretch : spilled_)
    readers.emplace_back(file_->descriptor(), stretch.begin, stretch.end);
  for (const std::string& run : runs_) readers.emplace_back(run);
  merge_readers(readers, [&](std::vector<RunReader*>& same) {
    Term term;
    term.text_ = same.front()->term();
    for (const RunReader* reader : same) term.sentences_ += reader->sentences();
    term.readers_ = same;
    term.has_positions_ = positions_;
    visit(term);
  });
}

}  // namespace fovea::search
