#include "files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace fovea {

namespace {
bool is_open_stream(int descriptor) {
  return ::fcntl(descriptor, F_GETFD) != -1;
}
}  // namespace

void hold_standard_streams() {
  // From the lowest on: open() gives the lowest number that is free.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (!is_open_stream(stream)) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int above_standard_streams(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(descriptor);
  return above;
}

bool standard_streams_are_held() {
  return is_open_stream(STDIN_FILENO) && is_open_stream(STDOUT_FILENO) && is_open_stream(STDERR_FILENO);
}

}  // namespace fovea
