// What the readers of topics share.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "files/diagnostics.h"

namespace fovea {

/// Names as the years spelled them, made one: `INEX-Topic` and `inex_topic` are both "inex_topic".
std::string fold_name(std::string_view name);

/// What a file holds and a Topic has no place for: counted by name, told once per name.
class IgnoredParts {
 public:
  void add(std::string_view name, const Place& place);
  void report(Diagnostics& diagnostics) const;

 private:
  struct Seen {
    Place first;
    std::uint64_t times = 0;
  };
  std::map<std::string, Seen, std::less<>> seen_;
};

}  // namespace fovea
