#include "report/track/text_blocks.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fovea {

namespace {

bool is_heading(std::string_view name) {
  constexpr std::array<std::string_view, 12> kHeadings = {"title", "st", "ti", "name", "head", "heading",
                                                          "h1",    "h2", "h3", "h4",   "h5",   "h6"};
  return std::ranges::find(kHeadings, name) != kHeadings.end();
}

/// How many characters before each place are no white space.
class InkCounter {
 public:
  explicit InkCounter(std::string_view text) {
    before_.push_back(0);
    for (const char c : text) {
      const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
      if (continues) continue;
      const bool white = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      before_.push_back(before_.back() + (white ? 0 : 1));
    }
  }
  std::uint32_t in(Span span) const {
    const auto last = static_cast<Offset>(before_.size() - 1);
    return before_[std::min(span.end, last)] - before_[std::min(span.begin, last)];
  }

 private:
  std::vector<std::uint32_t> before_;
};

}  // namespace

std::vector<TextBlock> text_blocks(const Document& document, std::string_view text) {
  std::vector<TextBlock> blocks;
  const ElementTreeView& tree = document.tree();
  if (document.kind() != DocumentKind::kXml || tree.size() == 0) return blocks;
  const InkCounter ink(text);
  for (ElementIndex element = 0; element < tree.size();) {
    std::uint32_t own = ink.in(tree.span(element));
    for (const ElementIndex child : tree.children(element)) own -= ink.in(tree.span(child));
    if (own == 0) {
      ++element;  // nothing of its own: look at what is inside
      continue;
    }
    blocks.push_back({tree.span(element), is_heading(tree.name(element))});
    element = tree.next(element);
  }
  return blocks;
}

}  // namespace fovea
