// Puts a simulated run together, result by result: ranks count from 1 in each topic, scores fall with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runs/run.h"
#include "runs/run_builder.h"

namespace fovea {

class SimulatedRunBuilder {
 public:
  SimulatedRunBuilder(const std::string& name, const RunFormat& format);

  void open_topic(std::string_view topic);
  void add_passage(std::string_view doc, Span span);
  void add_element(std::string_view doc, std::string_view path, Span span);
  /// A whole document; without a length its end is left open.
  void add_document(std::string_view doc, std::optional<Offset> length);
  /// Any other result, which keeps what it points at and, where it has one, its rank.
  void add(Result result);

  Run build() && { return std::move(builder_).build(); }

 private:
  /// Scores fall from here by 1 per rank.
  static constexpr double kTopScore = 10'000;

  RunBuilder builder_;
  std::int32_t rank_ = 0;
};

}  // namespace fovea
