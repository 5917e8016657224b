// Peking: BM25 of an element, raised by how its hits are distributed.
//
//     bm25(e)·(1 + Σ w_i·f_i)        f1–f4: distribution.h
//
// After Peking University at INEX 2010, "BM25 and Distribution Measurements"; weights and f1–f4 are a reconstruction. k1 = 2,
// b = 0.75.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "search/models/distribution.h"
#include "search/models/unit_model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 7> kPekingParameters{{
    {"k1", "2", "how soon further occurrences stop to count", 0, 1000, ""},
    {"b", "0.75", "how much long units are held back", 0, 1, ""},
    {"w1", "0.25", "weight of nearness", -1000, 1000, ""},
    {"w2", "0.25", "weight of mixing", -1000, 1000, ""},
    {"w3", "0.25", "weight of density", -1000, 1000, ""},
    {"w4", "0.25", "weight of evenness", -1000, 1000, ""},
    {"df", "article", "what N and n count", 0, 0, "article tag sentence"},
}};

class PekingScorer final : public UnitScorer {
 public:
  PekingScorer(const Distribution& weights, std::unique_ptr<UnitScorer> bm25)
      : weights_(weights), bm25_(std::move(bm25)) {}

  double score(const ArticleHits& article, const UnitWords& unit) override {
    const Distribution found = distribution_of(article, unit);
    double raise = 1;
    for (std::size_t i = 0; i < found.size(); ++i) raise += weights_[i] * found[i];
    return bm25_->score(article, unit) * raise;
  }

 private:
  Distribution weights_;
  std::unique_ptr<UnitScorer> bm25_;
};

std::unique_ptr<UnitScorer> make_peking(const ModelSettings& settings, const UnitInput& input) {
  const auto number = [&](std::string_view name) { return number_setting(kPeking, settings, name); };
  const ModelSettings inner{{"k1", number("k1")}, {"b", number("b")}, {"df", std::string(df_of(settings))}};
  return std::make_unique<PekingScorer>(Distribution{number("w1"), number("w2"), number("w3"), number("w4")},
                                        sum_of_terms(kBm25, inner, input));
}

}  // namespace

Distribution distribution_of(const ArticleHits& article, const UnitWords& unit) {
  std::vector<std::pair<std::uint32_t, std::size_t>> hits;  // first word, term
  double present = 0;
  double occurrences = 0;
  std::vector<double> tfs;
  std::uint32_t last = 0;
  for (std::size_t term = 0; term < article.terms(); ++term) {
    const HitRange range = hits_from(article.hits[term], unit);
    double tf = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const WordInterval& hit = article.hits[term][i];
      if (hit.end > unit.end) continue;
      hits.emplace_back(hit.first, term);
      last = std::max(last, hit.end);
      ++tf;
    }
    present += tf > 0 ? 1 : 0;
    occurrences += tf;
    tfs.push_back(tf);
  }
  Distribution found{};
  if (hits.empty()) return found;
  std::ranges::sort(hits);
  double mixed = 0;
  for (std::size_t i = 1; i < hits.size(); ++i) {
    if (hits[i].second == hits[i - 1].second) continue;
    // A word and a phrase that begins with it stand at the same place.
    found[0] += 1.0 / std::max(1U, hits[i].first - hits[i - 1].first);
    ++mixed;
  }
  if (hits.size() > 1) found[1] = mixed / static_cast<double>(hits.size() - 1);
  const auto terms = static_cast<double>(article.terms());
  found[2] = present / terms * (1 - (last - hits.front().first) / article.length_of(unit));
  const double mean = occurrences / terms;
  double squares = 0;
  for (const double tf : tfs) squares += (tf - mean) * (tf - mean);
  found[3] = -std::sqrt(squares / terms) / mean;
  return found;
}

const Model kPeking{
    "peking",
    "bm25 (1 + w1 f1 + w2 f2 + w3 f3 + w4 f4), f: nearness, mixing, density, evenness of the hits",
    "after Peking University, INEX 2010",
    kPekingParameters,
    nullptr,
    make_peking};

}  // namespace fovea::search
