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

Judgements judgements_in(Store& store, const ExportOptions& options) {
  if (options.last) {
    std::vector<std::string> faults;
    Store past = rebuild(store, options.last, faults, options.check);
    if (!faults.empty()) throw StoreError(SQLITE_CORRUPT, faults.front());
    ExportOptions now = options;
    now.last.reset();
    return judgements_in(past, now);
  }
  const std::vector<Assignment> given = store.assignments();
  Diagnostics said;  // a topic has each document once
  JudgementBuilder builder(MergePolicy::kReject, said);
  builder.add_file(InputFile::from_memory("store", {}));
  bool graded = false;
  for (const std::string& topic : store.topics()) {
    if (!options.topic.empty() && topic != options.topic) continue;
    const auto assignment = std::ranges::find_if(given, [&](const Assignment& each) {
      return each.topic == topic && each.part == options.part &&
             (each.state == AssignmentState::kDone || !options.finished_only);
    });
    if (assignment == given.end()) continue;
    for (const ItemState& item : store.items(*assignment)) {
      if (!item.state.judged()) continue;
      add(builder, topic, item.document, item.state, options.collection);
      graded |= !item.state.grades.empty();
    }
  }
  builder.add_kinds({.highlights = !graded, .element_grades = graded});
  return std::move(builder).finish();
}

}  // namespace fovea::assess
