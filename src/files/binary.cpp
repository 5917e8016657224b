#include "files/binary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fovea {

namespace {

using namespace std::string_view_literals;

/// How files begin that people give by mistake.
constexpr std::array kMarks = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"\xFF\xFE\0\0"sv, "UTF-32 text"},
    {"\0\0\xFE\xFF"sv, "UTF-32 text"},
    {"\xFF\xFE"sv, "UTF-16 text"},
    {"\xFE\xFF"sv, "UTF-16 text"},
    {"%PDF-"sv, "a PDF file"},
    {"PK\x03\x04"sv, "a ZIP archive"},
    {"\x1F\x8B"sv, "gzip data"},
    {"\x28\xB5\x2F\xFD"sv, "zstd data"},
    {"BZh"sv, "bzip2 data"},
    {"\xFD"
     "7zXZ\0"sv,
     "xz data"},
    {"\x7F"
     "ELF"sv,
     "a program"},
    {"\x89PNG"sv, "a picture"},
    {"\xFF\xD8\xFF"sv, "a picture"},
    {"GIF8"sv, "a picture"},
    {"SQLite format 3\0"sv, "an SQLite database"},
    {"fovea collection"sv, "a collection"},
    {"fovea index\0"sv, "an index"},
    {"fovea statistics"sv, "statistics of indexes"},
    {"PAR1"sv, "a Parquet file"},
    {"ARROW1"sv, "an Arrow file"},
    {"\x93NUMPY"sv, "a NumPy file"},
});

constexpr std::size_t kLookedAt = 4096;

/// Text in one language of Europe has a zero in every other byte, whichever byte comes first.
bool is_utf16_without_mark(std::string_view bytes) {
  std::array<std::size_t, 2> zeros = {};
  for (std::size_t i = 0; i < bytes.size(); ++i) zeros[i % 2] += bytes[i] == '\0';
  const std::size_t half = bytes.size() / 2;
  return bytes.size() >= 8 && std::max(zeros[0], zeros[1]) * 10 >= half * 9 &&
         std::min(zeros[0], zeros[1]) == 0;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1b';
}

}  // namespace

std::string_view binary_kind(std::string_view bytes) {
  for (const auto& [mark, kind] : kMarks) {
    if (bytes.starts_with(mark)) return kind;
  }
  const std::string_view head = bytes.substr(0, kLookedAt);
  if (is_utf16_without_mark(head)) return "UTF-16 text";
  const auto controls = static_cast<std::size_t>(std::ranges::count_if(head, is_control));
  return head.find('\0') != std::string_view::npos || controls * 20 > head.size() ? "binary data" : "";
}

bool report_binary(const InputFile& file, std::string_view expected, Diagnostics& diagnostics) {
  const std::string_view kind = binary_kind(file.bytes());
  if (kind.empty()) return false;
  diagnostics.expected({file.name()}, kind == "UTF-16 text" ? "utf-16" : "binary", kind, expected);
  return true;
}

}  // namespace fovea
