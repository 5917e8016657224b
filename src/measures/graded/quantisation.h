// Quantisations: what a pair of grades is worth.
//
// INEX 2002–2004 judged an element by exhaustivity e and specificity s, each 0–3. A metric wants one number
// between 0 and 1, and how to get it is the user's standpoint:
//
//            (3,3)  (2,3)  (1,3)  (3,2)  (2,2)  (1,2)  (3,1)  (2,1)  (1,1)
//   strict    1      0      0      0      0      0      0      0      0      only the best will do
//   gen       1      0.75   0.5    0.75   0.5    0.25   0.75   0.5    0.25   near misses count; leans to e
//   sog       1      0.9    0.75   0.75   0.5    0.25   0.25   0.1    0.1    near misses count; leans to s
//
// strict and gen: Gövert et al. 2006, equations 8 and 9. sog, "specificity-oriented generalised": Kazai et
// al. 2005, equation 2. inex-2003 keeps the two dimensions apart and quantises each (ibid., equations 2–5).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

/// The grades of one element. Both are 0 or neither is.
struct Grade {
  std::uint8_t exhaustivity = 0;
  std::uint8_t specificity = 0;

  constexpr bool relevant() const { return exhaustivity > 0 && specificity > 0; }
  friend constexpr bool operator==(Grade, Grade) = default;
};

inline constexpr std::uint8_t kMaxGrade = 3;

/// A value in 0…1 for every pair; 0 for an element that is not relevant.
class Quantisation {
 public:
  /// "strict", "gen" or "sog"; nothing for another name.
  static std::optional<Quantisation> named(std::string_view name);

  double operator()(Grade grade) const { return values_[index(grade)]; }
  void set(Grade grade, double value) { values_[index(grade)] = value; }

  friend bool operator==(const Quantisation&, const Quantisation&) = default;

 private:
  static constexpr std::size_t index(Grade grade) {
    return static_cast<std::size_t>(grade.exhaustivity) * (kMaxGrade + 1) + grade.specificity;
  }
  std::array<double, (kMaxGrade + 1) * (kMaxGrade + 1)> values_{};
};

/// A table of one's own: lines "e s value", '#' a comment at column 1. Each of the nine pairs with e and s in
/// 1–3 stands there once; (0,0) may, with value 0. What is wrong is reported, and nothing is returned.
std::optional<Quantisation> read_quantisation(const InputFile& file, Diagnostics& diagnostics);

/// The `quant=` of a measure: a name, or else the path of a file. Leaves the reason in `why`.
std::optional<Quantisation> quantisation_for(std::string_view name_or_file, std::string& why);

/// A value in 0…1 for each grade of one dimension.
using OneDimension = std::array<double, kMaxGrade + 1>;

/// "strict": 1 for grade 3; "gen": a third for each step. Nothing for another name.
std::optional<OneDimension> one_dimension_named(std::string_view name);

}  // namespace fovea
