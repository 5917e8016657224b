// Element paths and text points: what parses is put together again to the same text.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "collection/element_path.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view path(reinterpret_cast<const char*>(data), size);
  fovea::PathReader steps(path);
  fovea::PathStep step;
  std::string again;
  while (steps.next(step)) again += fmt::format("/{}[{}]", step.name, step.ordinal);
  const auto fault = fovea::check_element_path(path);
  if (fault) {
    if (fault->at > path.size()) std::abort();
    (void)fovea::to_string(*fault, path);
  } else if (path.find("[0") == std::string_view::npos && again != path) {  // leading zeros are allowed
    std::abort();
  }
  fovea::PathFault point_fault;
  const auto point = fovea::parse_text_point(path, point_fault);
  if (point && fovea::check_element_path(point->element)) std::abort();
  if (!point) (void)fovea::to_string(point_fault, path);
  return 0;
}
