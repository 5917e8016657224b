// The hash that says which shard or bucket an id belongs to: the same on every machine, and easy to write in any language.
#pragma once

#include <cstdint>
#include <string_view>

namespace fovea {

/// 64-bit FNV-1a.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

}  // namespace fovea
