// Qrels in which groups judge the same documents, each for itself: trec_eval's qrels_jg, qrels_prefs and prefs,
// and the qrels of diversity tracks, where the group is a subtopic.
//
//   topic group doc grade                 qrels_jg, subtopics: grades are whole numbers
//   topic group doc level                 qrels_prefs: levels may have decimals
//   topic group subgroup doc level        prefs
//
// Within a subgroup, a document with a higher level is preferred to one with a lower level; a level of 0 says not
// relevant. The document's own grade, which measures without groups read, is the highest that any group gave.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/builder.h"
#include "judgements/judgements.h"

namespace fovea {

enum class GroupedRows : std::uint8_t { kGrades, kLevels, kPreferences };

/// A group that judges a document twice (in one subgroup) is an error.
void read_grouped_qrels(const InputFile& file, GroupedRows rows, JudgementBuilder& builder,
                        Diagnostics& diagnostics);

/// Preferences of one group that contradict each other across its subgroups: a document that is relevant in one
/// and not in another, or preferred to itself by way of others. Reports them and returns whether there are none.
bool check_preferences(std::string_view file, std::span<const GroupGrade> groups, Diagnostics& diagnostics);

}  // namespace fovea
