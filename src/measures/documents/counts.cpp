// How many topics and documents there are: no measures of quality, but what one looks at first.
#include "measures/documents/from_ranking.h"
#include "measures/families.h"

namespace fovea {

namespace {

double one(const BinaryRanking& /*ranking*/) {
  return 1;
}

double retrieved(const BinaryRanking& ranking) {
  return static_cast<double>(ranking.retrieved);
}

double relevant(const BinaryRanking& ranking) {
  return static_cast<double>(ranking.relevant);
}

double relevant_retrieved(const BinaryRanking& ranking) {
  return static_cast<double>(ranking.relevant_retrieved());
}

/// Judged not relevant and retrieved.
double nonrelevant_retrieved(DocumentRanking& ranking, int level) {
  double count = 0;
  for (const std::int32_t grade : ranking.grades()) count += grade >= 0 && grade < level ? 1 : 0;
  return count;
}

}  // namespace

MeasureFamily count_measures() {
  return {
      .title = "Counts",
      .records = {
          {.name = "NumQ",
           .trec_eval = "num_q",
           .summary = "number of topics",
           .definition = "The number of topics the figures are averaged over.",
           .formula = "NumQ = topics",
           .source = "trec_eval: num_q",
           .average = Average::kSum,
           .examples = {document_example("NumQ", 1, "one topic")},
           .make = binary_maker(one)},
          {.name = "NumRet",
           .trec_eval = "num_ret",
           .summary = "number of documents retrieved",
           .definition =
               "Documents retrieved, summed over topics; an article with several results counts once. With rel, "
               "those of that grade and above, which is NumRelRet.",
           .formula = "NumRet = retrieved",
           .source = "trec_eval: num_ret",
           .parameters = {{"rel", "", "lowest grade that counts; all documents when absent", kGradeRange}},
           .average = Average::kSum,
           .examples = {document_example("NumRet", 5, "a, b, x, c and d"),
                        document_example("NumRet(rel=1)", 2, "a and c")},
           .make =
               [](const MeasureName& name, std::string&) {
                 return binary_measure(name, level_of(name) ? relevant_retrieved : retrieved);
               }},
          {.name = "NumRel",
           .trec_eval = "num_rel",
           .summary = "number of relevant documents",
           .definition =
               "Relevant documents in the judgements, summed over the topics that are averaged over.",
           .formula = "NumRel = relevant",
           .source = "trec_eval: num_rel",
           .parameters = {kRel},
           .average = Average::kSum,
           .examples = {document_example("NumRel", 3, "a, c and e")},
           .make = binary_maker(relevant)},
          {.name = "NumRelRet",
           .trec_eval = "num_rel_ret",
           .summary = "number of relevant documents retrieved",
           .definition = "Relevant documents retrieved, summed over topics.",
           .formula = "NumRelRet = relevant retrieved",
           .source = "trec_eval: num_rel_ret",
           .parameters = {kRel},
           .average = Average::kSum,
           .examples = {document_example("NumRelRet", 2, "a and c")},
           .make = binary_maker(relevant_retrieved)},
          {.name = "NumNonrelRet",
           .trec_eval = "num_nonrel_judged_ret",
           .summary = "number of documents retrieved that were judged not relevant",
           .definition =
               "Documents retrieved that an assessor found not relevant, summed over topics; those that "
               "nobody judged are not among them.",
           .formula = "NumNonrelRet = judged retrieved − relevant retrieved",
           .source = "trec_eval: num_nonrel_judged_ret",
           .parameters = {kRel},
           .average = Average::kSum,
           .examples = {document_example("NumNonrelRet", 2, "b and d; x was not judged")},
           .make = [](const MeasureName& name,
                      std::string&) { return document_measure(name, nonrelevant_retrieved); }},
      }};
}

}  // namespace fovea
