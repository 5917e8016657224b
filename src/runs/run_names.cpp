#include "runs/run_names.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "files/file_stem.h"

namespace fovea {

namespace {

std::string name_alone(const RunLabel& label) {
  return label.name.empty() ? std::string(file_stem(label.file)) : label.name;
}

}  // namespace

std::vector<std::string> names_of(std::span<const RunLabel> labels) {
  std::map<std::string, std::set<std::string_view>> stems;  // by name
  std::map<std::string, std::size_t> count;
  for (const RunLabel& label : labels) {
    stems[name_alone(label)].insert(file_stem(label.file));
    ++count[name_alone(label)];
  }
  std::set<std::string> taken;
  for (const auto& [name, times] : count) {
    if (times == 1) taken.insert(name);  // nobody else may get it
  }
  std::vector<std::string> names;
  for (const RunLabel& label : labels) {
    const std::string alone = name_alone(label);
    std::string name = alone;
    if (count[alone] > 1) {
      const std::string_view stem = file_stem(label.file);
      if (stems[alone].size() > 1 && stem != alone) name = fmt::format("{}:{}", alone, stem);
      for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}:{}", alone, number);
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> names_of(std::span<const Run> runs, Diagnostics& diagnostics) {
  std::vector<RunLabel> labels;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Run& run : runs) {
    labels.push_back({run.details().id, run.file()});
    if (!seen.emplace(run.file(), run.details().id).second) {
      diagnostics.error({run.file()}, "repeated-run", "the run is given twice");
    }
  }
  return names_of(labels);
}

std::string name_of(const Run& run) {
  return name_alone({run.details().id, run.file()});
}

}  // namespace fovea
