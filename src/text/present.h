// Optional values that cannot be empty at some place, for reasons that the code there does not show: a validator has accepted
// the text, or another function has checked it. An empty one is a fault of the program and ends it with a message.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>

namespace fovea {

template <class Value>
Value present(std::optional<Value>&& value) {
  if (!value) throw std::logic_error("a value is missing that was checked before");
  return *std::move(value);
}

template <class Value>
Value& present(std::optional<Value>& value) {
  if (!value) throw std::logic_error("a value is missing that was checked before");
  return *value;
}

template <class Value>
const Value& present(const std::optional<Value>& value) {
  if (!value) throw std::logic_error("a value is missing that was checked before");
  return *value;
}

}  // namespace fovea
