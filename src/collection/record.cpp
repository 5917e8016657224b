#include "collection/record.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <ranges>

#include "files/append_file.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// How many bytes the numbers of a document take.
struct Widths {
  unsigned offset, index, name, ordinal;

  std::size_t element() const { return 2 * offset + 2 * index + name + ordinal; }
  /// Two bits each.
  std::uint8_t packed() const {
    return static_cast<std::uint8_t>((offset - 1) | (index - 1) << 2 | (name - 1) << 4 | (ordinal - 1) << 6);
  }
  static Widths unpack(std::uint8_t packed) {
    const auto width = [&](unsigned shift) { return (packed >> shift & 3U) + 1; };
    return {width(0), width(2), width(4), width(6)};
  }
};

Widths widths_of(const BuiltDocument& document) {
  std::uint32_t ordinal = 0;
  for (const BuiltElement& element : document.elements) ordinal = std::max(ordinal, element.ordinal);
  // One more than the largest index is stored too.
  return {width_for(document.length), width_for(static_cast<std::uint32_t>(document.elements.size())),
          width_for(static_cast<std::uint32_t>(document.name_ends.size())), width_for(ordinal)};
}

/// No block has as many bytes of text: DocumentBuilder closes it at 32,768 characters, and the reader of XML
/// adds less than 1.2 MB at once. It bounds what a damaged frame can make us allocate.
constexpr std::uint64_t kLargestBlock = std::uint64_t{2} << 20;

/// A block of text in its table: first character, end of its frame, and sum of the frame, 4 bytes each.
constexpr std::size_t kBlockEntry = 12;

[[noreturn]] void corrupt(const std::string& what) {
  throw CorruptFile("the record is corrupt: " + what);
}

/// Writes numbers into memory that was made large enough, with kSlack bytes behind the last.
class RecordWriter {
 public:
  static constexpr std::size_t kSlack = 4;
  explicit RecordWriter(std::string& out) : at_(out.data()) {}

