// What an output may take the place of: nothing, or what another output of its kind left there. Never a file that the
// command reads, whatever name leads to it, and never a file of another kind: a store, a collection, a socket, a picture.
// Temporary and OutputFile ask here, so that no output can forget to.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <system_error>

namespace fovea {

/// "cannot write PATH: it is an input of this command". A kind of its own only for its message, which names no errno.
class OutputRefused : public std::system_error {
 public:
  OutputRefused(const std::string& path, std::string_view why);
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// For programs that run one command, not for libraries or servers: from now on, what is read is never written over.
void protect_inputs();
/// For those that go on: what was read so far may be written over, and so may what is read from now on.
void forget_inputs();

/// A file that is being read. False if it is standard output as well: `fovea convert a.run >> a.run` never ends well.
bool remember_input(const struct stat& input);
/// The same by name; what does not exist is not remembered.
void remember_input(const std::string& path);

/// Throws OutputRefused if `path` leads to a file that was read.
void refuse_input(const std::string& path);

/// Throws OutputRefused if something exists at `path` that is neither empty nor of this kind: text, for an empty `kind`, or
/// binary data of that name (binary_kind). Pipes and character devices are written to and may be anything.
void refuse_other_kind(const std::string& path, std::string_view kind);

}  // namespace fovea
