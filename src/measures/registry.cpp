#include "measures/registry.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "measures/chunks/families.h"
#include "measures/documents/families.h"
#include "measures/graded/families.h"
#include "measures/highlights/families.h"
#include "measures/passages/families.h"
#include "text/nearest.h"

namespace fovea {

namespace {

std::vector<MeasureFamily> families() {
  std::vector<MeasureFamily> all;
  all.push_back(ranked_article_measures());
  all.push_back(ranked_result_measures());
  all.push_back(retrieved_character_measures());
  all.push_back(genomics_measures());
  all.push_back(ranked_chunk_measures());
  all.push_back(chunk_measures());
  all.push_back(inex2002_measures());
  all.push_back(inex2003_measures());
  all.push_back(xcg_measures());
  all.push_back(average_precision_measures());
  all.push_back(precision_measures());
  all.push_back(gain_measures());
  all.push_back(incomplete_measures());
  all.push_back(set_measures());
  all.push_back(user_model_measures());
  all.push_back(other_ranking_measures());
  all.push_back(subtopic_measures());
  all.push_back(judgement_group_measures());
  all.push_back(preference_measures());
  all.push_back(count_measures());
  all.push_back(trec_eval_texts());
  return all;
}

}  // namespace

Registry::Registry(std::vector<MeasureFamily> families, std::vector<MeasureSet> sets)
    : families_(std::move(families)), sets_(std::move(sets)) {
  for (const MeasureFamily& family : families_) {
    for (const MeasureRecord& record : family.records) {
      add(record.name, {&record, false});
      if (!record.trec_eval.empty()) add(record.trec_eval, {&record, false});
      // "P" is both the name and what trec_eval calls it at a cutoff.
      if (!record.trec_eval_cut.empty()) add(record.trec_eval_cut, {&record, true});
      for (const std::string_view alias : record.aliases) add(alias, {&record, false});
    }
  }
  for (const MeasureSet& set : sets_) names_.push_back(set.name);
}

void Registry::add(std::string_view name, Entry entry) {
  const auto [at, added] = index_.try_emplace(name, entry);
  if (added) {
    names_.push_back(name);
  } else {
    assert(at->second.record == entry.record && "two measures with one name");
    at->second.cut |= entry.cut;
  }
}

Registry::Entry Registry::find(std::string_view name) const {
  const auto at = index_.find(name);
  return at == index_.end() ? Entry{} : at->second;
}

const MeasureSet* Registry::find_set(std::string_view name) const {
  for (const MeasureSet& set : sets_) {
    if (set.name == name) return &set;
  }
  return nullptr;
}

std::vector<std::string_view> Registry::nearest(std::string_view name) const {
  constexpr std::size_t kMost = 3;
  std::vector<std::string_view> near;
  std::vector<const MeasureRecord*> records;  // those of the names in `near`: each measure is named once
  for (const std::string_view candidate : fovea::nearest(name, names_, names_.size())) {
    const MeasureRecord* record = find(candidate).record;
    if (record != nullptr && std::find(records.begin(), records.end(), record) != records.end()) continue;
    near.push_back(candidate);
    records.push_back(record);
    if (near.size() == kMost) break;
  }
  return near;
}

const Registry& measure_registry() {
  static const Registry registry(families(), trec_eval_sets());
  return registry;
}

std::unique_ptr<Measure> make_measure(const MeasureName& name, const Registry& registry) {
  std::string why;
  const MeasureRecord* record = registry.find(name.name).record;
  return record == nullptr ? nullptr : record->make(name, why);
}

}  // namespace fovea
