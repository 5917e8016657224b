#include "collection/file_finder.h"

#include <dirent.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "files/temporary.h"

namespace fovea {

namespace {

std::string join(const std::string& folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  return folder.ends_with('/') ? folder + std::string(name) : fmt::format("{}/{}", folder, name);
}

std::string without_dot(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  return path;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

std::optional<InputFile> FoundFile::open(Diagnostics& diagnostics) {
  // A collection never takes the place of a document, and there may be millions of them to remember.
  return content ? std::exchange(content, std::nullopt)
                 : InputFile::open(source, diagnostics, InputFile::Protected::kNo);
}

FileFinder::FileFinder(std::vector<std::string> inputs, std::vector<std::string> only)
    : inputs_(std::move(inputs)), only_(std::move(only)) {}

bool FileFinder::wanted(std::string_view name) {
  const std::string base(name.substr(name.rfind('/') + 1));  // all of it, where there is no slash
  const bool wanted =
      only_.empty() || std::any_of(only_.begin(), only_.end(), [&](const std::string& pattern) {
        return ::fnmatch(pattern.c_str(), base.c_str(), FNM_PERIOD) == 0;
      });
  passed_over_ += wanted ? 0 : 1;
  return wanted;
}

void FileFinder::open_folder(const std::string& path, const std::string& relative, Diagnostics& diagnostics) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(path.c_str()), ::closedir);
  if (!stream) {
    diagnostics.error({path}, "cannot-open",
                      fmt::format("cannot open the folder: {}", std::generic_category().message(errno)));
    return;
  }
  Folder folder{path, relative, {}, {}, 0};
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is ours alone
  for (const dirent* entry = ::readdir(stream.get()); entry != nullptr; entry = ::readdir(stream.get())) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    // A collection that is being built in the folder it is built from is no document.
    if (name == "." || name == ".." || is_temporary_name(name)) continue;
    folder.begins.push_back(static_cast<std::uint32_t>(folder.names.size()));
    folder.names.append(name).push_back('\0');
  }
  const char* const names = folder.names.data();
  std::sort(folder.begins.begin(), folder.begins.end(), [names](std::uint32_t a, std::uint32_t b) {
    return std::string_view(names + a) < std::string_view(names + b);
  });
  folders_.push_back(std::move(folder));
}

std::optional<FoundFile> FileFinder::step_folder(Diagnostics& diagnostics) {
  Folder& folder = folders_.back();
  if (folder.next == folder.begins.size()) {
    folders_.pop_back();
    return std::nullopt;
  }
  const std::string_view name = folder.names.data() + folder.begins[folder.next++];
  const std::string path = join(folder.path, name);
  const std::string relative = join(folder.relative, name);
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    diagnostics.error({path}, "cannot-open",
                      fmt::format("cannot open: {}", std::generic_category().message(errno)));
    return std::nullopt;
  }
  if (S_ISDIR(status.st_mode)) {
    open_folder(path, relative, diagnostics);
    return std::nullopt;
  }
  // A link to a folder may lead back to where we are; a pipe or a device never ends.
  if (S_ISLNK(status.st_mode) && is_folder(path)) {
    diagnostics.warning({path}, "not-followed", "found a link to a folder, which is not followed");
    return std::nullopt;
  }
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
    diagnostics.warning({path}, "not-a-file", "found neither a file nor a folder, which is passed over");
    return std::nullopt;
  }
  if (is_archive_name(name)) {
    archive_ = std::make_unique<ArchiveReader>(path, diagnostics);
    return std::nullopt;
  }
  if (!wanted(name)) return std::nullopt;
  return FoundFile{path, relative, std::nullopt};
}

std::optional<FoundFile> FileFinder::step_archive(Diagnostics& diagnostics) {
  const auto name = archive_->next(diagnostics);
  if (!name) {
    archive_.reset();
    return std::nullopt;
  }
  if (!wanted(*name)) return std::nullopt;
  auto content = archive_->read(diagnostics);
  if (!content) return std::nullopt;
  return FoundFile{content->name(), *name, std::move(content)};
}

std::optional<FoundFile> FileFinder::start_input(const std::string& input, Diagnostics& diagnostics) {
  if (is_folder(input)) {
    open_folder(input, "", diagnostics);
    return std::nullopt;
  }
  if (is_archive_name(input)) {
    archive_ = std::make_unique<ArchiveReader>(input, diagnostics);
    return std::nullopt;
  }
  return FoundFile{input, without_dot(input), std::nullopt};
}

bool FileFinder::ended() const {
  return !archive_ && folders_.empty() && next_input_ == inputs_.size();
}

std::optional<FoundFile> FileFinder::step(Diagnostics& diagnostics) {
  if (archive_) return step_archive(diagnostics);
  if (!folders_.empty()) return step_folder(diagnostics);
  return start_input(inputs_[next_input_++], diagnostics);
}

std::optional<FoundFile> FileFinder::next(Diagnostics& diagnostics) {
  std::optional<FoundFile> found;
  while (!found && !ended()) found = step(diagnostics);
  return found;
}

std::optional<std::uint64_t> FileFinder::count(const std::vector<std::string>& inputs,
                                               const std::vector<std::string>& only) {
  // An archive that is a pipe must not be opened here.
  if (std::any_of(inputs.begin(), inputs.end(), is_archive_name)) return std::nullopt;
  FileFinder finder(inputs, only);
  Diagnostics unsaid;
  std::uint64_t files = 0;
  while (!finder.ended() && !finder.archive_) files += finder.step(unsaid) ? 1 : 0;
  if (finder.archive_) return std::nullopt;
  return files;
}

}  // namespace fovea
