// What a writer could not say in its format, and how often: "best entry points" → 12. Writers count instead
// of failing; commands list it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace fovea {

using Unsaid = std::map<std::string, std::uint64_t, std::less<>>;

}  // namespace fovea
