#include "collection/collection_kind.h"

#include <algorithm>

#include "collection/packed.h"

namespace fovea {

bool is_lmdb_collection(std::string_view file) {
  // The first entry of LMDB's tree was the header of the collection: the way to it is that of the first children.
  constexpr std::uint32_t kLmdbMagic = 0xBEEFC0DE;
  constexpr std::size_t kTallest = 32;
  constexpr std::uint16_t kLeaf = 2;
  const auto number = [&]<class Number>(std::uint64_t at, Number) {
    return at <= file.size() && file.size() - at >= sizeof(Number) ? load<Number>(file.data() + at)
                                                                   : Number{};
  };
  if (number(16, std::uint32_t{}) != kLmdbMagic) return false;
  const std::uint64_t page_size = number(40, std::uint32_t{});
  if (page_size < 512 || page_size > 65536) return false;
  for (const std::uint64_t meta : {std::uint64_t{0}, page_size}) {
    std::uint64_t page = number(meta + 128, std::uint64_t{});
    for (std::size_t level = 0; level < kTallest && page < file.size() / page_size; ++level) {
      const std::uint64_t at = page * page_size;
      const std::uint64_t node = at + number(at + 16, std::uint16_t{});
      if ((number(at + 10, std::uint16_t{}) & kLeaf) != 0) {
        if (file.substr(std::min<std::uint64_t>(node + 8, file.size())).starts_with("cfovea collection"))
          return true;
        break;
      }
      page = number(node, std::uint32_t{}) | std::uint64_t{number(node + 4, std::uint16_t{})} << 32;
    }
  }
  return false;
}

CollectionMeta read_meta(const SectionFile& file) {
  file.check(file.find(kMetaSection));
  const auto meta = file.numbers<std::uint64_t>(kMetaSection);
  if (meta.size() != 2) throw CorruptFile("the file is corrupt: its numbers are missing");
  return {meta[0], meta[1]};
}

}  // namespace fovea
