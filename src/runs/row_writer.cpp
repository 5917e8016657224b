// Runs in columns: TREC, element, passage and range rows, and chunk files.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "runs/format_writer.h"

namespace fovea {

namespace {

bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool has_white(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_white);
}

class RowWriter final : public FormatWriter {
 public:
  RowWriter(RunFormat format, bool mixed) : format_(format), mixed_(mixed) {}

  void begin(const RunDetails& details, bool) override {
    miss_details(details, false);
    tag_ = details.id.empty() ? "run" : details.id;
    if (!has_white(tag_)) return;
    miss("blanks in the run id (written as _)");
    std::replace_if(tag_.begin(), tag_.end(), is_white, '_');
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const bool speakable = !topic.topic.empty() && !has_white(topic.topic) && topic.topic.front() != '#';
    for (const Result& result : topic.results) {
      if (!speakable || result.doc.empty() || has_white(result.doc)) {
        miss(kMissName);
        continue;
      }
      const std::size_t row = out_.size();
      fmt::format_to(std::back_inserter(out_), "{} Q0 {} {} {} {}", topic.topic, result.doc, result.rank,
                     result.score, tag_);
      if (append_target(result)) {
        out_ += '\n';
      } else {
        out_.resize(row);
      }
    }
  }

 private:
  /// The row in which a result of this kind says all it has to say.
  RunFormat format_for(const Result& result) const {
    if (!mixed_) return format_;
    if (result.kind == ResultKind::kDocument) return RunFormat::kTrec;
    if (result.kind == ResultKind::kPassage) return RunFormat::kPassage;
    return result.kind == ResultKind::kRange ? RunFormat::kRange : RunFormat::kElement;
  }

  bool append_target(const Result& result) {
    const RunFormat format = format_for(result);
    if (format == RunFormat::kTrec) return true;
    const bool lost = result.kind == ResultKind::kUnresolved;
    if (format == RunFormat::kPassage) {
      if (!lost && !has_span(result)) return cannot(kMissOffsets);
      out_ += lost ? " -1 0" : fmt::format(" {} {}", result.span.begin, result.span.size());
      return true;
    }
    const bool element = result.kind == ResultKind::kElement;
    if (format == RunFormat::kElement) {
      if (!lost && !element) return cannot(kMissPlace);
      fmt::format_to(std::back_inserter(out_), " {}", lost ? "X" : result.path);
      return true;
    }
    if (!lost && !element && result.kind != ResultKind::kRange) return cannot(kMissPlace);
    const std::string_view last = element ? result.path : result.last_path;
    fmt::format_to(std::back_inserter(out_), " {} {}", lost ? "X" : result.path, lost ? "X" : last);
    return true;
  }

  bool cannot(std::string_view what) {
    miss(what);
    return false;
  }

  RunFormat format_;
  bool mixed_;
  std::string tag_;
};

class ChunkWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool) override { miss_details(details, true); }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const auto speakable = [](std::string_view text) {
      return !text.empty() && text.find_first_of("\t\r\n") == std::string_view::npos;
    };
    const bool named = speakable(topic.topic) && topic.topic.front() != '#';
    for (const Result& result : topic.results) {
      if (!named || !speakable(result.doc)) {
        miss(kMissName);
      } else if (!has_span(result)) {
        miss(kMissOffsets);
      } else {
        fmt::format_to(std::back_inserter(out_), "{}\t{}\t{}\t{}\t{}\t{}\n", topic.topic, result.rank,
                       result.doc, result.span.begin, result.span.end, result.score);
      }
    }
  }
};

}  // namespace

std::unique_ptr<FormatWriter> make_row_writer(RunFormat format, bool mixed) {
  if (format == RunFormat::kChunks) return std::make_unique<ChunkWriter>();
  return std::make_unique<RowWriter>(format, mixed);
}

}  // namespace fovea
