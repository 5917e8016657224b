#include "collection/structure.h"

#include <string>
#include <vector>

namespace fovea {
namespace {

/// Per offset of a text, the characters before it that are not white space.
std::vector<std::uint32_t> characters_before(std::string_view text, Offset length) {
  std::vector<std::uint32_t> before;
  before.reserve(length + 1);
  std::uint32_t count = 0;
  for (const char c : text) {
    if ((c & 0xC0) == 0x80) continue;  // not the first byte of a character
    before.push_back(count);
    count += c == ' ' || c == '\t' || c == '\n' || c == '\r' ? 0 : 1;
  }
  before.resize(length + 1, count);
  return before;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace

void CollectionStructure::add(const Document& document) {
  const std::string text = document.text();
  const std::vector<std::uint32_t> before = characters_before(text, document.length());
  const ElementTreeView& tree = document.tree();
  std::vector<std::uint32_t> depths(tree.size(), 1);
  for (ElementIndex element = 0; element < tree.size(); ++element) {
    if (const auto parent = tree.parent(element)) depths[element] = depths[*parent] + 1;
    levels += depths[element];
    const Span span = tree.span(element);
    if (before[span.end] - before[span.begin] >= kLongEnough) ++long_elements;
  }
  ++documents;
  elements += tree.size();
  text_bytes += text.size();
}

double CollectionStructure::elements_per_document() const {
  return mean(elements, documents);
}

double CollectionStructure::mean_depth() const {
  return mean(levels, elements);
}

}  // namespace fovea
