// Where runs were made: hardware and software, as a TOML file says it.
//
//     [hardware]
//     cpu = "Xeon 2.4 GHz"
//     cpus = 2              # no_cpu of an efficiency submission
//     ram = "16 GB"         # ram
//     nodes = 1             # no_nodes
//     cost = "3000 EUR"     # hardware_cost
//     year = 2024           # hardware_year
//
//     [software]
//     system = "Debian 12"
//     index = "in memory"
//
// Any keys may stand in both tables; values are texts, numbers, true and false. A report shows all of them; the keys above
// with a remark become attributes of an efficiency submission (INEX 2008–2010).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

struct Environment {
  using Facts = std::vector<std::pair<std::string, std::string>>;
  Facts hardware;  ///< by key
  Facts software;

  /// Names and values for an efficiency submission.
  Facts attributes() const;
};

/// Nothing, with what is wrong and where, when the file is none.
std::optional<Environment> read_environment(const InputFile& file, Diagnostics& diagnostics);

/// The attributes of an efficiency submission that tell its environment.
bool is_environment_attribute(std::string_view name);

}  // namespace fovea
