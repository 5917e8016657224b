// BM25E: BM25 of an element over its fields (index/fields.h), which inherits the titles above it; and ITF, BM25 with the
// rarity of terms among elements of the same tag.
//
//     tf' = Σ_f W_f·tf_f     l' = Σ_f W_f·l_f     k1' = k1·av'/av     Σ idf·tf'(k1'+1)/(tf' + k1'(1 − b + b·l'/av'))
//
// An element's own words are in the fields of the article; to them come the title of the article and those of the sections
// that it is in, unless they overlap it. av' is the mean l' of the elements with the same tag; of windows, their nominal size
// times what weighting does to the mean length of articles. A term that no unit of the class has, n = 0, adds nothing.
//
// Lu, Robertson and MacFarlane, Field-weighted XML retrieval based on BM25, INEX 2005. W as for BM25F. ITF: Doshisha at INEX
// 2010 had k1 = 2.5 and b = 0.85 on BM25E.
#include <array>
#include <cmath>
#include <numeric>

#include "search/index/fields.h"
#include "search/models/unit_model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 7> kBm25eParameters{{
    {"k1", "0.9", "how soon further occurrences stop to count", 1e-6, 1000, ""},
    {"b", "0.4", "how much long units are held back", 0, 1, ""},
    {"title", "3", "weight of the article's title", 0, 1000, ""},
    {"section_title", "2", "weight of the titles of sections", 0, 1000, ""},
    {"lead", "1.5", "weight of what stands before the first section", 0, 1000, ""},
    {"rest", "1", "weight of the rest", 0, 1000, ""},
    {"df", "article", "what N and n count", 0, 0, "article tag sentence"},
}};

constexpr std::array<ModelParameter, 3> kItfParameters{{
    {"on", "bm25", "the model that gets ln(N/n) of the tag", 0, 0, "bm25 bm25e"},
    {"k1", "2.5", "how soon further occurrences stop to count", 1e-6, 1000, ""},
    {"b", "0.85", "how much long units are held back", 0, 1, ""},
}};

class Bm25eScorer final : public UnitScorer {
 public:
  struct Parameters {
    double k1 = 0;
    double b = 0;
    std::array<double, kFields> weights{};
    std::string df;
  };

  Bm25eScorer(Parameters parameters, const UnitInput& input)
      : parameters_(std::move(parameters)), input_(input) {
    for (const TagEntry& tag : input.index.tags())
      tags_.push_back(field_tag(input.index.facts().analysis.roles, tag.name));
  }

  void enter(const ArticleHits& article) override {
    find_fields(article.elements, tags_, fields_);
    weighted_.assign(1, 0);
    for (const Field field : fields_.of_words) weighted_.push_back(weighted_.back() + weight(field));
  }

  double score(const ArticleHits& article, const UnitWords& unit) override {
    const auto& [scoring, mean] = class_input(class_of(article, unit));
    const double k1 = parameters_.k1 * mean / scoring.mean_length;
    std::vector<UnitWords> stretches{unit};
    for (const TitleOf& each : fields_.titles) {
      const UnitWords title = article.unit(each.title);
      const UnitWords of = article.unit(each.of);
      if (unit.first < of.first || unit.end > of.end) continue;
      const bool overlaps = title.first < unit.end && unit.first < title.end;
      if (!overlaps) stretches.push_back(title);
    }
    double length = 0;
    for (const UnitWords& words : stretches) length += weighted_[words.end] - weighted_[words.first];
    double sum = 0;
    for (std::size_t term = 0; term < article.terms(); ++term) {
      double tf = 0;
      for (const UnitWords& words : stretches) {
        const HitRange range = hits_from(article.hits[term], words);
        for (std::size_t i = range.begin; i < range.end; ++i) {
          const WordInterval& hit = article.hits[term][i];
          if (hit.end <= words.end) tf += weight(fields_.of_words[hit.first]);
        }
      }
      const auto& [n, cf, in_query, once] = scoring.terms[term];
      if (tf == 0 || n == 0) continue;
      const double idf = std::log(static_cast<double>(scoring.units) / static_cast<double>(n));
      sum += once * idf * (tf * (k1 + 1) / (tf + k1 * (1 - parameters_.b + parameters_.b * length / mean)));
    }
    return sum;
  }

 private:
  struct ClassInput {
    ScoringInput scoring;
    double mean = 0;  ///< av'
  };

  double weight(Field field) const { return parameters_.weights[static_cast<std::size_t>(field)]; }
  double weighted(const FieldWords& words) const {
    double sum = 0;
    for (std::size_t i = 0; i < kFields; ++i) sum += parameters_.weights[i] * static_cast<double>(words[i]);
    return sum;
  }
  double weighted_mean(std::uint32_t unit_class) const {
    if (const TagCounts* const tag = counts_of(input_, unit_class))
      return weighted(tag->fields) / static_cast<double>(tag->elements);
    const FieldWords& all = input_.all.field_words;
    const auto words = static_cast<double>(std::accumulate(all.begin(), all.end(), std::uint64_t{0}));
    return mean_length(input_, unit_class) * (weighted(all) / words);
  }
  const ClassInput& class_input(std::uint32_t unit_class) {
    const auto found = classes_.find(unit_class);
    if (found != classes_.end()) return found->second;
    return classes_
        .emplace(unit_class,
                 ClassInput{scoring_input(input_, parameters_.df, unit_class), weighted_mean(unit_class)})
        .first->second;
  }

  Parameters parameters_;
  const UnitInput& input_;
  std::vector<FieldTag> tags_;
  DocumentFields fields_;
  std::vector<double> weighted_;  ///< lengths of all beginnings of the article
  std::map<std::uint32_t, ClassInput> classes_;
};

std::unique_ptr<UnitScorer> make_bm25e(const ModelSettings& settings, const UnitInput& input) {
  const auto number = [&](std::string_view name) { return number_setting(kBm25e, settings, name); };
  return std::make_unique<Bm25eScorer>(
      Bm25eScorer::Parameters{number("k1"),
                              number("b"),
                              {number("title"), number("section_title"), number("lead"), number("rest")},
                              std::string(df_of(settings))},
      input);
}

std::unique_ptr<UnitScorer> make_itf(const ModelSettings& settings, const UnitInput& input) {
  const ModelSettings inner{{"k1", number_setting(kItf, settings, "k1")},
                            {"b", number_setting(kItf, settings, "b")},
                            {"df", std::string("tag")}};
  return setting(kItf, settings, "on") == "bm25e" ? make_bm25e(inner, input)
                                                  : sum_of_terms(kBm25, inner, input);
}

}  // namespace

const Model kBm25e{
    "bm25e",
    "tf' = sum over fields of W tf_f, l' alike, with the titles above; bm25 of tf', l', k1' = k1 av'/av",
    "Lu, Robertson and MacFarlane, INEX 2005",
    kBm25eParameters,
    nullptr,
    make_bm25e};

const Model kItf{"itf",
                 "bm25 or bm25e with ln(N/n) over the elements of the unit's tag",
                 "Doshisha University, INEX 2010",
                 kItfParameters,
                 nullptr,
                 make_itf,
                 {.counts_tags = true}};

}  // namespace fovea::search
