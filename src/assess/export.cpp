#include "assess/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "assess/graded_document.h"
#include "assess/rebuild.h"
#include "judgements/builder.h"

namespace fovea::assess {

namespace {

void add(JudgementBuilder& builder, const std::string& topic, const StoredDocument& document,
         const DocumentState& state, const Collection* collection) {
  JudgedDocument judged;
  judged.id = builder.keep(document.name);
  judged.length = document.length;
  judged.bep = state.bep;
  judged.grade = state.status == Status::kRelevant ? 1 : 0;
  judged.relevant_chars = static_cast<Offset>(character_count(state.spans));
  if (!state.spans.empty()) judged.first_listed = state.spans.begin()->begin;
  const auto known =
      collection == nullptr || state.grades.empty() ? std::nullopt : collection->find(document.name);
  const GradedDocument graded(state.grades, known ? &*known : nullptr);
  std::vector<ElementGrade> grades = graded.elements();
  for (ElementGrade& grade : grades) grade.path = builder.keep(grade.path);
  builder.add(builder.keep(topic), judged, std::vector<Span>(state.spans.begin(), state.spans.end()), grades);
}

}  // namespace

bool is_finished(Store& store, std::string_view topic) {
  const auto main = store.assignment_of(topic, Part::kMain);
  const auto decision = store.assignment_of(topic, Part::kFinal);
  return main && main->state == AssignmentState::kDone &&
         (!decision || decision->state == AssignmentState::kDone);
}

Judgements judgements_in(Store& store, const ExportOptions& options) {
  if (options.last) {
    std::vector<std::string> faults;
    Store past = rebuild(store, options.last, faults, options.check);
    if (!faults.empty()) throw StoreError(SQLITE_CORRUPT, faults.front());
    ExportOptions now = options;
    now.last.reset();
    return judgements_in(past, now);
  }
  Diagnostics said;  // a topic has each document once
  JudgementBuilder builder(MergePolicy::kReject, said);
  builder.add_file(InputFile::from_memory("store", {}));
  bool graded = false;
  for (const std::string& topic : store.topics()) {
    if (!options.topic.empty() && topic != options.topic) continue;
    const bool decided = options.part == Part::kFinal;
    const auto assignment = store.assignment_of(topic, decided ? Part::kMain : options.part);
    const auto decision = decided ? store.assignment_of(topic, Part::kFinal) : std::nullopt;
    if (!assignment) continue;
    const bool finished = decided ? is_finished(store, topic) : assignment->state == AssignmentState::kDone;
    if (options.finished_only && !finished) continue;
    for (ItemState& item : store.items(*assignment)) {
      if (decision) {
        if (DocumentState other = store.state(decision->id, item.document.id); other.judged())
          item.state = std::move(other);
      }
      if (!item.state.judged()) continue;
      add(builder, topic, item.document, item.state, options.collection);
      graded |= !item.state.grades.empty();
    }
  }
  builder.add_kinds({.highlights = !graded, .element_grades = graded});
  return std::move(builder).finish();
}

}  // namespace fovea::assess
