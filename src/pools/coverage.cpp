#include "pools/coverage.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_format.h"

namespace fovea::pools {

namespace {

/// Characters returned, and those among them in judged documents; unknown as soon as a result has no known place.
struct ReturnedCharacters {
  std::uint64_t all = 0;
  std::uint64_t judged = 0;
  bool known = true;

  void add(const Result& result, const JudgedDocument* document, const DocumentLengths& lengths) {
    Span span = result.span;
    if (result.kind == ResultKind::kDocument && !has_span(result)) {
      const auto length = length_of(result.doc, document, lengths);
      known = known && length.has_value();
      span = {0, length.value_or(0)};
    } else if (!has_span(result)) {
      known = false;
      return;
    }
    all += span.size();
    if (document != nullptr) judged += span.size();
  }

  static std::optional<Offset> length_of(std::string_view doc, const JudgedDocument* document,
                                         const DocumentLengths& lengths) {
    if (document != nullptr && document->length) return *document->length;
    return lengths ? lengths(doc) : std::nullopt;
  }
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

RunCoverage coverage_of(const Run& run, std::string name, const Judgements& judgements,
                        const Collection* collection, Diagnostics& said) {
  RunCoverage out;
  out.run = std::move(name);
  const DocumentLengths lengths = judgements.lengths(collection);
  std::vector<double> first_unjudged;
  ReturnedCharacters characters;
  TopicResults topic;
  for (std::size_t t = 0; t < run.topics(); ++t) {
    const TopicJudgements* const judged = judgements.find(run.topic(t));
    if (judged == nullptr) continue;
    run.read(t, topic, said);
    Diagnostics unresolved;  // what cannot be resolved has no known place, and the figure is left out
    if (collection != nullptr) resolve(topic, run.file(), *collection, unresolved);
    put_in_order(topic, run.format().order);
    absl::flat_hash_set<std::string_view> seen;
    std::vector<bool> ranking;
    for (const Result& result : topic.results) {
      const JudgedDocument* const document = judged->find(result.doc);
      characters.add(result, document, lengths);
      if (seen.insert(result.doc).second) ranking.push_back(document != nullptr);
    }
    if (ranking.empty()) continue;
    ++out.topics;
    for (std::size_t d = 0; d <= kCoverageDepths.size(); ++d) {
      const std::size_t depth =
          d < kCoverageDepths.size() ? std::min(kCoverageDepths[d], ranking.size()) : ranking.size();
      const auto hits =
          std::count(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(depth), true);
      out.judged[d] += static_cast<double>(hits) / static_cast<double>(depth);
    }
    first_unjudged.push_back(static_cast<double>(std::ranges::find(ranking, false) - ranking.begin() + 1));
  }
  for (double& share : out.judged) share /= static_cast<double>(std::max<std::size_t>(1, out.topics));
  out.first_unjudged = median(std::move(first_unjudged));
  if (characters.known && characters.all > 0)
    out.judged_characters = static_cast<double>(characters.judged) / static_cast<double>(characters.all);
  return out;
}

}  // namespace fovea::pools
