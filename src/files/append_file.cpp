#include "files/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "files/mapping.h"
#include "files/temporary.h"
#include "files/unnamed_file.h"

namespace fovea {

namespace {

constexpr std::size_t kAppendPiece = std::size_t{1} << 18;

}  // namespace

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

AppendFile::AppendFile(int descriptor, std::uint64_t at, std::string name)
    : descriptor_(descriptor), at_(at), name_(std::move(name)) {}

AppendFile AppendFile::unnamed(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const std::string place = folder.empty() ? "." : folder;
  return {open_unnamed_file(place), 0, fmt::format("a temporary file in {}", place)};
}

AppendFile::AppendFile(AppendFile&& other) noexcept {
  *this = std::move(other);
}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(at_, other.at_);
  std::swap(sum_, other.sum_);
  std::swap(name_, other.name_);
  std::swap(buffer_, other.buffer_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

AppendFile::~AppendFile() {
  unmap_file(mapped_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

void AppendFile::write(std::string_view bytes) {
  sum_ =
      static_cast<std::uint32_t>(crc32_z(sum_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  append(bytes);
}

void AppendFile::write(std::string_view bytes, std::uint32_t sum) {
  sum_ = static_cast<std::uint32_t>(crc32_combine(sum_, sum, static_cast<z_off_t>(bytes.size())));
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
  const ssize_t got = ::pread(descriptor_, bytes.data(), size, static_cast<off_t>(at));
  if (got < 0) fail_to_write(name_);
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

std::string_view AppendFile::bytes() {
  flush();
  if (mapped_.empty() && at_ > 0) {
    mapped_ = map_file(descriptor_, at_, name_);
    if (mapped_.empty()) fail_to_write(name_);
  }
  return mapped_;
}

void AppendFile::put(std::string_view bytes) {
  // at_ is where they end.
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at_ - bytes.size()));
    if (written < 0 && errno != EINTR) fail_to_write(name_);
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace fovea
