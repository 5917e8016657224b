// What readers of stored files throw when the bytes are not those that fovea wrote.
#pragma once

#include <stdexcept>

namespace fovea {

/// The file was damaged behind our back. The message names what is broken; whoever opened the file adds its name.
class CorruptFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fovea
