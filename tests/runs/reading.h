// Reading runs in tests: from text, all topics at once.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "files/input.h"
#include "runs/run.h"
#include "runs/run_format.h"

namespace fovea {

/// A result with everything it says, owning its text, so that results of different runs can be compared.
struct PlainResult {
  std::string topic, doc, path, last_path;
  Span span;
  ResultKind kind = ResultKind::kDocument;
  std::int32_t rank = 0;
  double score = 0;
  friend bool operator==(const PlainResult&, const PlainResult&) = default;
};

inline void PrintTo(const PlainResult& result, std::ostream* out) {
  *out << result.topic << ' ' << result.doc << " rank " << result.rank << " score " << result.score
       << " kind " << static_cast<int>(result.kind) << ' ' << result.path << ' ' << result.last_path << " ["
       << result.span.begin << ',' << result.span.end << ')';
}

inline std::vector<PlainResult> read_all(const Run& run, Diagnostics& diagnostics) {
  std::vector<PlainResult> all;
  TopicResults topic;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    run.read(i, topic, diagnostics);
    EXPECT_EQ(topic.topic, run.topic(i));
    for (const Result& r : topic.results) {
      all.push_back({std::string(topic.topic), std::string(r.doc), std::string(r.path),
                     std::string(r.last_path), r.span, r.kind, r.rank, r.score});
    }
  }
  return all;
}

/// A run from text, with everything that was said about it while it was opened and read.
struct ReadRun {
  std::optional<Run> run;
  std::vector<PlainResult> results;
  Diagnostics diagnostics;

  /// The messages, one per line.
  std::string said() const {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics.kept()) text += to_string(diagnostic) + "\n";
    return text;
  }
};

/// `bytes` must outlive what is returned.
inline ReadRun read_run(std::string_view bytes, const RunFormat* format = nullptr) {
  ReadRun read;
  read.run = Run::open(InputFile::from_memory("run", bytes), format, read.diagnostics);
  if (read.run) read.results = read_all(*read.run, read.diagnostics);
  return read;
}

}  // namespace fovea
