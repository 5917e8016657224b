#include "assess/page_assets.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "report/tables/found_page.h"

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_assess_html[];
extern const char fovea_assess_html_end[];
extern const char fovea_assess_icon[];
extern const char fovea_assess_icon_end[];
extern const char fovea_assess_script[];
extern const char fovea_assess_script_end[];
extern const char fovea_assess_style[];
extern const char fovea_assess_style_end[];
extern const char fovea_assess_worker[];
extern const char fovea_assess_worker_end[];
}

namespace fovea::assess {

const PageAsset* page_asset(std::string_view path) {
  const auto between = [](const char* begin, const char* end) {
    return std::make_shared<const std::string>(begin, end);
  };
  static const std::array<PageAsset, 6> kAssets = {
      {{"/", "text/html; charset=utf-8", between(fovea_assess_html, fovea_assess_html_end)},
       {"/page.js", "text/javascript; charset=utf-8", between(fovea_assess_script, fovea_assess_script_end)},
       {"/page.css", "text/css; charset=utf-8", between(fovea_assess_style, fovea_assess_style_end)},
       {"/favicon.svg", "image/svg+xml", between(fovea_assess_icon, fovea_assess_icon_end)},
       {"/worker.js", "text/javascript; charset=utf-8",
        between(fovea_assess_worker, fovea_assess_worker_end)},
       {"/search.css", "text/css; charset=utf-8", std::make_shared<const std::string>(found_page_style())}}};
  const auto* const found = std::ranges::find(kAssets, path, &PageAsset::path);
  return found == kAssets.end() ? nullptr : found;
}

}  // namespace fovea::assess
