#include "evaluate/evaluation_needs.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluate/evaluation_plan.h"

namespace fovea {

namespace {

/// One thing that judgements may or may not hold.
struct Need {
  bool Needs::*asked;
  bool given;
  std::string_view code;
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

bool has_aspects(const Judgements& judgements) {
  return std::ranges::any_of(judgements.topics(), [](const TopicJudgements& topic) {
    return std::ranges::any_of(topic.groups(),
                               [](const GroupGrade& grade) { return !grade.passage.empty(); });
  });
}

/// Where what is missing should stand.
Place place_of(const Judgements& judgements) {
  return {judgements.files() > 0 ? judgements.file(0) : std::string()};
}

}  // namespace

bool check_needs(const Judgements& judgements, const Collection* collection, const DocumentLengths& lengths,
                 const GradedJudgements* graded, const TopicScorer& scorer, Diagnostics& lacking) {
  const auto has_entry_point = [](const JudgedDocument& document) { return document.bep.has_value(); };
  const auto has_length = [](const JudgedDocument& document) {
    return document.relevant() && document.length.has_value();
  };
  const Need needs[] = {
      {&Needs::highlights, judgements.kinds().highlights, "needs-highlights", "highlighted text",
       "judgements with passages, such as INEX qrels of 2008–2010"},
      {&Needs::entry_points, any_document(judgements, has_entry_point), "needs-entry-points",
       "best entry points", "judgements with a BEP for each relevant document"},
      {&Needs::document_lengths, collection != nullptr || lengths || any_document(judgements, has_length),
       "needs-lengths", "the lengths of relevant documents", "judgements that carry them, or the collection"},
      {&Needs::element_grades, judgements.kinds().element_grades || graded != nullptr, "needs-grades",
       "grades of elements",
       "judgements with exhaustivity and specificity (INEX 2002–2008), or have grades made from highlights"},
      {&Needs::groups, judgements.kinds().groups, "needs-groups", "subtopics or assessors told apart",
       "judgements of several groups, such as qrels whose second column names them"},
      {&Needs::aspects, has_aspects(judgements), "needs-aspects", "passages with aspects",
       "the gold standard of a TREC Genomics track"},
  };
  bool all = true;
  for (const Need& need : needs) {
    const ScoredMeasure* measure = need.given ? nullptr : scorer.needing(need.asked);
    if (measure == nullptr) continue;
    lacking.error(place_of(judgements), need.code,
                  fmt::format("{} needs {}, which these judgements do not have: give {}", measure->name,
                              need.name, need.remedy));
    all = false;
  }
  const ScoredMeasure* measure = collection == nullptr ? scorer.needing(&Needs::collection) : nullptr;
  if (measure != nullptr) {
    lacking.error({}, "needs-elements",
                  fmt::format("{} needs the elements of the documents: give a collection", measure->name));
    all = false;
  }
  return all;
}

bool can_serve(const Judgements& judgements, const Collection* collection, const MeasureName& measure,
               Diagnostics& lacking) {
  const MeasureList scorer(std::span(&measure, 1));
  return check_subject(scorer, {}, lacking) &&
         check_needs(judgements, collection, judgements.lengths(collection), nullptr, scorer, lacking);
}

std::optional<GradedJudgements> make_recall_bases(const Judgements& judgements, const Collection* collection,
                                                  const EvaluationOptions& options, Diagnostics& lacking) {
  if (!options.grades_from_highlights) {
    if (judgements.kinds().element_grades) {
      return GradedJudgements::from_grades(judgements, collection, lacking);
    }
    lacking.expected(place_of(judgements), "needs-grades", "no grades of elements",
                     "judgements with exhaustivity and specificity (INEX 2002-2008), or highlights to make "
                     "grades from");
    return std::nullopt;
  }
  if (!judgements.kinds().highlights) {
    lacking.expected(place_of(judgements), "needs-highlights", "no highlighted text",
                     "judgements with passages, from which grades are derived");
    return std::nullopt;
  }
  if (collection == nullptr) {
    lacking.expected(place_of(judgements), "needs-elements", "no collection",
                     "one from whose elements grades are derived");
    return std::nullopt;
  }
  return GradedJudgements::from_highlights(judgements, *collection, options.specificity_steps, lacking);
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
