#include "files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace fovea {

void hold_standard_streams() {
  // From the lowest on: open() gives the lowest number that is free.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool closed = ::fcntl(stream, F_GETFD) == -1;
    if (closed) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int above_standard_streams(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(descriptor);
  return above;
}

}  // namespace fovea
