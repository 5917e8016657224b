// Files of expected orders: whatever the bytes, orders without a circle, which say the same when they are
// written line by line and read again, or a reason why not.
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simulate/expected_orders.h"

namespace {

using Orders = std::vector<fovea::ExpectedOrder>;

/// Whether a walk from better to worse, which marks what it leaves for good, comes back to where it is.
bool has_circle(const Orders& orders) {
  std::map<std::string, std::vector<std::string>> worse;
  for (const fovea::ExpectedOrder& order : orders) worse[order.better].push_back(order.worse);
  std::set<std::string> left;
  std::set<std::string> on_the_way;
  for (const auto& [start, ignored] : worse) {
    std::vector<std::string> way{start};
    while (!way.empty()) {
      const std::string run = way.back();
      on_the_way.insert(run);
      std::vector<std::string>& next = worse[run];
      while (!next.empty() && left.contains(next.back())) next.pop_back();
      if (next.empty()) {
        on_the_way.erase(run);
        left.insert(run);
        way.pop_back();
      } else if (on_the_way.contains(next.back())) {
        return true;
      } else {
        way.push_back(next.back());
      }
    }
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::Diagnostics diagnostics;
  const auto orders = fovea::read_orders(fovea::InputFile::from_memory("orders", bytes), diagnostics);
  if (orders.has_value() != diagnostics.ok()) std::abort();
  if (!orders) return 0;
  if (orders->empty() || has_circle(*orders)) std::abort();
  std::string written;
  std::vector<std::string> names;
  for (const fovea::ExpectedOrder& order : *orders) {
    // The blank in front keeps a name that begins with '#' from becoming a comment.
    written += " " + order.better + " > " + order.worse + "\n";
    names.push_back(order.better);
    names.push_back(order.worse);
  }
  fovea::Diagnostics again;
  const auto second = fovea::read_orders(fovea::InputFile::from_memory("again", written), again);
  if (!second || second->size() != orders->size()) std::abort();
  for (std::size_t i = 0; i < orders->size(); ++i) {
    if ((*second)[i].better != (*orders)[i].better || (*second)[i].worse != (*orders)[i].worse) std::abort();
  }
  if (!fovea::check_names(*orders, names, again)) std::abort();
  return 0;
}
