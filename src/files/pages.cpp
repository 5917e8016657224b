#include "files/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace fovea {

void release_pages(std::string_view part) {
  static const auto kPage = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto past_page = reinterpret_cast<std::uintptr_t>(part.data()) % kPage;
  const std::size_t skip = past_page == 0 ? 0 : kPage - past_page;
  if (part.size() < skip + kPage) return;
  const std::size_t length = (part.size() - skip) / kPage * kPage;
  ::madvise(const_cast<char*>(part.data()) + skip, length, MADV_DONTNEED);
}

}  // namespace fovea
