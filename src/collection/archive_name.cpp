// Recognises archives by name. It is separate from archive.cpp because builds without libarchive need it too.
#include "collection/archive.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fovea {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool is_archive_name(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kEndings = {
      ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".zip", ".7z"};
  const std::string folded = lower(name);
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
    return folded.size() > ending.size() && folded.ends_with(ending);
  });
}

}  // namespace fovea
