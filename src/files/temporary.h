// Files and folders that are being made: beside the place they are meant for, under a name of their own, until
// they are whole and take that place. Whatever writes an output writes it here first.
//
// A name begins with kTemporaryPrefix and goes on at random; the entry is made new, never found, so that neither
// a file of the user's nor a link that somebody has laid there is written to. While it lives it is locked
// (flock). What is left of it is removed
// - by the destructor, when it was not put in place;
// - by remove_temporaries(), in programs that call clean_up_on_signals(), when INT, TERM, HUP or PIPE ends them;
// - after a kill -9 by the next process that makes a temporary in the same folder: what bears the prefix,
//   belongs to the same user and is locked by nobody is a leftover.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>

#include "files/signal_list.h"

namespace fovea {

inline constexpr std::string_view kTemporaryPrefix = ".fovea-tmp-";

/// Throws std::system_error: "cannot write PATH: reason".
[[noreturn]] void fail_to_write(const std::string& path, int error = errno);

/// Where an output called `path` goes: a link is followed to the file or folder at its end. Throws
/// std::system_error for a link that leads nowhere, in a circle, or where the user may not go.
std::string behind_links(const std::string& path);

class Temporary {
 public:
  enum class Kind { kFile, kFolder };
  /// What stands at the target when the temporary is done.
  enum class Existing { kReplace, kRefuse };

  /// A new empty file or folder beside `target`, with the permissions that the umask allows. Throws
  /// std::system_error when none can be made, and OutputRefused, as put_in_place() does, when `target` is an input.
  Temporary(Kind kind, const std::string& target);
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary();

  const std::string& path() const { return path_; }
  /// Open for reading and, if it is a file, for writing; never one of the standard streams. Closed by
  /// put_in_place() and the destructor.
  int descriptor() const { return descriptor_; }

  /// Gives it the name of the target at once: at no moment is there none, where there was one before. What stood
  /// there is removed, or is a std::system_error (EEXIST). The content is not synced to disk here.
  void put_in_place(Existing existing = Existing::kReplace);

 private:
  /// What a signal handler must know to remove it.
  struct Entry {
    int folder = -1;
    char name[32] = {};
  };
  friend void remove_temporaries();
  static SignalList<Entry> alive;

  bool create(Kind kind);
  void exchange_folders();
  /// Removes what has the temporary's name now, and forgets it.
  void discard();

  Kind kind_;
  std::string target_;
  std::string target_name_;
  std::string path_;
  int folder_ = -1;
  int descriptor_ = -1;
  std::string name_;
  SignalList<Entry>::Node* node_ = nullptr;
};

/// Whether a file of this name is a temporary, alive or left over.
inline bool is_temporary_name(std::string_view name) {
  return name.starts_with(kTemporaryPrefix);
}

/// Removes all temporaries of this process. Safe in a signal handler; for a process that is about to end.
void remove_temporaries();

/// For programs, not for libraries: INT, TERM, HUP and PIPE remove the temporaries of this process and then end
/// it as they would have. Those of them that are ignored stay so.
void clean_up_on_signals();

}  // namespace fovea
