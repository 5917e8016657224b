#include "collection/document_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "files/place_finder.h"
#include "text/trim.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// Characters of text per zstd frame: short enough to unpack a passage quickly, long enough to pack well.
constexpr Offset kBlockCharacters = 32768;
/// Packing is most of what building costs beyond parsing. Below level 1 zstd leaves the letters between repetitions as they
/// are; told to pack them too, it can look for fewer and longer repetitions: so the frames of scientific articles are as
/// small as at level -1 without, in seven tenths of the time. Level 1 makes them a fifth smaller and takes twice that.
constexpr int kCompressionLevel = -8;
constexpr int kShortestRepetition = 7;
constexpr int kHashBits = 14;
/// What an element takes while it is read and packed, its place in the path table included.
constexpr std::size_t kElementBytes = 64;

/// Line and column of a byte of a text.
Place place_of(const InputFile& input, std::size_t byte) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  PlaceFinder place(input.name(), input.bytes());
  for (std::size_t at = kPiece; at < byte; at += kPiece) {
    place(at);
    input.release(input.bytes().substr(at - kPiece, kPiece));
  }
  return place(byte);
}

}  // namespace

DocumentBuilder::DocumentBuilder() : compressor_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (!compressor_) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_minMatch, kShortestRepetition);
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_hashLog, kHashBits);
  // The mode of literals, "always". A zstd that knows it no more makes larger frames.
  ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_experimentalParam5, 1);
}

void DocumentBuilder::clear(DocumentKind kind) {
  document_.clear();
  document_.kind = kind;
  open_.clear();
  name_numbers_.clear();
  recent_names_.fill(0);
  block_.clear();
  block_begin_ = 0;
  after_text_ = false;
  gap_.reset();
}

bool DocumentBuilder::read_xml_document(const InputFile& input, Diagnostics& diagnostics,
                                        const XmlLimits& limits, std::size_t most_bytes) {
  clear(DocumentKind::kXml);
  most_bytes_ = most_bytes;
  if (!xml_.read(input, *this, diagnostics, limits)) return false;
  close_block(document_.length);
  return true;
}

bool DocumentBuilder::read_text_document(const InputFile& input, Diagnostics& diagnostics,
                                         const XmlLimits& limits, std::size_t most_bytes) {
  clear(DocumentKind::kText);
  most_bytes_ = most_bytes;
  std::string_view rest = input.bytes();
  if (rest.empty()) {
    diagnostics.expected({input.name(), 1, 1}, "empty", "an empty file", "a document");
    return false;
  }
  open_element("text", 0);
  std::uint64_t offset = 0;
  while (!rest.empty()) {
    std::string_view piece = rest.substr(0, kBlockCharacters);
    // Not through the middle of a character.
    while (piece.size() < rest.size() && piece.size() > 1 && (rest[piece.size()] & 0xC0) == 0x80)
      piece.remove_suffix(1);
    const auto malformed = find_malformed_utf8(piece);
    const std::size_t zero = piece.find('\0');
    if (malformed || zero != std::string_view::npos) {
      const std::size_t at = std::min(malformed.value_or(piece.size()), zero);
      diagnostics.expected(place_of(input, input.bytes().size() - rest.size() + at), "bad-utf8",
                           fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(piece[at])),
                           "text in UTF-8");
      return false;
    }
    block_ = piece;
    const std::uint64_t end = offset + count_code_points(piece);
    if (end > limits.length) {
      diagnostics.expected(place_of(input, input.bytes().size() - rest.size()), "too-long",
                           fmt::format("more than {} characters", limits.length), "at most that many");
      return false;
    }
    close_block(static_cast<Offset>(end));
    if (std::string wrong = too_large(); !wrong.empty()) {
      diagnostics.error(place_of(input, input.bytes().size() - rest.size()), "too-large", std::move(wrong));
      return false;
    }
    input.release(piece);
    offset = end;
    rest.remove_prefix(piece.size());
  }
  close_element(static_cast<Offset>(offset));
  return true;
}

void DocumentBuilder::refuse_if_too_large(XmlCursor& at) const {
  if (std::string wrong = too_large(); !wrong.empty()) {
    at.error("too-large", std::move(wrong));
    at.stop();
  }
}

std::string DocumentBuilder::too_large() const {
  const std::size_t bytes = document_.packed.size() + document_.names.size() +
                            document_.gaps.size() * sizeof(Offset) +
                            document_.elements.size() * kElementBytes;
  if (bytes <= most_bytes_) return {};
  return fmt::format(
      "found a document that takes more than {} bytes, packed and with {} for each element, "
      "expected at most that many",
      most_bytes_, kElementBytes);
}

