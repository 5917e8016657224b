#include "files/topic_index.h"

#include <absl/container/flat_hash_map.h>
#include <tbb/parallel_for.h>

#include <cstring>

#include "files/lines.h"
#include "text/byte_scan.h"

namespace fovea {

namespace {

constexpr std::size_t kWindow = std::size_t{4} << 20;

/// Lines of one topic that follow each other, as one window sees them.
struct Block {
  std::string topic;  ///< empty: comments and empty lines at the head of a window
  const char* begin = nullptr;
  std::uint64_t lines_before = 0;  ///< in this window
};

struct WindowIndex {
  std::vector<Block> blocks;
  std::uint64_t lines = 0;
};

/// Tells whether a line begins with the topic of the line before, which nearly every line does. A topic and
/// the blank behind it are compared as one word if they fit, and nearly all do.
class SameTopic {
 public:
  SameTopic(ColumnEnd column_end, const char* file_end)
      : column_end_(column_end), last_word_(file_end - sizeof word_) {}
  void set(std::string_view line, std::string_view topic) {
    topic_ = topic;
    const std::size_t bytes = std::min(topic.size() + 1, sizeof word_);
    fits_ = !topic.empty() && topic.size() < sizeof word_ && line.size() > topic.size() &&
            line.starts_with(topic) && ends_column(line[topic.size()]);
    word_ = 0;
    mask_ = 0;
    if (!fits_) return;
    std::memcpy(&word_, line.data(), bytes);
    std::memset(&mask_, 0xff, bytes);
  }
  bool operator()(const char* line, const char* line_end) const {
    if (fits_ && line <= last_word_) [[likely]] {
      std::uint64_t word = 0;
      std::memcpy(&word, line, sizeof word);
      return ((word ^ word_) & mask_) == 0;
    }
    const std::string_view text(line, static_cast<std::size_t>(line_end - line));
    return !topic_.empty() && text.size() > topic_.size() && text.starts_with(topic_) &&
           ends_column(text[topic_.size()]);
  }

 private:
  bool ends_column(char c) const { return c == '\t' || (c == ' ' && column_end_ == ColumnEnd::kBlank); }

  ColumnEnd column_end_;
  std::string topic_;
  bool fits_ = false;
  std::uint64_t word_ = 0;
  std::uint64_t mask_ = 0;
  const char* last_word_;  ///< the last place where eight bytes can be read
};

/// The topic a line names; empty for comments and empty lines.
std::string_view topic_of(std::string_view line, ColumnEnd column_end) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.empty() || line.front() == '#') return {};
  if (column_end == ColumnEnd::kTab) return line.substr(0, line.find('\t'));
  return take_column(line);
}

WindowIndex index_window(std::string_view window, const char* file_end, ColumnEnd column_end) {
  WindowIndex index;
  SameTopic same(column_end, file_end);
  const char* line = window.data();
  const char* const end = line + window.size();
  ByteScanner<'\n'> ends(line, end);
  while (line != end) {
    const char* const line_end = ends.next();
    if (index.blocks.empty() || !same(line, line_end)) {
      const std::string_view text(line, static_cast<std::size_t>(line_end - line));
      const std::string_view topic = topic_of(text, column_end);
      if (index.blocks.empty() || (!topic.empty() && topic != index.blocks.back().topic)) {
        index.blocks.push_back({std::string(topic), line, index.lines});
        same.set(text, topic);
      }
    }
    ++index.lines;
    line = line_end == end ? end : line_end + 1;
  }
  return index;
}

}  // namespace

TopicIndex::TopicIndex(const InputFile& input, ColumnEnd column_end, std::size_t may_stay) {
  const char* const file_end = input.bytes().data() + input.bytes().size();
  const std::vector<std::string_view> windows = cut_at_lines(input.bytes(), kWindow);
  std::vector<WindowIndex> parts(windows.size());
  const auto index = [&](std::size_t i) { parts[i] = index_window(windows[i], file_end, column_end); };
  if (windows.size() == 1) {
    index(0);  // without starting threads
  } else {
    tbb::parallel_for(std::size_t{0}, windows.size(), [&](std::size_t i) {
      index(i);
      const auto before = static_cast<std::size_t>(windows[i].data() - input.bytes().data());
      if (before >= may_stay) input.release(windows[i]);
    });
  }

  // Where stretches begin, in file order, each with its topic.
  struct Beginning {
    const char* at;
    std::uint64_t line;
    std::size_t topic;
  };
  std::vector<Beginning> beginnings;
  absl::flat_hash_map<std::string, std::size_t> known;
  std::uint64_t lines = 0;
  for (const WindowIndex& part : parts) {
    for (const Block& block : part.blocks) {
      if (block.topic.empty()) continue;
      const auto [entry, fresh] = known.try_emplace(block.topic, topics_.size());
      if (fresh) topics_.push_back({block.topic, 0, 0});
      if (!beginnings.empty() && beginnings.back().topic == entry->second) continue;
      beginnings.push_back({block.begin, lines + block.lines_before + 1, entry->second});
      ++topics_[entry->second].count;
    }
    lines += part.lines;
  }

  // By topic.
  std::size_t first = 0;
  std::vector<std::size_t> next;
  for (Topic& topic : topics_) {
    topic.first = first;
    next.push_back(first);
    first += topic.count;
  }
  stretches_.resize(beginnings.size());
  for (std::size_t i = 0; i < beginnings.size(); ++i) {
    const auto& [at, line, topic] = beginnings[i];
    const char* const end = i + 1 < beginnings.size() ? beginnings[i + 1].at : file_end;
    stretches_[next[topic]++] = {{at, static_cast<std::size_t>(end - at)}, line};
  }
}

}  // namespace fovea
