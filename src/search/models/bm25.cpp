// BM25 in its named variants, and Okapi with the weight of query terms.
//
//     Σ idf·tf·(k1+1)/(tf + k1·(1 − b + b·l/av))
//
// Robertson and Walker, SIGIR 1994. The variants differ in idf, in whether repeated words of a query count each time, and
// in their defaults:
//
//   atire   ln(N/n)                              once        0.9, 0.4 (ATIRE, the reference run of INEX 2009–2010;
//                                                            a note of May 2010 in its source has 1.1 and 0.3)
//   lucene  ln(1 + (N − n + .5)/(n + .5)), and   each time   1.2, 0.75 (Lucene from version 8 on)
//           without the factor k1 + 1
//   tantivy as lucene, with the factor           each time   1.2, 0.75 (tantivy)
//   pisa    max(1e-6, ln((N − n + .5)/(n + .5))) each time   0.9, 0.4 (PISA)
//   rsj     max(0, ln((N − n + .5)/(n + .5)))    once        0.9, 0.4
//
// okapi: rsj, times (k3+1)·qtf/(k3 + qtf), with Zettair's 1.2, 0.75 and 7.
//
// lengths=byte: lengths as Lucene stores them, exact up to 40, then 24 + four significant bits of l − 24.
#include <algorithm>
#include <array>
#include <cmath>

#include "search/models/model.h"

namespace fovea::search {

namespace {

double idf_of(std::string_view variant, double units, double n) {
  if (variant == "atire") return std::log(units / n);
  if (variant == "lucene" || variant == "tantivy") return std::log(1 + (units - n + 0.5) / (n + 0.5));
  return std::max(variant == "pisa" ? 1e-6 : 0.0, std::log((units - n + 0.5) / (n + 0.5)));
}

double byte_length(double length) {
  const auto words = static_cast<std::uint32_t>(length);
  return words < 24 ? words : 24.0 + decode_rounded(round_down_code(words - 24));
}

class Bm25Scorer final : public Scorer {
 public:
  struct Parameters {
    double k1 = 0;
    double b = 0;
    bool times_k1 = true;
    bool byte_lengths = false;
  };
  Bm25Scorer(Parameters parameters, double mean, std::vector<double> weights)
      : Scorer(weights.size()), parameters_(parameters), mean_(mean), weights_(std::move(weights)) {}

  double part(std::size_t term, std::uint32_t tf, double length) const override {
    if (tf == 0) return 0;
    const auto [k1, b, times_k1, bytes] = parameters_;
    const double l = bytes ? byte_length(length) : length;
    const double times = times_k1 ? tf * (k1 + 1) : tf;
    return weights_[term] * (times / (tf + k1 * (1 - b + b * l / mean_)));
  }

 private:
  Parameters parameters_;
  double mean_;
  std::vector<double> weights_;  ///< idf, times that of the term in the query
};

constexpr std::array<ModelParameter, 5> kBm25Parameters{{
    {"idf", "atire", "the variant", 0, 0, "atire lucene tantivy pisa rsj"},
    {"k1", "", "how soon further occurrences stop to count; 0.9, with idf=lucene or tantivy 1.2", 0, 1000,
     ""},
    {"b", "", "how much long documents are held back; 0.4, with idf=lucene or tantivy 0.75", 0, 1, ""},
    {"lengths", "exact", "exact, or in a byte as Lucene stores them", 0, 0, "exact byte"},
    {"df", "article", "what N and n count; tag: elements of the unit's tag", 0, 0, "article tag sentence"},
}};

constexpr std::array<ModelParameter, 4> kOkapiParameters{{
    {"k1", "1.2", "how soon further occurrences stop to count", 0, 1000, ""},
    {"b", "0.75", "how much long documents are held back", 0, 1, ""},
    {"k3", "7", "how soon further occurrences in the query stop to count", 0, 1e6, ""},
    {"df", "article", "what N and n count; tag: elements of the unit's tag", 0, 0, "article tag sentence"},
}};

/// k1 and b of a variant unless given.
double number_or(const ModelSettings& settings, std::string_view name, double fallback) {
  return settings.contains(name) ? number_setting(kBm25, settings, name) : fallback;
}

std::unique_ptr<Scorer> make_bm25(const ModelSettings& settings, const ScoringInput& input) {
  const std::string_view variant = setting(kBm25, settings, "idf");
  const bool lucene = variant == "lucene" || variant == "tantivy";
  std::vector<double> weights;
  for (const ScoredTerm& term : input.terms) {
    const double idf = idf_of(variant, static_cast<double>(input.units), static_cast<double>(term.n));
    const bool each_time = lucene || variant == "pisa";
    weights.push_back((each_time ? term.weight : term.once) * idf);
  }
  return std::make_unique<Bm25Scorer>(
      Bm25Scorer::Parameters{number_or(settings, "k1", lucene ? 1.2 : 0.9),
                             number_or(settings, "b", lucene ? 0.75 : 0.4), variant != "lucene",
                             setting(kBm25, settings, "lengths") == "byte"},
      input.mean_length, std::move(weights));
}

std::unique_ptr<Scorer> make_okapi(const ModelSettings& settings, const ScoringInput& input) {
  const double k3 = number_setting(kOkapi, settings, "k3");
  std::vector<double> weights;
  for (const ScoredTerm& term : input.terms) {
    const double idf = idf_of("rsj", static_cast<double>(input.units), static_cast<double>(term.n));
    const double mentions = term.once > 0 ? term.weight / term.once : 1;
    weights.push_back(idf * (term.once * ((k3 + 1) * mentions / (k3 + mentions))));
  }
  return std::make_unique<Bm25Scorer>(
      Bm25Scorer::Parameters{number_setting(kOkapi, settings, "k1"), number_setting(kOkapi, settings, "b"),
                             true, false},
      input.mean_length, std::move(weights));
}

}  // namespace

const Model kBm25{
    "bm25",
    "sum of idf * tf (k1+1) / (tf + k1 (1 - b + b l/av)); idf=atire: ln(N/n), "
    "lucene: ln(1 + (N-n+.5)/(n+.5)) without k1+1, tantivy: with it, pisa: max(1e-6, ln((N-n+.5)/(n+.5))), rsj: max(0, ...)",
    "Robertson and Walker 1994; ATIRE, Lucene 8, PISA", kBm25Parameters, make_bm25};

const Model kOkapi{
    "okapi",
    "sum of max(0, ln((N-n+.5)/(n+.5))) * tf (k1+1) / (tf + k1 (1 - b + b l/av)) * (k3+1) qtf / (k3+qtf)",
    "Robertson and others, Okapi at TREC-3, 1994; defaults of Zettair", kOkapiParameters, make_okapi};

}  // namespace fovea::search
