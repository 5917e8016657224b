#include "measures/registry.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "measures/families.h"
#include "text/nearest.h"

namespace fovea {

namespace {

std::vector<MeasureFamily> all_families() {
  std::vector<MeasureFamily> all;
#define FOVEA_ADD_FAMILY(family) all.push_back(family());
  FOVEA_MEASURE_FAMILIES(FOVEA_ADD_FAMILY)
#undef FOVEA_ADD_FAMILY
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
  static const Registry registry(all_families(), trec_eval_sets());
  return registry;
}

std::unique_ptr<Measure> make_measure(const MeasureName& name, const Registry& registry) {
  std::string why;
  const MeasureRecord* record = registry.find(name.name).record;
  return record == nullptr ? nullptr : record->make(name, why);
}

}  // namespace fovea
