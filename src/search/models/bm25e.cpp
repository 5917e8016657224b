// BM25E: BM25 of an element over its fields (index/fields.h), which inherits the titles above it; and ITF, BM25 with the
// rarity of terms among elements of the same tag.
//
//     tf' = Σ_f W_f·tf_f     l' = Σ_f W_f·l_f     k1' = k1·av'/av     Σ idf·tf'(k1'+1)/(tf' + k1'(1 − b + b·l'/av'))
//
// An element's own words are in the fields of the article; to them come the title of the article and those of the sections
// that it is in, unless they overlap it. av' is av times what weighting does to the mean length of articles. A term that no
// unit of the class has, n = 0, adds nothing.
//
// Lu, Robertson and MacFarlane, Field-weighted XML retrieval based on BM25, INEX 2005. W as for BM25F. ITF: Doshisha at INEX
// 2010 had k1 = 2.5 and b = 0.85 on BM25E.
#include <array>
#include <cmath>

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
    double words = 0;
    double weighted = 0;
    for (std::size_t i = 0; i < kFields; ++i) {
      words += static_cast<double>(input.all.field_words[i]);
      weighted += parameters_.weights[i] * static_cast<double>(input.all.field_words[i]);
    }
    stretch_ = weighted / words;
  }

  void enter(const ArticleHits& article) override {
    find_fields(article.elements, tags_, fields_);
    weighted_.assign(1, 0);
    for (const Field field : fields_) weighted_.push_back(weighted_.back() + weight(field));
    titles_.clear();
    for (std::uint32_t i = 0; i < article.elements.size(); ++i) {
      if (tags_[article.elements[i].name].role != Role::kTitle) continue;
      const UnitWords words = article.unit(i);
      const Field field = fields_[words.first];
      const std::uint32_t above = article.parents[i];
      if (field == Field::kTitle) {
        titles_.push_back({words, article.whole()});
      } else if (field == Field::kSectionTitle && above != kNoElement &&
                 tags_[article.elements[above].name].role == Role::kSection) {
        titles_.push_back({words, article.unit(above)});
      }
    }
  }

  double score(const ArticleHits& article, const UnitWords& unit) override {
    const std::uint32_t unit_class = class_of(article, unit);
    const double mean = mean_length(input_, unit_class) * stretch_;
    const double k1 = parameters_.k1 * stretch_;
    const ScoringInput& scoring = scoring_of(unit_class);
    std::vector<UnitWords> stretches{unit};
    for (const InheritedTitle& title : titles_) {
      if (unit.first < title.of.first || unit.end > title.of.end) continue;
      const bool overlaps = title.words.first < unit.end && unit.first < title.words.end;
      if (!overlaps) stretches.push_back(title.words);
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
          if (hit.end <= words.end) tf += weight(fields_[hit.first]);
        }
      }
      const auto& [n, cf, in_query] = scoring.terms[term];
      if (tf == 0 || n == 0) continue;
      const double idf = std::log(static_cast<double>(scoring.units) / static_cast<double>(n));
      sum += (scoring.expanded ? in_query * idf : idf) *
             (tf * (k1 + 1) / (tf + k1 * (1 - parameters_.b + parameters_.b * length / mean)));
    }
    return sum;
  }

 private:
  struct InheritedTitle {
    UnitWords words;
    UnitWords of;  ///< what has it
  };

  double weight(Field field) const { return parameters_.weights[static_cast<std::size_t>(field)]; }
  const ScoringInput& scoring_of(std::uint32_t unit_class) {
    const auto found = scoring_.find(unit_class);
    if (found != scoring_.end()) return found->second;
    return scoring_.emplace(unit_class, scoring_input(input_, parameters_.df, unit_class)).first->second;
  }

  Parameters parameters_;
  const UnitInput& input_;
  double stretch_ = 1;
  std::vector<FieldTag> tags_;
  std::vector<Field> fields_;
  std::vector<double> weighted_;  ///< lengths of all beginnings of the article
  std::vector<InheritedTitle> titles_;
  std::map<std::uint32_t, ScoringInput> scoring_;
};

std::unique_ptr<UnitScorer> make_bm25e(const ModelSettings& settings, const UnitInput& input) {
  const auto number = [&](std::string_view name) { return number_setting(kBm25e, settings, name); };
  return std::make_unique<Bm25eScorer>(
      Bm25eScorer::Parameters{number("k1"),
                              number("b"),
                              {number("title"), number("section_title"), number("lead"), number("rest")},
                              std::string(setting(kBm25e, settings, "df"))},
      input);
}

std::unique_ptr<UnitScorer> make_itf(const ModelSettings& settings, const UnitInput& input) {
  const ModelSettings inner{{"k1", std::string(setting(kItf, settings, "k1"))},
                            {"b", std::string(setting(kItf, settings, "b"))},
                            {"df", "tag"}};
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
                 make_itf};

}  // namespace fovea::search