std::uint32_t DocumentBuilder::name_number(std::string_view name) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(name[at]); };
  const std::size_t hash =
      name.size() + 5U * byte(0) + 11U * byte(name.size() / 2) + 31U * byte(name.size() - 1);
  std::uint32_t& recent = recent_names_[hash % recent_names_.size()];
  if (recent != 0 && document_.name(recent - 1) == name) return recent - 1;
  const auto next = static_cast<std::uint32_t>(document_.name_ends.size());
  const auto [known, is_new] = name_numbers_.try_emplace(std::string(name), next);
  if (is_new) {
    document_.names.append(name);
    document_.name_ends.push_back(static_cast<std::uint32_t>(document_.names.size()));
    if (counts_.size() == next) counts_.emplace_back();
    counts_[next].clear();
  }
  recent = known->second + 1;
  return known->second;
}

std::uint32_t DocumentBuilder::count_sibling(std::uint32_t name, ElementIndex parent) {
  // Counts for later elements than the parent belong to elements that are closed.
  std::vector<SiblingCount>& counts = counts_[name];
  while (!counts.empty() && counts.back().parent > parent) counts.pop_back();
  if (counts.empty() || counts.back().parent != parent) counts.push_back({parent, 0});
  return ++counts.back().count;
}

void DocumentBuilder::open_element(std::string_view name, Offset offset) {
  const std::uint32_t number = name_number(name);
  const auto index = static_cast<ElementIndex>(document_.elements.size());
  const ElementIndex parent = open_.empty() ? 0 : open_.back();
  const std::uint32_t ordinal = open_.empty() ? 1 : count_sibling(number, parent);
  document_.elements.push_back({{offset, offset}, parent, index + 1, number, ordinal});
  open_.push_back(index);
  document_.depth = std::max(document_.depth, static_cast<std::uint32_t>(open_.size()));
}

void DocumentBuilder::close_element(Offset offset) {
  BuiltElement& element = document_.elements[open_.back()];
  element.span.end = offset;
  element.next = static_cast<ElementIndex>(document_.elements.size());
  open_.pop_back();
  // The last block stays open: comments behind the root come through the same buffer.
  if (open_.empty()) document_.length = offset;
}

void DocumentBuilder::on_start(std::string_view name, const XmlAttributes&, XmlCursor& at) {
  after_text_ = false;
  gap_.reset();
  if (name.size() > kLongestElementName) {
    at.error("long-name", fmt::format("found an element name of {} bytes, expected at most {}", name.size(),
                                      kLongestElementName));
    at.stop();
  }
  open_element(name, at.offset());
  refuse_if_too_large(at);
}

void DocumentBuilder::on_end(std::string_view, XmlCursor& at) {
  after_text_ = false;
  gap_.reset();
  close_element(at.offset());
}

void DocumentBuilder::on_text(std::string_view, XmlCursor& at) {
  if (gap_) document_.gaps.push_back(*gap_);
  gap_.reset();
  after_text_ = true;
  // The text is in block_ already.
  if (at.end() - block_begin_ < kBlockCharacters) return;
  close_block(at.end());
  refuse_if_too_large(at);
}

void DocumentBuilder::on_gap(XmlCursor& at) {
  // Between tags a comment parts nothing.
  if (after_text_) gap_ = at.offset();
}

void DocumentBuilder::close_block(Offset end) {
  if (end == block_begin_) return;
  frame_.resize(std::max(frame_.size(), ZSTD_compressBound(block_.size())));
  const std::size_t size =
      ZSTD_compress2(compressor_.get(), frame_.data(), frame_.size(), block_.data(), block_.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // there is room, so nothing else can fail
  document_.packed.append(frame_.data(), size);
  document_.block_begins.push_back(block_begin_);
  document_.block_ends.push_back(static_cast<std::uint32_t>(document_.packed.size()));
  block_.clear();
  block_begin_ = end;
}

bool DocumentBuilder::is_named(ElementIndex element, const std::vector<std::string>& names,
                               bool anywhere) const {
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    const BuiltElement& at = document_.elements[element];
    if (document_.name(at.name) != *name) return false;
    if (element == 0) return name + 1 == names.rend();
    element = at.parent;
  }
  return anywhere;
}

std::optional<std::string> DocumentBuilder::text_of(const std::vector<std::string>& names, bool anywhere,
                                                    std::size_t longest) const {
  ElementIndex element = 0;
  while (element < document_.elements.size() && !is_named(element, names, anywhere)) ++element;
  if (element == document_.elements.size()) return std::nullopt;
  const Span span = document_.elements[element].span;
  if (span.size() > 2 * longest) return std::nullopt;
  const std::string record = pack("", "");
  const std::string text = Document(record).text(span);
  const std::string_view trimmed = trim(text);
  if (trimmed.size() > longest) return std::nullopt;
  return std::string(trimmed);
}

}  // namespace fovea
