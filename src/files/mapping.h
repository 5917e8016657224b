// Files mapped for reading, and what becomes of a process whose mapped file is cut by another.
//
// Whoever touches a page that the file no longer has gets SIGBUS. There is no way to go on from there: the reader
// is in the middle of a row. So a program that calls end_when_a_file_is_cut() says which file it was, removes its
// temporaries and ends.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace fovea {

/// What is said of a file that is shorter than it was when it was opened.
inline constexpr const char* kFoundCut =
    "found its end while reading it, expected nobody to cut it meanwhile";

/// Maps the first `size` bytes, at least one, of an open file, which may be closed afterwards. Empty, and errno
/// set, when they cannot be mapped. `name` is what a message calls the file. Any thread may call it.
std::string_view map_file(int descriptor, std::size_t size, std::string_view name);

/// Lets go of what map_file() gave; nothing, if that is empty.
void unmap_file(std::string_view bytes);

/// Holds what map_file() gave: FileMapping(bytes.data(), Unmap{bytes.size()}).
struct Unmap {
  std::size_t size = 0;
  void operator()(const char* bytes) const { unmap_file({bytes, size}); }
};
using FileMapping = std::unique_ptr<const char, Unmap>;

/// Lets go of the whole pages inside a part of a mapped file; its neighbours may be in use. They are read again, from the
/// file, when somebody touches them.
void release_pages(std::string_view part);

/// For programs, not for libraries: a mapped file that is cut while it is read becomes a line on standard error
/// and this exit code.
void end_when_a_file_is_cut(int exit_code);

}  // namespace fovea
