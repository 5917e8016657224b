#include "search/session/result_rows.h"

namespace fovea::search {

TopicResults ResultRows::rows(std::string_view topic, const std::vector<Answer>& answers) {
  TopicResults results;
  results.topic = topic;
  paths_.clear();
  for (const Answer& answer : answers) {
    Result result;
    result.doc = answer.id;
    result.span = answer.span;
    result.kind = answer.kind;
    result.rank = static_cast<std::int32_t>(results.results.size() + 1);
    result.score = answer.score;
    if (collection_ != nullptr && !format_.whole_documents) place(answer, result);
    results.results.push_back(result);
  }
  return results;
}

void ResultRows::add_to(RunBuilder& builder, std::string_view topic, const std::vector<Answer>& answers) {
  builder.open_topic(topic);
  for (Result result : rows(topic, answers).results) {
    result.doc = builder.keep(result.doc);
    result.path = builder.keep(result.path);
    result.last_path = builder.keep(result.last_path);
    builder.add(result);
  }
}

void ResultRows::place(const Answer& answer, Result& result) {
  const auto document = collection_->find(answer.id);
  if (!document || result.kind == ResultKind::kPassage) return;
  if (result.kind == ResultKind::kDocument) {
    result.kind = ResultKind::kElement;
    result.span.end = document->length();
  }
  result.path = paths_.emplace_back(document->tree().path(answer.element));
  if (result.kind == ResultKind::kRange)
    result.last_path = paths_.emplace_back(document->tree().path(answer.last_element));
}

}  // namespace fovea::search
