#include "files/append_file.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "files/crc32_instructions.h"
#include "files/temporary.h"
#include "files/unnamed_file.h"

namespace fovea {

namespace {

constexpr std::size_t kAppendPiece = std::size_t{1} << 18;

}  // namespace

std::uint32_t checksum(std::string_view bytes) {
  std::size_t done = 0;
  std::uint32_t sum = 0;
  if (bytes.size() >= kLeastCrc32Bytes && has_crc32_instructions()) {
    done = bytes.size() / 16 * 16;
    sum = crc32_by_instructions(bytes.data(), done);
  }
  const std::string_view rest = bytes.substr(done);
  return static_cast<std::uint32_t>(crc32_z(sum, reinterpret_cast<const Bytef*>(rest.data()), rest.size()));
}

AppendFile AppendFile::unnamed(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const std::string place = folder.empty() ? "." : folder;
  return {open_unnamed_file(place), 0, fmt::format("a temporary file in {}", place)};
}

void AppendFile::write(std::string_view bytes) {
  sum_ =
      static_cast<std::uint32_t>(crc32_z(sum_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  append(bytes);
}

void AppendFile::write(AppendFile& other) {
  sum_ = static_cast<std::uint32_t>(crc32_combine(sum_, other.sum_, static_cast<z_off_t>(other.at_)));
  for (std::uint64_t done = 0; done < other.at_;) {
    const std::string piece = other.read(done, std::min<std::uint64_t>(kAppendPiece, other.at_ - done));
    if (piece.empty()) fail_to_write(name_);
    append(piece);
    done += piece.size();
  }
}

void AppendFile::append(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kAppendPiece) flush();
  at_ += bytes.size();
  if (bytes.size() > kAppendPiece) {
    put(bytes);
  } else {
    buffer_.append(bytes);
  }
}

void AppendFile::flush() {
  put(buffer_);
  buffer_.clear();
}

std::string AppendFile::read(std::uint64_t at, std::size_t size) {
  flush();
  std::string bytes(size, '\0');
  const ssize_t got = ::pread(file_.get(), bytes.data(), size, static_cast<off_t>(at));
  if (got < 0) fail_to_write(name_);
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

std::string_view AppendFile::bytes() {
  flush();
  if (!mapping_ && at_ > 0) {
    mapping_ = FileMapping(map_file(file_.get(), at_, name_).data(), Unmap{at_});
    if (!mapping_) fail_to_write(name_);
  }
  return {mapping_.get(), at_};
}

void AppendFile::put(std::string_view bytes) {
  // at_ is where they end.
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(at_ - bytes.size()));
    if (written < 0 && errno != EINTR) fail_to_write(name_);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace fovea
