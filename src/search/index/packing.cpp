#include "search/index/packing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "search/index/bytes.h"

namespace fovea::search {

namespace {

constexpr unsigned kLanes = 4;
constexpr unsigned kWordBits = 32;
constexpr unsigned char kHasExceptions = 64;

std::size_t packed_bytes(std::size_t count, unsigned width) {
  return count == kBlockSize ? std::size_t{16} * width : (count * width + 7) / 8;
}

std::uint32_t low_bits(unsigned width) {
  return width == kWordBits ? UINT32_MAX : (std::uint32_t{1} << width) - 1;
}

unsigned best_width(std::span<const std::uint32_t> values) {
  std::array<std::size_t, kWordBits + 1> with_width{};
  for (const std::uint32_t value : values) ++with_width[static_cast<std::size_t>(std::bit_width(value))];
  unsigned widest = kWordBits;
  while (widest > 0 && with_width[widest] == 0) --widest;
  unsigned best = widest;
  std::size_t best_cost = packed_bytes(values.size(), widest);
  for (unsigned width = 0; width < widest; ++width) {
    std::size_t cost = packed_bytes(values.size(), width) + 1;
    for (unsigned wide = width + 1; wide <= widest; ++wide)
      cost += with_width[wide] * (1 + (wide - width + 6) / 7);
    if (cost < best_cost) {
      best = width;
      best_cost = cost;
    }
  }
  return best;
}

void pack_lanes(std::span<const std::uint32_t> values, unsigned width, std::string& out) {
  std::array<std::uint32_t, kLanes*(kWordBits + 1)> words{};
  const std::uint32_t mask = low_bits(width);
  for (unsigned row = 0; row < kBlockSize / kLanes; ++row) {
    const unsigned word = row * width / kWordBits;
    const unsigned shift = row * width % kWordBits;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t value = std::uint64_t{values[row * kLanes + lane] & mask} << shift;
      words[word * kLanes + lane] |= static_cast<std::uint32_t>(value);
      words[(word + 1) * kLanes + lane] |= static_cast<std::uint32_t>(value >> kWordBits);
    }
  }
  out.append(reinterpret_cast<const char*>(words.data()), packed_bytes(kBlockSize, width));
}

void unpack_lanes(const char* bytes, unsigned width, std::uint32_t* values) {
  std::array<std::uint32_t, kLanes*(kWordBits + 1)> words;
  std::memcpy(words.data(), bytes, packed_bytes(kBlockSize, width));
  const std::uint32_t mask = low_bits(width);
  for (unsigned row = 0; row < kBlockSize / kLanes; ++row) {
    const unsigned word = row * width / kWordBits;
    const unsigned shift = row * width % kWordBits;
    const std::uint32_t* const low = &words[word * kLanes];
    std::uint32_t* const out = &values[row * kLanes];
    if (shift + width <= kWordBits) {
      for (unsigned lane = 0; lane < kLanes; ++lane) out[lane] = (low[lane] >> shift) & mask;
    } else {
      for (unsigned lane = 0; lane < kLanes; ++lane)
        out[lane] = (low[lane] >> shift | low[lane + kLanes] << (kWordBits - shift)) & mask;
    }
  }
}

void pack_stream(std::span<const std::uint32_t> values, unsigned width, std::string& out) {
  std::uint64_t bits = 0;
  unsigned held = 0;
  for (const std::uint32_t value : values) {
    bits |= std::uint64_t{value & low_bits(width)} << held;
    held += width;
    for (; held >= 8; held -= 8, bits >>= 8) out += static_cast<char>(bits);
  }
  if (held > 0) out += static_cast<char>(bits);
}

void unpack_stream(std::string_view bytes, unsigned width, std::span<std::uint32_t> values) {
  std::array<char, kBlockSize * sizeof(std::uint32_t) + sizeof(std::uint64_t)> padded{};
  bytes.copy(padded.data(), bytes.size());
  const std::uint32_t mask = low_bits(width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &padded[i * width / 8], sizeof bits);
    values[i] = static_cast<std::uint32_t>(bits >> (i * width % 8)) & mask;
  }
}

}  // namespace

void pack(std::span<const std::uint32_t> values, std::string& out) {
  const unsigned width = best_width(values);
  std::string places;
  std::string high;
  for (std::size_t i = 0; width < kWordBits && i < values.size(); ++i) {
    if (const std::uint32_t above = values[i] >> width; above > 0) {
      places += static_cast<char>(i);
      put_number(high, above);
    }
  }
  out += static_cast<char>(width | (places.empty() ? 0 : kHasExceptions));
  if (values.size() == kBlockSize) {
    pack_lanes(values, width, out);
  } else {
    pack_stream(values, width, out);
  }
  if (places.empty()) return;
  out += static_cast<char>(places.size() - 1);
  out += places;
  out += high;
}

std::size_t unpack(std::string_view bytes, std::span<std::uint32_t> values) {
  ByteReader reader(bytes);
  const auto head = static_cast<unsigned char>(reader.bytes(1)[0]);
  const unsigned width = head & ~kHasExceptions;
  if (width > kWordBits) ByteReader::fail();
  const std::string_view packed = reader.bytes(packed_bytes(values.size(), width));
  if (width == 0) {
    std::ranges::fill(values, 0U);
  } else if (values.size() == kBlockSize) {
    unpack_lanes(packed.data(), width, values.data());
  } else {
    unpack_stream(packed, width, values);
  }
  if ((head & kHasExceptions) == 0) return reader.at();
  const std::size_t exceptions = std::size_t{static_cast<unsigned char>(reader.bytes(1)[0])} + 1;
  const std::string_view places = reader.bytes(exceptions);
  for (const char place : places) {
    const std::size_t i = static_cast<unsigned char>(place);
    const std::uint64_t value = width == kWordBits ? 0 : reader.number() << width;
    if (i >= values.size() || value > UINT32_MAX) ByteReader::fail();
    values[i] |= static_cast<std::uint32_t>(value);
  }
  return reader.at();
}

void pack_all(std::span<const std::uint32_t> values, std::string& out) {
  for (; !values.empty(); values = values.subspan(std::min(values.size(), kBlockSize)))
    pack(values.first(std::min(values.size(), kBlockSize)), out);
}

std::size_t unpack_all(std::string_view bytes, std::size_t count, std::vector<std::uint32_t>& values) {
  // Each block takes a byte at least: a damaged count is found before memory is asked for.
  if (count / kBlockSize > bytes.size()) ByteReader::fail();
  values.resize(count);
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; i += kBlockSize)
    at += unpack(bytes.substr(at), std::span(values).subspan(i, std::min(kBlockSize, count - i)));
  return at;
}

}  // namespace fovea::search
