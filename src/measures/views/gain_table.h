// What a grade is worth, where it is not its own number.
//
//     {1:3,2:9}      grade 1 is worth 3, grade 2 is worth 9, every other grade itself
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea {

class GainTable {
 public:
  /// Every grade is worth itself.
  GainTable() = default;
  /// A grade g is worth 2^g − 1.
  static GainTable exponential();
  /// A list as above; nothing when it is none.
  static std::optional<GainTable> parse(std::string_view text);

  bool plain() const { return !exponential_ && gains_.empty(); }
  /// Of a grade from 0 on.
  double of(std::int32_t grade) const;

  friend bool operator==(const GainTable&, const GainTable&) = default;

 private:
  bool exponential_ = false;
  std::vector<std::pair<std::int32_t, double>> gains_;
};

/// The numbers of a list in braces, {0.2,0.5}; nothing when it is none, or empty.
std::optional<std::vector<double>> parse_number_list(std::string_view text);

}  // namespace fovea
