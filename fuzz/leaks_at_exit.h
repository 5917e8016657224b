// For targets with threads: leaks are looked for when the process ends, and not after each input. What a thread still holds when an
// input has been answered makes libFuzzer search all memory for leaks, which takes longer than most inputs.
#pragma once

namespace fovea {

struct Ending {
  ~Ending() { begun = true; }
  static inline bool begun = false;
};
static const Ending kEnding;

}  // namespace fovea

/// Asked by the leak sanitizer.
extern "C" int __lsan_is_turned_off() {
  return fovea::Ending::begun ? 0 : 1;
}
