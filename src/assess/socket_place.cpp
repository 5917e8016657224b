#include "assess/socket_place.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "files/descriptor.h"
#include "files/replaced.h"

namespace fovea::assess {

namespace {

/// Connects to the socket; the errno that it failed with, or 0.
int connect_to(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return ENAMETOOLONG;
  path.copy(address.sun_path, path.size());
  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!probe) return errno;
  return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
}

}  // namespace

SocketPlace::SocketPlace(std::string path) : path_(std::move(path)) {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) != 0) return;
  if (!S_ISSOCK(status.st_mode)) throw OutputRefused(path_, "it exists and is not a socket");
  const int error = connect_to(path_);
  // A full queue is one that somebody will come to.
  if (error == 0 || error == EAGAIN) throw OutputRefused(path_, "another server listens on it");
  // A server that was killed leaves its socket behind. Whatever else keeps us from it is for bind() to report.
  if (error == ECONNREFUSED) ::unlink(path_.c_str());
}

SocketPlace::~SocketPlace() {
  struct stat status {};
  if (bound_.st_ino != 0 && ::lstat(path_.c_str(), &status) == 0 && status.st_dev == bound_.st_dev &&
      status.st_ino == bound_.st_ino)
    ::unlink(path_.c_str());
}

void SocketPlace::is_bound() {
  ::lstat(path_.c_str(), &bound_);
}

}  // namespace fovea::assess
