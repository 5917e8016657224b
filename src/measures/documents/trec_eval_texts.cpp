// What trec_eval prints among its measures that is no number.
#include <algorithm>

#include "measures/documents/from_ranking.h"
#include "measures/documents/trec_eval_parameters.h"
#include "measures/families.h"
#include "measures/views/topic_view.h"
#include "text/numbers.h"

namespace fovea {

namespace {

char relevance_mark(std::int32_t grade) {
  if (grade == kNotPooled) return '-';
  if (grade == kNotAssessed) return '.';
  return grade > 9 ? '>' : static_cast<char>('0' + grade);
}

class RelevanceString final : public Measure {
 public:
  explicit RelevanceString(std::size_t length) : length_(length) {}

  double score(TopicView&) const override { return 0; }
  std::string text(TopicView& topic, std::string_view) const override {
    std::string marks;
    const auto grades = topic.documents().grades();
    for (const std::int32_t grade : grades.first(std::min(length_, grades.size())))
      marks += relevance_mark(grade);
    return "'" + marks + "'";
  }

 private:
  std::size_t length_;
};

class RunId final : public Measure {
 public:
  double score(TopicView&) const override { return 0; }
  std::string text(TopicView&, std::string_view run) const override { return std::string(run); }
};

bool length_from_trec_eval(std::string_view text, MeasureName& name, std::string& why) {
  const auto length = parse_offset(text.substr(0, text.find('.')));
  if (!length || !parse_number(text)) {
    why = "relstring takes one number, of documents";
    return false;
  }
  name.cutoff = std::to_string(*length);
  return true;
}

Example text_example(std::string_view measure, std::string_view text, std::string_view explanation) {
  Example example = document_example(measure, 0, explanation);
  example.text = text;
  return example;
}

}  // namespace

MeasureFamily trec_eval_texts() {
  return {
      .title = "Texts among the measures of trec_eval",
      .records = {
          {.name = "runid",
           .trec_eval = "runid",
           .summary = "the id of the run",
           .definition = "Printed once, in front of the summary, in the mode trec_eval.",
           .formula = "runid = the last column of the run",
           .source = "trec_eval: runid",
           .text = true,
           .examples = {text_example("runid", "example", "the tag of the run")},
           .make = [](const MeasureName&, std::string&) -> std::unique_ptr<Measure> {
             return std::make_unique<RunId>();
           }},
          {.name = "relstring",
           .trec_eval = "relstring",
           .from_trec_eval = length_from_trec_eval,
           .summary = "the grades of the first documents, one character each",
           .definition =
               "The digit of a grade up to 9, > for a higher one, - for a document that is not in the judgements, . "
               "for one that is there with a negative grade. Printed for topics, in the mode trec_eval.",
           .formula = "relstring = the grades of the first k documents, 10 without a cutoff",
           .source = "trec_eval: relstring",
           .cutoff = Cutoff::kOptionalRank,
           .text = true,
           .examples = {text_example("relstring", "'20-10'", "a, b, x, c and d"),
                        text_example("relstring@2", "'20'", "a and b")},
           .make = [](const MeasureName& name, std::string&) -> std::unique_ptr<Measure> {
             return std::make_unique<RelevanceString>(name.cutoff.empty() ? 10 : rank_of(name));
           }},
      }};
}

}  // namespace fovea
