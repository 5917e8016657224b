// All measures there are.
//
// Every family file has a function that returns its records; families() in registry.cpp calls them one by
// one, so that the list of measures can be read in one place and does not depend on what the linker keeps.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "measures/measure.h"

namespace fovea {

class Registry {
 public:
  Registry(std::vector<MeasureFamily> families, std::vector<MeasureSet> sets);
  Registry(const Registry&) = delete;  // the index points into the records
  Registry& operator=(const Registry&) = delete;

  std::span<const MeasureFamily> families() const { return families_; }
  std::span<const MeasureSet> sets() const { return sets_; }

  /// What a word stands for. `cut` when it names the measure at a cutoff only, as "map_cut" does.
  struct Entry {
    const MeasureRecord* record = nullptr;
    bool cut = false;
  };
  /// By name, trec_eval's name or alias; `record` is nullptr when there is none.
  Entry find(std::string_view name) const;
  const MeasureSet* find_set(std::string_view name) const;
  /// Up to three known names nearest to one that is not known, each of another measure.
  std::vector<std::string_view> nearest(std::string_view name) const;

 private:
  void add(std::string_view name, Entry entry);

  std::vector<MeasureFamily> families_;
  std::vector<MeasureSet> sets_;
  absl::flat_hash_map<std::string_view, Entry> index_;
  std::vector<std::string_view> names_;
};

/// The measures of fovea. Built on first use; safe to share between threads.
const Registry& measure_registry();

/// A measure ready to score. `name` must come from parse_measures(), which has checked it.
std::unique_ptr<Measure> make_measure(const MeasureName& name, const Registry& registry = measure_registry());

}  // namespace fovea
