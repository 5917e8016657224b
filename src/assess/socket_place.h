// The name of a Unix socket in the file system. Only a socket that nobody listens on any more makes room for a new one.
#pragma once

#include <sys/stat.h>

#include <string>

namespace fovea::assess {

class SocketPlace {
 public:
  /// Makes room at `path`. Throws OutputRefused if it is taken by another kind of file or by a server.
  explicit SocketPlace(std::string path);
  SocketPlace(const SocketPlace&) = delete;
  SocketPlace& operator=(const SocketPlace&) = delete;
  /// Removes the socket, unless the name has gone to another.
  ~SocketPlace();

  const std::string& path() const { return path_; }
  /// To be called when the socket has been bound.
  void is_bound();

 private:
  std::string path_;
  struct stat bound_ {};
};

}  // namespace fovea::assess
