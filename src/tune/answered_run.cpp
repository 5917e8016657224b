#include "tune/answered_run.h"

#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "search/session/result_rows.h"

namespace fovea::tune {

Run answered_run(std::span<const std::string_view> topics,
                 std::span<const std::vector<search::Answer>> answers, search::AnswerForm form,
                 const Collection* collection) {
  const RunFormat& format =
      form == search::AnswerForm::kArticles ? run_formats::kTrec : run_formats::kElement;
  RunBuilder builder("answers", format);
  search::ResultRows rows(collection, format);
  for (std::size_t i = 0; i < topics.size(); ++i) rows.add_to(builder, topics[i], answers[i]);
  return std::move(builder).build();
}

}  // namespace fovea::tune
