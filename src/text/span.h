// A stretch of text in one document.
//
// Everything a system returns and everything an assessor highlights becomes a Span: a half-open range of
// code-point offsets, [begin, end). Offsets fit in 31 bits; readers reject documents that are longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fovea {

using Offset = std::uint32_t;

/// The longest document fovea accepts, in code points.
inline constexpr Offset kMaxOffset = 0x7fff'ffff;

/// An offset that may be missing, in the room of one.
class OptionalOffset {
 public:
  constexpr OptionalOffset() = default;
  constexpr OptionalOffset(Offset value) : value_(value) {}
  constexpr OptionalOffset(std::optional<Offset> value) : value_(value.value_or(kMissing)) {}

  constexpr bool has_value() const { return value_ != kMissing; }
  constexpr explicit operator bool() const { return has_value(); }
  constexpr Offset operator*() const { return value_; }
  constexpr Offset value_or(Offset other) const { return has_value() ? value_ : other; }
  constexpr operator std::optional<Offset>() const {
    return has_value() ? std::optional(value_) : std::nullopt;
  }
  friend constexpr bool operator==(OptionalOffset, OptionalOffset) = default;
  friend constexpr bool operator==(OptionalOffset offset, std::nullopt_t) { return !offset.has_value(); }

 private:
  static constexpr Offset kMissing = UINT32_MAX;  ///< above kMaxOffset

  Offset value_ = kMissing;
};

struct Span {
  Offset begin = 0;
  Offset end = 0;

  constexpr Offset size() const { return end - begin; }
  constexpr bool empty() const { return end <= begin; }
  constexpr bool contains(Span inner) const { return begin <= inner.begin && inner.end <= end; }
  /// Adjacent spans touch without overlapping; an empty span overlaps nothing.
  constexpr bool overlaps(Span other) const {
    return std::max(begin, other.begin) < std::min(end, other.end);
  }
  friend constexpr bool operator==(Span, Span) = default;
};

/// The common part; empty (size 0) when there is none.
constexpr Span intersect(Span a, Span b) {
  const Offset begin = std::max(a.begin, b.begin);
  return {begin, std::max(begin, std::min(a.end, b.end))};
}

}  // namespace fovea
