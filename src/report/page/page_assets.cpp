#include "report/page/page_assets.h"

#include <cstddef>

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_report_script[];
extern const char fovea_report_script_end[];
extern const char fovea_report_style[];
extern const char fovea_report_style_end[];
}

namespace fovea {

std::string_view page_script() {
  return {fovea_report_script, static_cast<std::size_t>(fovea_report_script_end - fovea_report_script)};
}

std::string_view page_script_notices() {
  constexpr std::string_view kBegin = "/*!\n";
  const std::string_view script = page_script();
  if (!script.starts_with(kBegin)) return {};
  return script.substr(kBegin.size(), script.find("*/") - kBegin.size());
}

std::string_view page_style() {
  return {fovea_report_style, static_cast<std::size_t>(fovea_report_style_end - fovea_report_style)};
}

}  // namespace fovea
