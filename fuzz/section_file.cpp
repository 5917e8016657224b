// Files of sections, damaged: opening must end in a file whose sections all lie inside it, or in a message.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "files/append_file.h"
#include "files/section_file.h"

namespace {

constexpr fovea::SectionKind kKind{
    .name = "fovea fuzz", .version = 1, .noun = "a file", .maker = "fovea", .outdated = nullptr};

void read(std::string_view bytes) {
  fovea::Diagnostics diagnostics;
  const auto file = fovea::SectionFile::from_memory("f", bytes, kKind, diagnostics);
  if (!file) {
    if (diagnostics.errors() != 1) std::abort();
    return;
  }
  for (const fovea::StoredSection& section : file->sections()) {
    if (section.at + section.bytes.size() > bytes.size()) std::abort();
    try {
      file->check(section);
      for (const std::uint64_t number : file->numbers<std::uint64_t>(section.name)) (void)number;
    } catch (const fovea::CorruptFile&) {
    }
  }
}

/// Puts right what a header says of its kind and its checksums, so that the numbers behind them are reached.
std::string mend(std::string bytes) {
  fovea::SectionHeader header;
  if (bytes.size() < sizeof header) return bytes;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::memset(header.kind, 0, sizeof header.kind);
  kKind.name.copy(header.kind, sizeof header.kind);
  header.layout = fovea::SectionHeader::kLayout;
  header.version = kKind.version;
  if (header.table_at < bytes.size()) {
    const std::string_view rest = std::string_view(bytes).substr(header.table_at);
    header.sections %= rest.size() / sizeof(fovea::SectionEntry) + 2;
    header.table_sum = fovea::checksum(rest.substr(0, header.sections * sizeof(fovea::SectionEntry)));
  }
  header.sum = header.own_sum();
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(mend(bytes));
  return 0;
}
