#include "files/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "files/binary.h"
#include "files/descriptor.h"
#include "files/mapping.h"
#include "files/replaced.h"
#include "files/unnamed_file.h"
#include "text/nearest.h"

namespace fovea {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::size_t kBlock = std::size_t{1} << 18;
/// Up to this size reading a file is cheaper than mapping it, above all on several threads: to let go of a
/// map interrupts all of them.
constexpr std::size_t kSmallFile = std::size_t{1} << 18;

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// "; did you mean 'bm25.run'?", from the names in the folder.
std::string meant_file(const std::string& path) {
  constexpr std::size_t kMostNames = 10'000;
  const std::filesystem::path wanted(path);
  std::vector<std::string> names;
  std::error_code error;
  const auto folder = wanted.has_parent_path() ? wanted.parent_path() : std::filesystem::path(".");
  for (auto at = std::filesystem::directory_iterator(folder, error);
       !error && at != std::filesystem::directory_iterator() && names.size() < kMostNames;
       at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  std::ranges::sort(names);
  return did_you_mean(wanted.filename().string(), std::vector<std::string_view>(names.begin(), names.end()));
}

std::size_t size_of(int fd) {
  struct stat status {};
  ::fstat(fd, &status);
  return static_cast<std::size_t>(status.st_size);
}

/// Unpacks all members of a gzip file. Returns what is wrong, or an empty string.
std::string unpack_gzip(std::string_view packed, int out) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> guard(&stream, inflateEnd);
  std::vector<unsigned char> block(kBlock);
  int state = Z_OK;
  while (!packed.empty() || state == Z_OK) {
    const std::size_t given = std::min(packed.size(), kBlock);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = block.data();
    stream.avail_out = static_cast<uInt>(block.size());
    if (state == Z_STREAM_END && inflateReset(&stream) != Z_OK) return "cannot go on after its first part";
    state = inflate(&stream, Z_NO_FLUSH);
    packed.remove_prefix(given - stream.avail_in);
    const std::size_t got = block.size() - stream.avail_out;
    write_to_unnamed_file(out, {reinterpret_cast<const char*>(block.data()), got});
    if (state == Z_STREAM_END || state == Z_OK) continue;
    if (state == Z_BUF_ERROR && packed.empty()) return "the data stop in the middle";
    return stream.msg != nullptr ? stream.msg : "the data are broken";
  }
  return {};
}

/// Unpacks all frames of a zstd file. Returns what is wrong, or an empty string.
std::string unpack_zstd(std::string_view packed, int out) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  std::vector<char> block(kBlock);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t state = 0;
  bool full = false;
  while (in.pos < in.size || full) {
    ZSTD_outBuffer piece{block.data(), block.size(), 0};
    state = ZSTD_decompressStream(context.get(), &piece, &in);
    if (ZSTD_isError(state) != 0) return ZSTD_getErrorName(state);
    write_to_unnamed_file(out, {block.data(), piece.pos});
    full = piece.pos == piece.size;
  }
  return state == 0 ? std::string() : "the data stop in the middle";
}

/// Copies what cannot be mapped (a pipe, a terminal) into an unnamed file. Returns what is wrong.
std::string copy_stream(int in, int out) {
  std::vector<char> block(kBlock);
  for (;;) {
    const ssize_t got = ::read(in, block.data(), block.size());
    if (got == 0) return {};
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return reason(errno);
    write_to_unnamed_file(out, {block.data(), static_cast<std::size_t>(got)});
  }
}

}  // namespace

InputFile::InputFile(InputFile&& other) noexcept {
  *this = std::move(other);
}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(bytes_, other.bytes_);
  std::swap(memory_, other.memory_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_size_, other.mapped_size_);
  return *this;
}

InputFile::~InputFile() {
  unmap_file({static_cast<const char*>(mapping_), mapped_size_});
}

bool InputFile::map(int descriptor, std::size_t size) {
  unmap_file({static_cast<const char*>(mapping_), mapped_size_});
  mapping_ = nullptr;
  mapped_size_ = 0;
  bytes_ = {};
  if (size == 0) return true;
  bytes_ = map_file(descriptor, size, name_);
  mapping_ = const_cast<char*>(bytes_.data());
  mapped_size_ = bytes_.size();
  return !bytes_.empty();
}

