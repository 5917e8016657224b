// The page of assessors and organisers (web/src/assess), as it is laid down in the library.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace fovea::assess {

struct PageAsset {
  std::string_view path;
  std::string_view type;
  std::shared_ptr<const std::string> bytes;  ///< which all answers share
};

/// nullptr when the page has no such part.
const PageAsset* page_asset(std::string_view path);

}  // namespace fovea::assess
