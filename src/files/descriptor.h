// An open file that is closed with its object.
#pragma once

#include <unistd.h>

#include <utility>

#include "files/standard_streams.h"

namespace fovea {

/// None, or a file whose number is never that of a standard stream.
class Descriptor {
 public:
  /// Takes over what open() and its like gave; -1, with errno, is none.
  explicit Descriptor(int number = -1) : number_(above_standard_streams(number)) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  explicit operator bool() const { return number_ >= 0; }
  int get() const { return number_; }

 private:
  int number_;
};

}  // namespace fovea
