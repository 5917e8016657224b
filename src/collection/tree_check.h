// Whether a stored element tree is one: what `fovea catalog verify` asks of every document.
#pragma once

#include "collection/element_tree.h"

namespace fovea {

/// Checks all that the functions of ElementTreeView rely on: children follow their parents and lie inside
/// them, side by side and in order; ordinals count; every element is found by its path; the root spans the
/// text of `length` characters; the levels are `depth`. Throws CorruptFile.
void check_tree(const ElementTreeView& tree, Offset length, std::uint32_t depth);

}  // namespace fovea
