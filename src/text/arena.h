// Memory that is taken piece by piece and given back all at once, for large data that is read and then only
// looked at.
//
// Pieces are cut from ever larger blocks, for which the system is asked to use large pages: the first touch
// of a small page costs about as much as parsing the rows that fill it. A small arena takes little.
//
// Contract: one thread at a time; what lives in it must be gone before the arena is.
#pragma once

#include <memory_resource>

namespace fovea {

class Arena : public std::pmr::monotonic_buffer_resource {
 public:
  Arena();
};

}  // namespace fovea
