// What a user can do about a fault on the command line. The library says what is wrong, under a code, and knows
// nothing of options; here each code that an option helps against has its hint.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "files/diagnostics.h"

namespace fovea::cli {

/// As long as it lives, hints name only options of the command that `app` runs.
class HintsOf {
 public:
  explicit HintsOf(const CLI::App& app);
  HintsOf(const HintsOf&) = delete;
  HintsOf& operator=(const HintsOf&) = delete;
  ~HintsOf();
};

/// Empty where no option helps.
std::string_view hint_for(std::string_view code);

/// The diagnostic as to_string() gives it, with its hint behind it.
std::string with_hint(const Diagnostic& diagnostic);

}  // namespace fovea::cli
