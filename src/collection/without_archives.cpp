// The place of archive.cpp in a build without libarchive: an archive is a message.
#include "collection/archive.h"

namespace fovea {

ArchiveReader::ArchiveReader(std::string path, Diagnostics& diagnostics)
    : path_(std::move(path)), archive_(nullptr, nullptr) {
  diagnostics.error({path_}, "bad-archive",
                    "found an archive, expected a folder or files: fovea was built without libarchive");
}

std::optional<std::string> ArchiveReader::next(Diagnostics& /*diagnostics*/) {
  return std::nullopt;
}

std::optional<InputFile> ArchiveReader::read(Diagnostics& /*diagnostics*/) {
  return std::nullopt;
}

}  // namespace fovea
