// Graded relevance: a document is worth its grade, and less the later it comes.
#include <algorithm>
#include <cmath>
#include <optional>

#include "measures/documents/from_ranking.h"
#include "measures/documents/trec_eval_parameters.h"
#include "measures/families.h"

namespace fovea {

namespace {

/// Discounted cumulated gain of the first `rank` documents.
double dcg(GainRanking& ranking, std::size_t rank) {
  double sum = 0;
  for (const Gain gain : ranking.gains()) {
    if (gain.rank > rank) break;
    sum += gain.gain / ranking.discount(gain.rank);
  }
  return sum;
}

/// Cumulated gain of the first `rank` documents, without discount.
double cumulated_gain(GainRanking& ranking, std::size_t rank) {
  double sum = 0;
  for (const Gain gain : ranking.gains()) {
    if (gain.rank > rank) break;
    sum += gain.gain;
  }
  return sum;
}

double ideal_cumulated_gain(GainRanking& ranking, std::size_t rank) {
  double sum = 0;
  const auto gains = ranking.ideal();
  for (std::size_t i = 0; i < std::min(rank, gains.size()); ++i) sum += gains[i];
  return sum;
}

/// The same divided by that of the ideal ranking.
double normalised_cumulated_gain(GainRanking& ranking, std::size_t rank) {
  const double ideal = ideal_cumulated_gain(ranking, rank);
  return ideal > 0 ? cumulated_gain(ranking, rank) / ideal : 0;
}

/// The same divided by that of the ideal ranking.
double ndcg(GainRanking& ranking, std::size_t rank) {
  const double ideal = ranking.ideal_dcg(rank);
  return ideal > 0 ? dcg(ranking, rank) / ideal : 0;
}

/// nDCG at the rank of every document with gain, averaged; those not retrieved count the nDCG of the whole
/// ranking.
double ndcg_over_relevant(GainRanking& ranking, int /*level*/, const BinaryRanking& /*binary*/) {
  const std::size_t relevant = ranking.ideal().size();
  if (relevant == 0) return 0;
  double gained = 0;
  double sum = 0;
  std::size_t found = 0;
  for (const Gain gain : ranking.gains()) {
    gained += gain.gain / ranking.discount(gain.rank);
    if (gain.gain <= 0) continue;
    sum += gained / ranking.ideal_dcg(gain.rank);
    ++found;
  }
  const auto missing = static_cast<double>(relevant - found);
  sum += missing * gained / ranking.ideal_dcg(relevant);
  return sum / static_cast<double>(relevant);
}

/// nDCG averaged over the ranks at which the ideal ranking goes from one gain to the next lower one, and,
/// as in trec_eval, over the whole ranking when it is longer than the ideal one by two at least.
/// A topic without a document at the level asked for counts 0.
double ndcg_over_levels(GainRanking& ranking, int /*level*/, const BinaryRanking& binary) {
  const auto ideal = ranking.ideal();
  if (ideal.empty() || binary.relevant == 0) return 0;
  double sum = 0;
  int points = 0;
  for (std::size_t rank = 1; rank <= ideal.size(); ++rank) {
    if (rank < ideal.size() && ideal[rank] == ideal[rank - 1]) continue;
    sum += ndcg(ranking, rank);
    ++points;
  }
  if (ranking.retrieved() > ideal.size() + 1) {
    sum += ndcg(ranking, ranking.retrieved());
    ++points;
  }
  return sum / points;
}

/// Each gain divided by the logarithm of how far the ranking lags behind the ideal one; ranks without ideal
/// gain cost 1.
double g_measure(GainRanking& ranking, int /*level*/, const BinaryRanking& /*binary*/) {
  const auto ideal = ranking.ideal();
  double possible = 0;
  for (const double gain : ideal) possible += gain;
  if (possible <= 0) return 0;
  double cost = 0;
  double gained = 0;
  double sum = 0;
  std::size_t rank = 0;
  for (const Gain gain : ranking.gains()) {
    for (; rank < gain.rank; ++rank) cost += rank < ideal.size() ? ideal[rank] : 1;
    gained += gain.gain;
    sum += gain.gain / std::log2(2 + cost - gained);
  }
  return sum / possible;
}

double binary_g(const BinaryRanking& ranking) {
  if (ranking.relevant == 0) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < ranking.ranks.size(); ++i) {
    const auto not_relevant_before = static_cast<double>(ranking.ranks[i] - 1 - i);
    sum += 1 / std::log2(2 + not_relevant_before);
  }
  return sum / static_cast<double>(ranking.relevant);
}

/// A reader goes on to the next document with probability p. Gains above 1 are scaled so that the highest of
/// the topic is worth 1.
double rank_biased_precision(GainRanking& ranking, double p, std::size_t depth) {
  const auto ideal = ranking.ideal();
  const double highest = ideal.empty() ? 1 : std::max(1.0, ideal.front());
  double weight = 1;
  std::size_t rank = 1;
  double sum = 0;
  for (const Gain gain : ranking.gains()) {
    if (gain.rank > depth) break;
    for (; rank < gain.rank; ++rank) weight *= p;
    sum += weight * (gain.gain / highest);
  }
  return (1 - p) * sum;
}

/// The same with relevant or not as the only gains.
double binary_rank_biased_precision(const BinaryRanking& ranking, double p, std::size_t depth) {
  double sum = 0;
  for (const std::uint32_t rank : ranking.ranks) {
    if (rank <= depth) sum += std::pow(p, rank - 1);
  }
  return (1 - p) * sum;
}

/// What the parameters `dcg` and `gains` say together; nothing, and the reason, when they are wrong.
std::optional<GainTable> table_of(const MeasureName& name, std::string& why) {
  const std::string_view dcg = name.parameter("dcg");
  const std::string_view gains = name.parameter("gains");
  if (!dcg.empty() && dcg != "log2" && dcg != "exp-log2") {
    why = "dcg is log2 or exp-log2";
    return std::nullopt;
  }
  if (gains.empty()) return dcg == "exp-log2" ? GainTable::exponential() : GainTable();
  if (dcg == "exp-log2") {
    why = "gains and dcg=exp-log2 exclude each other";
    return std::nullopt;
  }
  auto table = GainTable::parse(gains);
  if (!table) why = "gains is a list such as {1:3,2:9}, each grade once";
  return table;
}

GainRanking& ranked_by(const GainTable& table, DocumentRanking& ranking) {
  return table.plain() ? ranking.gains() : ranking.gains(table);
}

/// Curves are drawn down to so many ranks.
constexpr std::size_t kMostCurveRanks = 10'000;

/// For measures of gain down to a rank.
auto gain_maker(double (*score)(GainRanking&, std::size_t)) {
  return [score](const MeasureName& name, std::string& why) -> std::unique_ptr<Measure> {
    const auto table = table_of(name, why);
    if (!table) return nullptr;
    return document_measure(name,
                            [score, table = *table, rank = rank_of(name)](DocumentRanking& ranking, int) {
                              return score(ranked_by(table, ranking), rank);
                            });
  };
}

/// For measures of gain over the whole ranking.
auto gain_maker(double (*score)(GainRanking&, int, const BinaryRanking&)) {
  return [score](const MeasureName& name, std::string& why) -> std::unique_ptr<Measure> {
    const auto table = table_of(name, why);
    if (!table) return nullptr;
    return document_measure(name, [score, table = *table](DocumentRanking& ranking, int level) {
      return score(ranked_by(table, ranking), level, ranking.at_level(level));
    });
  };
}

/// CG@k and nCG@k, with the curve down to k; without a k there is none, because topics end at different ranks.
std::unique_ptr<Measure> make_cumulated(const MeasureName& name, std::string& why, bool normalised) {
  const auto table = table_of(name, why);
  if (!table) return nullptr;
  const auto score = normalised ? normalised_cumulated_gain : cumulated_gain;
  DocumentCurve curve;
  if (const std::size_t last = name.rank().value_or(0); last > 0 && last <= kMostCurveRanks) {
    curve = [=, table = *table](DocumentRanking& ranking) {
      GainRanking& gains = ranked_by(table, ranking);
      Curve points{"rank", normalised ? "normalised gain" : "gain", {}, {}};
      for (std::size_t rank = 1; rank <= last; ++rank) {
        points.x.push_back(static_cast<double>(rank));
        points.y.push_back(score(gains, rank));
        if (!normalised) points.ideal.push_back(ideal_cumulated_gain(gains, rank));
      }
      return points;
    };
  }
  return document_measure(
      name,
      [score, table = *table, rank = rank_of(name)](DocumentRanking& ranking, int) {
        return score(ranked_by(table, ranking), rank);
      },
      std::move(curve));
}

double ideal_dcg(GainRanking& ranking, std::size_t rank) {
  return ranking.ideal_dcg(rank);
}

/// The value of depth= that means the number of documents with gain.
constexpr std::string_view kGainDepthOfBase = "base";

/// The mean of nCG at equal distances down to a depth, or down to the number of documents with gain.
std::unique_ptr<Measure> make_ancg(const MeasureName& name, std::string& why) {
  const auto table = table_of(name, why);
  if (!table) return nullptr;
  const auto points = static_cast<std::size_t>(name.number("points").value_or(10));
  const bool by_base = name.parameter("depth") == kGainDepthOfBase;
  const auto given = static_cast<std::size_t>(name.number("depth").value_or(1500));
  return document_measure(name, [table = *table, points, by_base, given](DocumentRanking& ranking, int) {
    GainRanking& gains = ranked_by(table, ranking);
    const std::size_t depth = by_base ? gains.ideal().size() : given;
    double sum = 0;
    for (std::size_t point = 1; point <= points; ++point) {
      sum += normalised_cumulated_gain(gains, (point * depth + points - 1) / points);
    }
    return sum / static_cast<double>(points);
  });
}

std::unique_ptr<Measure> make_rbp(const MeasureName& name, std::string& why) {
  const double p = name.number("p").value_or(0.9);
  const std::size_t depth = rank_of(name);
  const auto table = table_of(name, why);
  if (!table) return nullptr;
  if (name.parameter(kRel.name).empty()) {
    return document_measure(name, [p, depth, table = *table](DocumentRanking& ranking, int /*level*/) {
      return rank_biased_precision(ranked_by(table, ranking), p, depth);
    });
  }
  if (!table->plain()) {
    why = "gains and rel exclude each other";
    return nullptr;
  }
  return binary_measure(name, [p, depth](const BinaryRanking& ranking) {
    return binary_rank_biased_precision(ranking, p, depth);
  });
}

constexpr Parameter kGains = {
    "gains",
    "",
    "what grades are worth, {1:3,2:9}; those that are not there are worth themselves",
    {},
    ParameterKind::kTable};
constexpr Parameter kDcg = {"dcg", "log2", "log2: a document gains its grade; exp-log2: 2^grade − 1"};

constexpr std::string_view kJarvelinKekalainen =
    "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, ACM TOIS 20(4), 2002";
constexpr std::string_view kCumulatedGain =
    "Kazai, Lalmas, de Vries: Reliability tests for the XCG and inex-2002 metrics, INEX 2004 proceedings (2005), "
    "section 2.2, after Järvelin and Kekäläinen 2002";
/// The vector of the paper: the ranking ⟨3, 2, 3, 0, 1, 2⟩.
constexpr std::string_view kGainVectorJudgements = "1 0 a 3\n1 0 b 2\n1 0 c 3\n1 0 d 0\n1 0 e 1\n1 0 f 2\n";
constexpr std::string_view kGainVectorRun =
    "1 Q0 a 1 9 example\n1 Q0 b 2 8 example\n1 Q0 c 3 7 example\n"
    "1 Q0 d 4 6 example\n1 Q0 e 5 5 example\n1 Q0 f 6 4 example\n";

Example gain_vector_example(std::string_view measure, double value, std::string_view explanation) {
  return {kGainVectorJudgements, kGainVectorRun, measure, value, explanation};
}

const double kExampleDcg = 2 + 1 / std::log2(5.0);
const double kExampleIdeal = 2 + 1 / std::log2(3.0) + 1 / std::log2(4.0);

}  // namespace

