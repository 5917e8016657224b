#include "files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace fovea {

namespace {
bool is_open(int descriptor) {
  return ::fcntl(descriptor, F_GETFD) != -1;
}
}  // namespace

void hold_standard_streams() {
  // From the lowest on: open() gives the lowest number that is free.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_open(stream)) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

bool standard_streams_are_held() {
  return is_open(STDIN_FILENO) && is_open(STDOUT_FILENO) && is_open(STDERR_FILENO);
}

}  // namespace fovea