bool InputFile::read(int descriptor, std::size_t size) {
  memory_ = std::make_unique_for_overwrite<char[]>(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, memory_.get() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;  // somebody has cut the file
    done += static_cast<std::size_t>(got);
  }
  bytes_ = {memory_.get(), done};
  return true;
}

void InputFile::release(std::string_view part) const {
  if (mapping_ != nullptr) release_pages(part);
}

InputFile InputFile::from_memory(std::string name, std::string_view bytes) {
  InputFile file;
  file.name_ = std::move(name);
  file.bytes_ = bytes;
  if (file.bytes_.starts_with(kByteOrderMark)) file.bytes_.remove_prefix(kByteOrderMark.size());
  return file;
}

InputFile InputFile::copy_of(std::string name, std::string_view bytes) {
  auto memory = std::make_unique_for_overwrite<char[]>(bytes.size());
  bytes.copy(memory.get(), bytes.size());
  InputFile file = from_memory(std::move(name), {memory.get(), bytes.size()});
  file.memory_ = std::move(memory);
  return file;
}

std::optional<InputFile> InputFile::open(const std::string& path, Diagnostics& diagnostics,
                                         Protected is_protected) {
  const bool from_stdin = path == "-";
  InputFile file;
  file.name_ = from_stdin ? "<stdin>" : path;
  const auto fail = [&](std::string_view code, const std::string& message) {
    diagnostics.error({file.name_}, code, message);
    return std::nullopt;
  };

  const Descriptor source(from_stdin ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                     : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!source || ::fstat(source.get(), &status) != 0) {
    const int error = errno;
    return fail("cannot-open", fmt::format("cannot open: {}{}", reason(error),
                                           error == ENOENT ? meant_file(path) : std::string()));
  }
  if (S_ISDIR(status.st_mode)) return fail("is-folder", "found a folder, expected a file");
  if (is_protected == Protected::kYes && !remember_input(status))
    return fail("is-output", "cannot read: it is standard output as well");

  if (S_ISREG(status.st_mode) && !from_stdin) {
    const auto size = static_cast<std::size_t>(status.st_size);
    if (!(size <= kSmallFile ? file.read(source.get(), size) : file.map(source.get(), size))) {
      return fail("cannot-read", fmt::format("cannot read: {}", reason(errno)));
    }
    if (file.bytes_.size() < size) return fail("cut", kFoundCut);
  } else {
    const Descriptor copy = open_unnamed_file(scratch_folder());
    if (const std::string wrong = copy_stream(source.get(), copy.get()); !wrong.empty()) {
      return fail("cannot-read", fmt::format("cannot read: {}", wrong));
    }
    if (!file.map(copy.get(), size_of(copy.get()))) return fail("cannot-read", "cannot map the input");
  }

  const bool gzip = file.bytes_.starts_with(kGzipMagic);
  const bool zstd = file.bytes_.starts_with(kZstdMagic);
  // What is text all the same is read as such: somebody unpacked it and kept the name.
  for (const auto& [ending, packing] : {std::pair(".gz", "gzip"), std::pair(".zst", "zstd")}) {
    if (!gzip && !zstd && path.ends_with(ending) && !binary_kind(file.bytes_).empty()) {
      return fail(
          "bad-compression",
          fmt::format("found bytes that are no {} data, though the name ends in {}", packing, ending));
    }
  }
  if (gzip || zstd) {
    const Descriptor unpacked = open_unnamed_file(scratch_folder());
    const std::string wrong =
        gzip ? unpack_gzip(file.bytes_, unpacked.get()) : unpack_zstd(file.bytes_, unpacked.get());
    if (!wrong.empty()) {
      return fail("bad-compression", fmt::format("found broken {} data ({}), expected a whole file",
                                                 gzip ? "gzip" : "zstd", wrong));
    }
    if (!file.map(unpacked.get(), size_of(unpacked.get())))
      return fail("cannot-read", "cannot map the input");
  }
  if (file.bytes_.starts_with(kByteOrderMark)) file.bytes_.remove_prefix(kByteOrderMark.size());
  return file;
}

}  // namespace fovea
