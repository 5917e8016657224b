#include "runs/run_names.h"

#include <map>
#include <set>

namespace fovea {

std::vector<std::string> names_of(std::span<const Run> runs, Diagnostics& diagnostics) {
  std::map<std::string, int> count;
  for (const Run& run : runs) ++count[run.details().id];
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Run& run : runs) {
    const std::string& tag = run.details().id;
    names.push_back(tag.empty() || count[tag] > 1 ? run.file() : tag);
    if (!seen.insert(names.back()).second)
      diagnostics.error({run.file()}, "repeated-run", "the run is given twice");
  }
  return names;
}

}  // namespace fovea
