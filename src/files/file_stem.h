// What a file is called without its folder and its endings: "bm25" for "runs/bm25.run.gz".
#pragma once

#include <string_view>

namespace fovea {

/// Of ".gz" or ".zst", and then of one more ending. A name that is nothing but an ending stays as it is.
constexpr std::string_view file_stem(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);  // all of it, where there is no slash
  const auto drop = [&name](std::size_t dot) {
    if (dot != std::string_view::npos && dot > 0) name = name.substr(0, dot);
  };
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) drop(name.size() - packed.size());
  }
  drop(name.rfind('.'));
  return name;
}

}  // namespace fovea
