#include "measures/highlights/article_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "text/numbers.h"

namespace fovea {

namespace {

using Kind = ArticleScore::Kind;

struct KindName {
  std::string_view name;
  Kind kind;
  NumberRange range;
};
constexpr std::array<KindName, 3> kKinds = {{{"beta", Kind::kF, kBetaRange},
                                             {"t2i", Kind::kT2I, kToleranceRange},
                                             {"bep", Kind::kBep, kDistanceRange}}};

std::optional<ArticleScore> make_score(const KindName& kind, std::string_view value, std::string& why) {
  const std::optional<double> number = parse_number(value);
  if (number && kind.range.contains(*number)) return ArticleScore{kind.kind, *number};
  why = fmt::format("{}={} is not {}", kind.name, value, to_string(kind.range));
  return std::nullopt;
}

}  // namespace

std::optional<ArticleScore> parse_article_score(std::string_view text, std::string& why) {
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    for (const KindName& kind : kKinds) {
      if (text.substr(0, equals) != kind.name) continue;
      KindName lenient = kind;
      if (kind.kind == Kind::kBep) lenient.range.least = 0;
      return make_score(lenient, text.substr(equals + 1), why);
    }
  }
  why = fmt::format("'{}' is none of beta=B, t2i=CHARACTERS, bep=CHARACTERS", text);
  return std::nullopt;
}

std::optional<ArticleScore> article_score_of(const MeasureName& name, std::string& why) {
  std::optional<ArticleScore> score;
  for (const KindName& kind : kKinds) {
    const std::string_view value = name.parameter(kind.name);
    if (value.empty()) continue;
    if (score) {
      why = "beta, t2i and bep exclude each other: an article has one score";
      return std::nullopt;
    }
    score = make_score(kind, value, why);
    if (!score) return std::nullopt;
  }
  return score.value_or(ArticleScore{});
}

std::string to_string(const ArticleScore& score) {
  for (const KindName& kind : kKinds) {
    if (kind.kind == score.kind) return fmt::format("{}={}", kind.name, score.value);
  }
  return {};
}

double f_score(std::uint64_t both, std::uint64_t retrieved, std::uint64_t relevant, double beta) {
  if (both == 0) return 0;
  const double precision = static_cast<double>(both) / static_cast<double>(retrieved);
  const double recall = static_cast<double>(both) / static_cast<double>(relevant);
  const double weight = beta * beta;
  return (1 + weight) * precision * recall / (weight * precision + recall);
}

double bep_score(Offset entry, Offset best, double n) {
  const double distance = std::abs(static_cast<double>(entry) - static_cast<double>(best));
  return std::max(0.0, n - distance) / n;
}

}  // namespace fovea
