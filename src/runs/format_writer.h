// How one format is written; behind RunWriter, which see.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runs/run.h"
#include "runs/writer.h"

namespace fovea {

class FormatWriter {
 public:
  FormatWriter() = default;
  FormatWriter(const FormatWriter&) = delete;
  FormatWriter& operator=(const FormatWriter&) = delete;
  virtual ~FormatWriter() = default;

  /// These append to out().
  virtual void begin(const RunDetails& details, bool times) = 0;
  virtual void topic(const TopicResults& topic, const TopicTimes* times) = 0;
  virtual void end() {}

  std::string& out() { return out_; }
  const Unsaid& unsaid() const { return unsaid_; }
  void miss(std::string_view what, std::uint64_t times = 1);

 protected:
  /// Counts every detail that is given and that this format has no place for.
  void miss_details(const RunDetails& details, bool id_too);

  std::string out_;

 private:
  Unsaid unsaid_;
};

inline constexpr std::string_view kMissOffsets =
    "results whose offsets are not known (resolve them with a collection)";
inline constexpr std::string_view kMissPlace = "results whose place in the document this format cannot say";
inline constexpr std::string_view kMissName = "results whose topic or document id this format cannot hold";

}  // namespace fovea
