// What a statistic gives: a value, or the reason why there is none.
//
// Statistics of too few, constant or unusable numbers do not exist. Such a one is never a NaN that walks into
// a table: the caller must ask, and can say why.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace fovea::stats {

/// Why something cannot be computed: a clause that follows "because", such as "all differences are equal".
struct Impossible {
  std::string why;
};

template <typename Value>
class Computed {
 public:
  // Both conversions are implicit: a function returns its value, or an Impossible, as it stands.
  Computed(Value value) : state_(std::move(value)) {}                 // NOLINT(google-explicit-constructor)
  Computed(Impossible impossible) : state_(std::move(impossible)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return std::holds_alternative<Value>(state_); }
  /// Only when there is a value.
  const Value& operator*() const { return std::get<Value>(state_); }
  const Value* operator->() const { return &std::get<Value>(state_); }
  /// Only when there is none.
  const std::string& why() const { return std::get<Impossible>(state_).why; }

 private:
  std::variant<Value, Impossible> state_;
};

}  // namespace fovea::stats
