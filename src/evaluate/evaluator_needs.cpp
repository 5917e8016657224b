// What judgements must hold before an evaluation begins, and what they hold that no run can score on.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "evaluate/evaluator.h"

namespace fovea {

namespace {

/// One thing that judgements may or may not hold.
struct Need {
  bool Needs::*asked;
  bool given;
  std::string_view code;  ///< of the fault when it does not
  std::string_view name;
  std::string_view remedy;
};

template <class Wanted>
bool any_document(const Judgements& judgements, const Wanted& wanted) {
  return std::any_of(judgements.topics().begin(), judgements.topics().end(),
                     [&](const TopicJudgements& topic) {
                       return std::any_of(topic.documents().begin(), topic.documents().end(), wanted);
                     });
}

}  // namespace

bool Evaluator::check_needs(Diagnostics& diagnostics) const {
  const auto has_entry_point = [](const JudgedDocument& document) { return document.bep.has_value(); };
  const auto has_length = [](const JudgedDocument& document) {
    return document.relevant() && document.length.has_value();
  };
  const Need needs[] = {
      {&Needs::highlights, judgements_.kinds().highlights, "needs-highlights", "highlighted text",
       "judgements with passages, such as INEX qrels of 2008–2010"},
      {&Needs::entry_points, any_document(judgements_, has_entry_point), "needs-entry-points",
       "best entry points", "judgements with a BEP for each relevant document"},
      {&Needs::document_lengths, options_.collection != nullptr || any_document(judgements_, has_length),
       "needs-lengths", "the lengths of relevant documents", "judgements that carry them, or the collection"},
      {&Needs::element_grades, judgements_.kinds().element_grades || options_.graded != nullptr,
       "needs-grades", "grades of elements",
       "judgements with exhaustivity and specificity (INEX 2002–2008), or have grades made from highlights"},
  };
  bool all = true;
  for (const Need& need : needs) {
    const ScoredMeasure* measure = need.given ? nullptr : scorer_.needing(need.asked);
    if (measure == nullptr) continue;
    diagnostics.error({judgements_.files() > 0 ? judgements_.file(0) : std::string()}, need.code,
                      fmt::format("{} needs {}, which these judgements do not have: give {}", measure->name,
                                  need.name, need.remedy));
    all = false;
  }
  const ScoredMeasure* measure =
      options_.collection == nullptr ? scorer_.needing(&Needs::collection) : nullptr;
  if (measure != nullptr) {
    diagnostics.error(
        {}, "needs-elements",
        fmt::format("{} needs the elements of the documents: give a collection", measure->name));
    all = false;
  }
  return all;
}

std::vector<std::string_view> topics_without_relevance(const Judgements& judgements, int relevance_level) {
  std::vector<std::string_view> out;
  for (const TopicJudgements& topic : judgements.topics()) {
    const bool any =
        std::any_of(topic.documents().begin(), topic.documents().end(), [&](const JudgedDocument& document) {
          return document.relevant() && document.grade >= relevance_level;
        });
    if (!any) out.push_back(topic.topic());
  }
  return out;
}

}  // namespace fovea