  void bytes(std::string_view bytes) {
    if (!bytes.empty()) std::memcpy(at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }
  /// In `width` bytes; what comes next is written over the rest.
  void sized(std::uint32_t value, unsigned width) {
    std::memcpy(at_, &value, sizeof value);
    at_ += width;
  }
  void all(const std::vector<std::uint32_t>& values, unsigned width) {
    for (const std::uint32_t value : values) sized(value, width);
  }

 private:
  char* at_;
};

/// The path table: open addressing, at most three quarters full; the root is not in it.
std::vector<std::uint32_t> path_table(const BuiltDocument& document) {
  const std::size_t count = document.elements.size() - 1;
  if (count == 0) return {};
  std::vector<std::uint32_t> hashes;
  for (std::uint32_t i = 0; i < document.name_ends.size(); ++i) hashes.push_back(hash_name(document.name(i)));
  std::vector<std::uint32_t> slots(count + count / 3 + 1);
  const auto size = static_cast<std::uint32_t>(slots.size());
  for (ElementIndex i = 1; i < document.elements.size(); ++i) {
    const BuiltElement& element = document.elements[i];
    std::uint32_t at = first_slot(hash_step(element.parent, hashes[element.name], element.ordinal), size);
    while (slots[at] != 0) at = next_slot(at, size);
    slots[at] = i + 1;
  }
  return slots;
}

/// Takes parts off the front of a record; what is not there ends the reading.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : rest_(bytes) {}
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) corrupt("it is shorter than its parts");
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return part;
  }
  PackedColumn numbers(std::uint64_t count, unsigned width) {
    return {take(count * width).data(), width, width};
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace

void BuiltDocument::clear() {
  length = 0;
  depth = 0;
  elements.clear();
  names.clear();
  name_ends.clear();
  gaps.clear();
  packed.clear();
  block_begins.clear();
  block_ends.clear();
}

std::string pack_document(const BuiltDocument& document, std::string_view id, std::string_view source) {
  const std::vector<std::uint32_t> slots = path_table(document);
  const Widths widths = widths_of(document);
  const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  RecordHeader header{.kind = document.kind,
                      .widths = widths.packed(),
                      .depth = static_cast<std::uint16_t>(document.depth),
                      .tree = {.length = document.length,
                               .elements = count(document.elements),
                               .names = count(document.name_ends),
                               .name_bytes = count(document.names),
                               .slots = count(slots),
                               .gaps = count(document.gaps)},
                      .blocks = count(document.block_ends),
                      .id_bytes = count(id),
                      .source_bytes = count(source)};
  const std::size_t size = sizeof header + id.size() + source.size() + document.name_ends.size() * 4 +
                           document.names.size() + document.elements.size() * widths.element() +
                           slots.size() * widths.index + document.gaps.size() * widths.offset +
                           document.block_ends.size() * kBlockEntry + document.packed.size();
  std::string out(size + RecordWriter::kSlack, '\0');
  RecordWriter write(out);
  write.bytes({reinterpret_cast<const char*>(&header), sizeof header});
  write.bytes(id);
  write.bytes(source);
  write.all(document.name_ends, 4);
  write.bytes(document.names);
  for (const BuiltElement& element : document.elements) {
    write.sized(element.span.begin, widths.offset);
    write.sized(element.span.end, widths.offset);
    write.sized(element.parent, widths.index);
    write.sized(element.next, widths.index);
    write.sized(element.name, widths.name);
    write.sized(element.ordinal, widths.ordinal);
  }
  write.all(slots, widths.index);
  write.all(document.gaps, widths.offset);
  write.all(document.block_begins, 4);
  write.all(document.block_ends, 4);
  for (std::size_t i = 0, begin = 0; i < document.block_ends.size(); begin = document.block_ends[i++])
    write.sized(checksum(std::string_view(document.packed).substr(begin, document.block_ends[i] - begin)), 4);
  write.bytes(document.packed);
  out.resize(size);

  header.sum = checksum(
      std::string_view(out).substr(sizeof header.sum, size - sizeof header.sum - document.packed.size()));
  std::memcpy(out.data(), &header.sum, sizeof header.sum);
  return out;
}

Document::Document(std::string_view bytes) : bytes_(bytes) {
  Parts parts(bytes);
  header_ = load<RecordHeader>(parts.take(sizeof header_).data());
  if (kind() != DocumentKind::kXml && kind() != DocumentKind::kText) corrupt("its kind is unknown");
  if (length() > kMaxOffset) corrupt("its length is too large");
  if (header_.tree.elements == 0) corrupt("it has no element");
  const Widths widths = Widths::unpack(header_.widths);

  ElementColumns columns;
  static_cast<ElementCounts&>(columns) = header_.tree;
  id_ = parts.take(header_.id_bytes);
  source_ = parts.take(header_.source_bytes);
  columns.name_ends = parts.take(std::uint64_t{columns.names} * 4).data();
  columns.name_text = parts.take(columns.name_bytes).data();
  const std::size_t stride = widths.element();
  const char* field = parts.take(std::uint64_t{columns.elements} * stride).data();
  const auto column = [&](unsigned width) {
    field += width;
    return PackedColumn(field - width, width, stride);
  };
  columns.begin = column(widths.offset);
  columns.end = column(widths.offset);
  columns.parent = column(widths.index);
  columns.next = column(widths.index);
  columns.name = column(widths.name);
  columns.ordinal = column(widths.ordinal);
  columns.slot = parts.numbers(columns.slots, widths.index);
  columns.gap = parts.numbers(columns.gaps, widths.offset);
  blocks_at_ = parts.take(std::uint64_t{header_.blocks} * kBlockEntry).data();
  packed_ = parts.rest();
  tree_ = ElementTreeView(columns);
}

Offset Document::block_begin(std::uint32_t block) const {
  return block == header_.blocks ? length() : load<std::uint32_t>(blocks_at_ + 4 * std::size_t{block});
}

std::string_view Document::checked_frame(std::uint32_t block) const {
  const auto end_of = [&](std::uint32_t i) {
    return load<std::uint32_t>(blocks_at_ + 4 * (std::size_t{header_.blocks} + i));
  };
  const auto sum = load<std::uint32_t>(blocks_at_ + 4 * (2 * std::size_t{header_.blocks} + block));
  const std::uint32_t first = block == 0 ? 0 : end_of(block - 1);
  const std::uint32_t end = end_of(block);
  if (first > end || end > packed_.size()) corrupt("its text has gaps");
  const std::string_view frame = packed_.substr(first, end - first);
  if (checksum(frame) != sum) corrupt("the checksum of its text does not agree");
  return frame;
}

std::string Document::unpack_block(std::uint32_t block) const {
  const Offset begin = block_begin(block);
  const Offset behind = block_begin(block + 1);
  if (begin >= behind || behind > length()) corrupt("its text has gaps");
  const std::string_view frame = checked_frame(block);
  const std::uint64_t size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  const std::uint64_t characters = behind - begin;
  if (size < characters || size > std::min(4 * characters, kLargestBlock)) {
    corrupt("its text does not have its length");
  }
  std::string text(size, '\0');
  if (ZSTD_decompress(text.data(), text.size(), frame.data(), frame.size()) != size) {
    corrupt("its text cannot be unpacked");
  }
  if (find_malformed_utf8(text) || count_code_points(text) != characters) corrupt("its text is damaged");
  return text;
}

std::string Document::text(Span span) const {
  span.end = std::min(span.end, length());
  std::string text;
  if (span.empty()) return text;
  // From the last block that begins at or before the span on.
  const std::uint32_t behind = *std::ranges::upper_bound(std::views::iota(0U, header_.blocks), span.begin, {},
                                                         [&](std::uint32_t i) { return block_begin(i); });
  const std::uint32_t first_block = behind == 0 ? 0 : behind - 1;
  for (std::uint32_t block = first_block; block < header_.blocks && block_begin(block) < span.end; ++block) {
    const Offset begin = block_begin(block);
    const std::string unpacked = unpack_block(block);
    const Offset first = std::max(begin, span.begin);
    text += code_point_slice(unpacked, {first - begin, std::min(span.end, block_begin(block + 1)) - begin});
  }
  if (count_code_points(text) != span.size()) corrupt("its text does not have its length");
  return text;
}

std::optional<Span> Document::span_of(std::string_view path) const {
  const auto element = tree_.find(path);
  if (!element) return std::nullopt;
  return tree_.span(*element);
}

void Document::check_sum() const {
  const auto sum = load<std::uint32_t>(bytes_.data());
  if (sum != checksum(bytes_.substr(sizeof sum, bytes_.size() - sizeof sum - packed_.size())))
    corrupt("its checksum does not agree");
}

void Document::check_text_sums() const {
  for (std::uint32_t block = 0; block < header_.blocks; ++block) checked_frame(block);
}

void Document::check() const {
  check_sum();
  Offset at = 0;
  for (std::uint32_t block = 0; block < header_.blocks; ++block) {
    if (block_begin(block) != at) corrupt("its text has gaps");
    at += static_cast<Offset>(count_code_points(unpack_block(block)));
  }
  if (at != length()) corrupt("its text does not have its length");
  tree_.check(depth());
}

}  // namespace fovea
