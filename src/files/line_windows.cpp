#include "files/line_windows.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace fovea {

std::vector<std::string_view> cut_at_lines(std::string_view bytes, std::size_t size) {
  std::vector<std::string_view> stretches;
  while (!bytes.empty()) {
    std::size_t length = bytes.size();
    if (length > size) {
      const std::size_t newline = bytes.find('\n', size - 1);
      if (newline != std::string_view::npos) length = newline + 1;
    }
    stretches.push_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  return stretches;
}

std::vector<LineWindow> line_windows(std::string_view bytes, std::size_t size) {
  std::vector<LineWindow> windows;
  for (const std::string_view stretch : cut_at_lines(bytes, size)) windows.push_back({stretch});
  std::vector<std::uint64_t> lines(windows.size());
  if (windows.size() > 1) {
    tbb::parallel_for(std::size_t{0}, windows.size() - 1, [&](std::size_t i) {
      lines[i] =
          static_cast<std::uint64_t>(std::count(windows[i].bytes.begin(), windows[i].bytes.end(), '\n'));
    });
  }
  for (std::size_t i = 1; i < windows.size(); ++i)
    windows[i].first_line = windows[i - 1].first_line + lines[i - 1];
  return windows;
}

}  // namespace fovea
