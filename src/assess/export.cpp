#include "assess/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "assess/rebuild.h"
#include "judgements/builder.h"

namespace fovea::assess {

namespace {

/// Topics and their items as they stand in the store, whatever was judged when.
std::vector<std::pair<std::string, std::vector<StoredDocument>>> all_items(Store& store) {
  std::vector<std::pair<std::string, std::vector<StoredDocument>>> out;
  Statement row = store.database().prepare(
      "SELECT t.id, d.id, d.name, d.length FROM topic t JOIN item i ON i.topic = t.id JOIN document d ON d.id = "
      "i.document ORDER BY t.place, i.place, d.id");
  while (row.next()) {
    if (out.empty() || out.back().first != row.text(0))
      out.emplace_back(row.copy(0), std::vector<StoredDocument>());
    out.back().second.push_back({row.integer(1), row.copy(2), static_cast<Offset>(row.integer(3)), ""});
  }
  return out;
}

void add(JudgementBuilder& builder, const std::string& topic, const StoredDocument& document,
         const DocumentState& state) {
  JudgedDocument judged;
  judged.id = builder.keep(document.name);
  judged.length = document.length;
  judged.bep = state.bep;
  judged.grade = state.status == Status::kRelevant ? 1 : 0;
  judged.relevant_chars = static_cast<Offset>(character_count(state.spans));
  if (!state.spans.empty()) judged.first_listed = state.spans.begin()->begin;
  std::vector<ElementGrade> grades;
  for (const auto& [path, grade] : state.grades) {
    ElementGrade& out = grades.emplace_back();
    out.path = builder.keep(path);
    out.exhaustivity = grade.exhaustivity;
    out.specificity = grade.specificity;
  }
  builder.add_kinds({.highlights = grades.empty(), .element_grades = !grades.empty()});
  builder.add(builder.keep(topic), judged, std::vector<Span>(state.spans.begin(), state.spans.end()), grades);
}

}  // namespace

Judgements judgements_in(Store& store, const ExportOptions& options) {
  std::vector<std::string> faults;
  const Rebuilt rebuilt = options.last ? rebuild(store, options.last, faults) : tables_of(store);
  if (!faults.empty()) throw StoreError(SQLITE_CORRUPT, faults.front());
  std::map<std::string, const Assignment*> wanted;
  for (const auto& [id, assignment] : rebuilt.assignments) {
    const bool finished = assignment.state == AssignmentState::kDone;
    if (assignment.part == options.part && (finished || !options.finished_only))
      wanted.emplace(assignment.topic, &assignment);
  }
  Diagnostics said;  // a topic has each document once
  JudgementBuilder builder(MergePolicy::kReject, said);
  builder.add_file(InputFile::from_memory("store", {}));
  for (const auto& [topic, documents] : all_items(store)) {
    const auto assignment = wanted.find(topic);
    if (assignment == wanted.end()) continue;
    for (const StoredDocument& document : documents) {
      const auto state = rebuilt.states.find({assignment->second->id, document.id});
      if (state != rebuilt.states.end() && state->second.judged())
        add(builder, topic, document, state->second);
    }
  }
  return std::move(builder).finish();
}

}  // namespace fovea::assess