MeasureFamily gain_measures() {
  return {
      .title = "Documents: graded relevance",
      .records = {
          {.name = "nDCG",
           .trec_eval = "ndcg",
           .trec_eval_cut = "ndcg_cut",
           .from_trec_eval = pairs_for({}, true),
           .aliases = {"NDCG"},
           .summary = "normalised discounted cumulated gain",
           .definition =
               "The gain of a document is its grade, divided by log2(rank + 1); the sum is divided by that "
               "of the ideal ranking, which has the highest grades first. With a cutoff both stop at "
               "rank k.",
           .formula = "nDCG = sum of grade/log2(rank + 1) / the same of the ideal ranking",
           .source = kJarvelinKekalainen,
           .parameters = {kDcg, kGains, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .default_cutoffs = {"5", "10", "15", "20", "30", "100", "200", "500", "1000"},
           .examples = {document_example("nDCG", kExampleDcg / kExampleIdeal,
                                         "(2/log2 2 + 1/log2 5) / (2/log2 2 + 1/log2 3 + 1/log2 4)"),
                        document_example("nDCG@3", 2 / kExampleIdeal, "the document at rank 4 is cut off"),
                        document_example("nDCG(gains={2:4})@1", 1, "the best document, whatever it is worth"),
                        document_example("nDCG(dcg=exp-log2)@4",
                                         (3 + 1 / std::log2(5.0)) / (kExampleIdeal + 1),
                                         "grade 2 is worth 3")},
           .make = gain_maker(ndcg)},
          {.name = "DCG",
           .trec_eval = "dcg",
           .from_trec_eval = pairs_for({}, true),
           .summary = "discounted cumulated gain",
           .definition = "What nDCG is before it is divided by that of the ideal ranking.",
           .formula = "DCG = sum of gain/log2(rank + 1)",
           .source = kJarvelinKekalainen,
           .parameters = {kDcg, kGains, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("DCG", kExampleDcg, "2/log2 2 + 1/log2 5")},
           .make = gain_maker(dcg)},
          {.name = "IdealDCG",
           .trec_eval = "ideal_dcg",
           .from_trec_eval = pairs_for({}, true),
           .summary = "discounted cumulated gain of the ideal ranking",
           .definition = "What nDCG divides by: the gain of a ranking that has the highest grades first.",
           .formula = "IdealDCG = sum of gain/log2(rank + 1) over the judged documents, highest gain first",
           .source = kJarvelinKekalainen,
           .parameters = {kDcg, kGains},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("IdealDCG", kExampleIdeal, "2/log2 2 + 1/log2 3 + 1/log2 4")},
           .make = gain_maker(ideal_dcg)},
          {.name = "CG",
           .summary = "cumulated gain",
           .definition =
               "The sum of the grades of the first k documents, or of all. What DCG is without a discount.",
           .formula = "CG@k = sum of gain to rank k",
           .source = kCumulatedGain,
           .parameters = {kDcg, kGains, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {gain_vector_example("CG@1", 3, "the ranking has the grades 3, 2, 3, 0, 1, 2"),
                        gain_vector_example("CG@2", 5, "3 + 2"), gain_vector_example("CG@3", 8, "5 + 3"),
                        gain_vector_example("CG@4", 8, "8 + 0"), gain_vector_example("CG@5", 9, "8 + 1"),
                        gain_vector_example("CG@6", 11, "9 + 2")},
           .make = [](const MeasureName& name,
                      std::string& why) { return make_cumulated(name, why, false); }},
          {.name = "nCG",
           .summary = "cumulated gain over that of the ideal ranking",
           .definition =
               "CG@k over that of the ranking with the highest grades first. A ranking shorter than k keeps "
               "its last sum.",
           .formula = "nCG@k = CG@k / CG@k of the ideal ranking",
           .source = kCumulatedGain,
           .parameters = {kDcg, kGains, kJudgedOnly},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {gain_vector_example("nCG@2", 5.0 / 6, "the ideal ranking begins with 3, 3"),
                        gain_vector_example("nCG@4", 0.8, "8 of 3 + 3 + 2 + 2"),
                        gain_vector_example("nCG@6", 1, "all gain is found")},
           .make = [](const MeasureName& name, std::string& why) { return make_cumulated(name, why, true); }},
          {.name = "AnCG",
           .summary = "nCG averaged over ranks at equal distances",
           .definition =
               "The mean of nCG at 10 %, 20 %, ..., 100 % of depth, as AnXCG is of nXCG. A percentage between "
               "two ranks is the later one.",
           .formula = "AnCG = sum_{i=1..points} nCG@ceil(i*depth/points) / points",
           .source = kCumulatedGain,
           .parameters = {kDcg,
                          kGains,
                          kJudgedOnly,
                          {"points", "10", "ranks at which nCG is read, at equal distances",
                           NumberRange{.least = 1, .most = 10'000, .whole = true}},
                          {.name = "depth",
                           .default_value = "1500",
                           .meaning = "the last of these ranks; base: the number of documents with gain",
                           .range = NumberRange{.least = 1, .most = 10'000'000, .whole = true},
                           .word = kGainDepthOfBase}},
           .examples = {gain_vector_example("AnCG(points=3,depth=6)", (5.0 / 6 + 0.8 + 1) / 3,
                                            "nCG@2, nCG@4 and nCG@6"),
                        gain_vector_example("AnCG(points=5,depth=base)",
                                            (1 + 5.0 / 6 + 1 + 0.8 + 9.0 / 11) / 5,
                                            "five documents have gain: nCG@1 to nCG@5")},
           .make = make_ancg},
          {.name = "nDCGRel",
           .trec_eval = "ndcg_rel",
           .from_trec_eval = pairs_for({}, true),
           .summary = "nDCG averaged over the relevant documents",
           .definition =
               "nDCG at the rank of each document with gain, averaged; documents that were not retrieved "
               "count the nDCG of the whole ranking.",
           .formula = "nDCGRel = mean over documents with gain of nDCG@rank",
           .source = "trec_eval: ndcg_rel (Buckley 2008)",
           .parameters = {kGains},
           .examples = {document_example(
               "nDCGRel", (1 + 2 * kExampleDcg / kExampleIdeal) / 3,
               "nDCG@1 = 1, nDCG@4, and nDCG of the whole ranking for the one missing")},
           .make = gain_maker(ndcg_over_relevant)},
          {.name = "RnDCG",
           .trec_eval = "Rndcg",
           .from_trec_eval = pairs_for({}, true),
           .summary = "nDCG averaged over the ranks where the ideal grade changes",
           .definition =
               "nDCG at the ranks where the ideal ranking ends one grade and begins the next, averaged; the "
               "whole ranking is one point more when it is longer than the ideal one by at least two. 0 for "
               "a topic without a document of grade rel.",
           .formula = "RnDCG = mean of nDCG@n1, nDCG@(n1 + n2), …, ni = documents of the i-th highest grade",
           .source = "trec_eval: Rndcg (Buckley 2008)",
           .parameters = {kGains, kRel},
           .examples = {document_example("RnDCG", (1 + 2 / kExampleIdeal + kExampleDcg / kExampleIdeal) / 3,
                                         "nDCG@1, nDCG@3 and nDCG of all five")},
           .make = gain_maker(ndcg_over_levels)},
          {.name = "RBP",
           .trec_eval = "rbp",
           .from_trec_eval = pairs_for({"p"}, true),
           .summary = "rank-biased precision",
           .definition =
               "A reader looks at the first document and goes on to each next one with probability p; RBP "
               "is the gain per document looked at. Grades above 1 are scaled so that the highest grade of "
               "the topic is worth 1; with rel, documents from that grade on are worth 1 and others "
               "nothing. With a cutoff, documents behind rank k are worth nothing. The default of p is "
               "trec_eval's; that of ir_measures is 0.8.",
           .formula = "RBP = (1 − p) · sum of gain · p^(rank − 1)",
           .source = "Moffat and Zobel, Rank-Biased Precision, ACM TOIS 27(1), 2008",
           .parameters = {{"p", "0.9", "probability of going on", kPersistenceRange},
                          kGains,
                          {"rel", "", "lowest grade worth 1; graded when absent", kGradeRange}},
           .cutoff = Cutoff::kOptionalRank,
           .examples = {document_example("RBP(p=0.5)", 0.53125, "0.5 · (1 + 0.5 · 0.125)"),
                        document_example("RBP(p=0.5,rel=1)", 0.5625, "0.5 · (1 + 0.125)")},
           .make = make_rbp},
          {.name = "G",
           .trec_eval = "G",
           .from_trec_eval = pairs_for({}, true),
           .summary = "gain relative to how far the ranking lags behind the ideal one",
           .definition =
               "Each gain is divided by log2 of 2 plus what the ideal ranking has gained more up to that "
               "rank (a rank where it gains nothing counts 1); the sum is divided by all possible gain.",
           .formula = "G = sum of grade / log2(2 + ideal(rank) − gained(rank)) / sum of all grades",
           .source = "trec_eval: G (Buckley 2008)",
           .parameters = {kGains},
           .examples = {document_example("G", 0.625, "(2/log2 2 + 1/log2 4) / 4")},
           .make = gain_maker(g_measure)},
          {.name = "BinG",
           .trec_eval = "binG",
           .summary = "G with relevant or not as the only grades",
           .definition =
               "Each relevant document counts 1/log2 of 2 plus the number of documents before it that are "
               "not relevant; the sum is divided by the number of relevant documents.",
           .formula = "BinG = sum over relevant retrieved of 1/log2(2 + not relevant before) / relevant",
           .source = "trec_eval: binG (Buckley 2008)",
           .parameters = {kRel},
           .examples = {document_example("BinG", 0.5, "(1/log2 2 + 1/log2 4) / 3")},
           .make = binary_maker(binary_g)},
      }};
}

}  // namespace fovea
