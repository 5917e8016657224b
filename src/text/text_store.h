// Copies of short texts that stay where they are: for views that must outlive what they were read from
// (unescaped XML and JSON strings). Moving the store moves no text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace fovea {

class TextStore {
 public:
  /// A copy of `text` that lives as long as the store or the one it was moved to.
  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    if (blocks_.empty() || text.size() > free_) {  // empty: new, or moved from
      free_ = std::max(kBlock, text.size());
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(free_));
      next_ = blocks_.back().get();
    }
    char* const copy = next_;
    std::memcpy(copy, text.data(), text.size());
    next_ += text.size();
    free_ -= text.size();
    return {copy, text.size()};
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
};

}  // namespace fovea
