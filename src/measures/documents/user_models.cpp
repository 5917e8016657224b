// Models of a reader who goes down the ranking and, at each document, goes on or stops.
//
// In the framework C/W/L (Moffat et al.) a measure is the probability C(i) of going on from rank i to the next. The
// reader looks at rank i with the weight of all that lead there, C(1)·…·C(i − 1), scaled to a sum of 1, and the score
// is the gain per document looked at. As in cwl_eval, a ranking has 1,000 ranks, those behind its end without gain.
//
// Gains are grades between min_rel and max_rel, scaled to 0…1.
#include <algorithm>
#include <cmath>
#include <functional>

#include "measures/documents/from_ranking.h"
#include "measures/families.h"

namespace fovea {

namespace {

constexpr std::size_t kRanksLookedAt = 1000;

/// What a reader knows at a rank, from 1: the gain there, and that of all ranks up to it.
struct Stand {
  double rank;
  double gain;
  double gained;
};
using GoesOn = std::function<double(const Stand&)>;

/// The gain per document looked at; gain_at(i) is that of rank i + 1.
template <class GainAt>
double gain_per_document(const GainAt& gain_at, const GoesOn& goes_on) {
  double gained = 0;
  double weight = 1;
  double weights = 0;
  double sum = 0;
  for (std::size_t i = 0; i < kRanksLookedAt; ++i) {
    const double gain = gain_at(i);
    gained += gain;
    sum += weight * gain;
    weights += weight;
    weight *= goes_on({static_cast<double>(i + 1), gain, gained});
  }
  return sum / weights;
}

/// Behind the end of the ranking, and for what nobody judged, there is no gain, whatever min_rel is.
double gain_of(const DocumentRanking& ranking, std::size_t i, int least, int most) {
  if (i >= ranking.grades().size() || ranking.grades()[i] == kNotPooled) return 0;
  const double range = most - least;
  return (std::clamp(std::max(ranking.grades()[i], 0), least, most) - least) / range;
}

/// Goes on as long as a rank below `depth` is not reached.
double within(std::size_t depth, const Stand& stand, double probability) {
  return stand.rank < static_cast<double>(depth) ? probability : 0;
}

double square(double number) {
  return number * number;
}

/// INSQ: the further down, the surer to go on; `wanted` says how much the reader hopes for.
double insq(const Stand& stand, double wanted) {
  return square((stand.rank + 2 * wanted - 1) / (stand.rank + 2 * wanted));
}

/// INST: the same, and less so the more was gained.
double inst(const Stand& stand, double wanted) {
  const double at = stand.rank + wanted + (wanted - stand.gained);
  return square((at - 1) / at);
}

using Model = GoesOn (*)(const MeasureName& name);

auto model_maker(Model model) {
  return [model](const MeasureName& name, std::string& why) -> std::unique_ptr<Measure> {
    const int least = static_cast<int>(name.number("min_rel").value_or(0));
    const auto most = name.number("max_rel");
    if (!most || *most <= least) {
      why = "needs max_rel, the highest grade there is, above min_rel";
      return nullptr;
    }
    return document_measure(name, [goes_on = model(name), least, most = static_cast<int>(*most)](
                                      DocumentRanking& ranking, int /*level*/) {
      return gain_per_document([&](std::size_t i) { return gain_of(ranking, i, least, most); }, goes_on);
    });
  };
}

double wanted_of(const MeasureName& name) {
  return name.number("T").value_or(1);
}

GoesOn inst_model(const MeasureName& name) {
  return [wanted = wanted_of(name)](const Stand& stand) { return inst(stand, wanted); };
}
GoesOn insq_model(const MeasureName& name) {
  return [wanted = wanted_of(name)](const Stand& stand) { return insq(stand, wanted); };
}
GoesOn bpm_model(const MeasureName& name) {
  return [wanted = wanted_of(name), depth = rank_of(name)](const Stand& stand) {
    return within(depth, stand, stand.gained < wanted ? 1 : 0);
  };
}
GoesOn sdcg_model(const MeasureName& name) {
  return [depth = rank_of(name)](const Stand& stand) {
    return within(depth, stand, std::log2(stand.rank + 1) / std::log2(stand.rank + 2));
  };
}
GoesOn nerr8_model(const MeasureName& name) {
  return [depth = rank_of(name)](const Stand& stand) { return within(depth, stand, 1 - stand.gain); };
}
GoesOn nerr9_model(const MeasureName& name) {
  return [depth = rank_of(name)](const Stand& stand) {
    return within(depth, stand, stand.rank / (stand.rank + 1) * (1 - stand.gain));
  };
}
GoesOn nerr10_model(const MeasureName& name) {
  return [p = name.number("p").value_or(0.9)](const Stand& stand) { return p * (1 - stand.gain); };
}
GoesOn nerr11_model(const MeasureName& name) {
  return [wanted = wanted_of(name)](const Stand& stand) { return insq(stand, wanted) * (1 - stand.gain); };
}

constexpr NumberRange kScaleRange{.least = 0, .most = 1e6, .whole = true};
constexpr NumberRange kWantedRange{.least = 0.5, .most = 1e6};
constexpr Parameter kLeast = {"min_rel", "0", "grade that is worth 0, with all below", kScaleRange};
constexpr Parameter kMost = {"max_rel", "", "grade that is worth 1, with all above; must be given",
                             kScaleRange};
constexpr Parameter kWanted = {"T", "1", "gain that the reader hopes for", kWantedRange};
constexpr std::string_view kNerrSource =
    "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021; as cwl_eval and ir_measures have it";

/// The examples of models that run to the end: grade 2 at rank 1 and grade 1 at rank 4 are worth 1 and 1/2 with
/// max_rel=2.
double model_value(const GoesOn& goes_on) {
  return gain_per_document([](std::size_t i) { return i == 0 ? 1 : i == 3 ? 0.5 : 0; }, goes_on);
}

}  // namespace

MeasureFamily user_model_measures() {
  const double discounts = 1 + 1 / std::log2(3.0) + 1 / std::log2(4.0) + 1 / std::log2(5.0);
  return {
      .title = "Documents: models of a reader",
      .records = {
          {.name = "INST",
           .summary = "a reader who hopes for T, and goes on the less the more was gained",
           .definition =
               "The probability of going on grows with the rank, and the more slowly the more of T was "
               "gained. Gain per document looked at, over 1,000 ranks.",
           .formula = "C(i) = ((i + T + Ti − 1) / (i + T + Ti))², Ti = T − gain up to rank i",
           .source = "Moffat, Bailey, Scholer and Thomas, INST: An Adaptive Metric for Information Retrieval "
                     "Evaluation, ADCS 2015; as cwl_eval and ir_measures have it",
           .parameters = {kWanted, kLeast, kMost},
           .examples = {document_example("INST(max_rel=2)",
                                         model_value([](const Stand& s) { return inst(s, 1); }),
                                         "gains of 1 and 1/2 at ranks 1 and 4")},
           .make = model_maker(inst_model)},
          {.name = "INSQ",
           .summary = "a reader who hopes for T, and goes on the surer the further down",
           .definition = "As INST, but whatever was gained. Gain per document looked at, over 1,000 ranks.",
           .formula = "C(i) = ((i + 2T − 1) / (i + 2T))²",
           .source =
               "Moffat, Scholer and Thomas, Models and Metrics: IR Evaluation as a User Process, ADCS 2012; as "
               "cwl_eval and ir_measures have it",
           .parameters = {kWanted, kLeast, kMost},
           .examples = {document_example("INSQ(max_rel=2)",
                                         model_value([](const Stand& s) { return insq(s, 1); }),
                                         "gains of 1 and 1/2 at ranks 1 and 4")},
           .make = model_maker(insq_model)},
          {.name = "BPM",
           .summary = "a reader who stops once T is gained or k documents were looked at",
           .definition = "The Bejeweled player model, static: gain per document looked at up to there.",
           .formula = "BPM@k = gain of the first n / n, n = the first rank where T is gained, or k",
           .source =
               "Zhang, Liu, Li, Zhang, Xu and Ma, Evaluating Web Search with a Bejeweled Player Model, SIGIR "
               "2017; as cwl_eval and ir_measures have it",
           .parameters = {{"T", "1", "gain at which the reader stops", NumberRange{.least = 0, .most = 1e6}},
                          kLeast,
                          kMost},
           .cutoff = Cutoff::kRank,
           .examples = {document_example("BPM(max_rel=2)@5", 1,
                                         "the first document is all that was hoped for"),
                        document_example("BPM(T=2,max_rel=2)@5", 0.3, "(1 + 1/2) / 5: two are never gained")},
           .make = model_maker(bpm_model)},
          {.name = "SDCG",
           .summary = "scaled discounted cumulated gain",
           .definition =
               "nDCG of an ideal ranking in which each of the first k documents has the highest grade, as if "
               "there were enough of them.",
           .formula = "SDCG@k = sum over ranks to k of gain/log2(rank + 1) / the same with gains of 1",
           .source = "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002; as cwl_eval and ir_measures have it",
           .parameters = {{"dcg", "log2", "log2, the only one"}, kLeast, kMost},
           .cutoff = Cutoff::kRank,
           .examples = {document_example("SDCG(max_rel=2)@4", (1 + 0.5 / std::log2(5.0)) / discounts,
                                         "(1/log2 2 + 0.5/log2 5) / (1/log2 2 + … + 1/log2 5)")},
           .make = model_maker(sdcg_model)},
          {.name = "NERR8",
           .summary = "nearly expected reciprocal rank, equation 8: cut at rank k",
           .definition =
               "A document of gain g satisfies the reader, who then stops, with probability g; nobody goes "
               "beyond rank k.",
           .formula = "C(i) = 1 − gain(i) for i < k, else 0",
           .source = kNerrSource,
           .parameters = {kLeast, kMost},
           .cutoff = Cutoff::kRank,
           .examples = {document_example("NERR8(max_rel=2)@5", 1, "the first document satisfies everybody"),
                        document_example("NERR8(max_rel=4)@4", (0.5 + 0.5 * 0.25) / 2.5,
                                         "gains of 1/2 and 1/4 with weights 1, 1/2, 1/2, 1/2")},
           .make = model_maker(nerr8_model)},
          {.name = "NERR9",
           .summary = "nearly expected reciprocal rank, equation 9: cut at rank k, with a discount",
           .definition = "As NERR8, and the reader loses patience with the rank.",
           .formula = "C(i) = i/(i + 1) · (1 − gain(i)) for i < k, else 0",
           .source = kNerrSource,
           .parameters = {kLeast, kMost},
           .cutoff = Cutoff::kRank,
           .examples = {document_example("NERR9(max_rel=4)@2", 0.5 / 1.25, "weights 1 and 1/2 · 1/2")},
           .make = model_maker(nerr9_model)},
          {.name = "NERR10",
           .summary = "nearly expected reciprocal rank, equation 10: with the patience of RBP",
           .definition =
               "As NERR8 without a cutoff; the reader goes on with probability p where not satisfied.",
           .formula = "C(i) = p · (1 − gain(i))",
           .source = kNerrSource,
           .parameters = {{"p", "0.9", "probability of going on", kPersistenceRange}, kLeast, kMost},
           .examples = {document_example("NERR10(max_rel=2)", 1, "the first document satisfies everybody")},
           .make = model_maker(nerr10_model)},
          {.name = "NERR11",
           .summary = "nearly expected reciprocal rank, equation 11: with the patience of INSQ",
           .definition = "As NERR8 without a cutoff; where not satisfied, the reader goes on as in INSQ.",
           .formula = "C(i) = ((i + 2T − 1) / (i + 2T))² · (1 − gain(i))",
           .source = kNerrSource,
           .parameters = {kWanted, kLeast, kMost},
           .examples = {document_example("NERR11(max_rel=2)", 1, "the first document satisfies everybody")},
           .make = model_maker(nerr11_model)},
      }};
}

}  // namespace fovea
