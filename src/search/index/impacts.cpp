#include "search/index/impacts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/index/bytes.h"
#include "search/index/packing.h"

namespace fovea::search {

namespace {

constexpr double kImpactK1 = 0.9;
constexpr double kImpactB = 0.4;

}  // namespace

double impact_score(std::uint64_t documents, std::uint32_t df, std::uint32_t tf, double length, double mean) {
  const double idf = std::log(static_cast<double>(documents) / static_cast<double>(df));
  const double norm = kImpactK1 * (1 - kImpactB + kImpactB * length / mean);
  return idf * (static_cast<double>(tf) * (kImpactK1 + 1) / (static_cast<double>(tf) + norm));
}

void Quantiser::see(double score) {
  if (most_ < least_) {
    least_ = score;
    most_ = score;
  } else {
    least_ = std::min(least_, score);
    most_ = std::max(most_, score);
  }
}

std::uint32_t Quantiser::impact(double score) const {
  if (most_ <= least_) return 1;
  const double steps = static_cast<double>((std::uint64_t{1} << bits_) - 2);
  return static_cast<std::uint32_t>(std::floor((score - least_) / (most_ - least_) * steps)) + 1;
}

void pack_impacts(std::span<const DocumentNumber> documents, std::span<const std::uint32_t> impacts,
                  std::uint64_t keep, std::string& out) {
  std::vector<std::size_t> order(documents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return impacts[a] > impacts[b]; });
  if (keep > 0 && order.size() > keep) order.resize(keep);
  std::string heads;
  std::string packed;
  std::uint64_t count = 0;
  std::vector<std::uint32_t> gaps;
  for (std::size_t i = 0; i < order.size();) {
    const std::uint32_t impact = impacts[order[i]];
    gaps.clear();
    DocumentNumber next = 0;
    for (; i < order.size() && impacts[order[i]] == impact; ++i) {
      gaps.push_back(documents[order[i]] - next);
      next = documents[order[i]] + 1;
    }
    const std::size_t begin = packed.size();
    pack_all(gaps, packed);
    put_number(heads, impact);
    put_number(heads, gaps.size());
    put_number(heads, packed.size() - begin);
    ++count;
  }
  put_number(out, count);
  out += heads;
  out += packed;
}

std::vector<ImpactSegment> read_segments(std::string_view list) {
  std::vector<ImpactSegment> segments;
  if (list.empty()) return segments;
  ByteReader reader(list);
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    ImpactSegment segment;
    segment.impact = reader.number32();
    segment.documents = reader.number32();
    sizes.push_back(reader.number());
    segments.push_back(segment);
  }
  for (std::size_t i = 0; i < segments.size(); ++i) segments[i].packed = reader.bytes(sizes[i]);
  return segments;
}

void read_segment(const ImpactSegment& segment, std::uint32_t documents_of_index,
                  std::vector<DocumentNumber>& documents) {
  unpack_all(segment.packed, segment.documents, documents);
  std::uint64_t next = 0;
  for (DocumentNumber& document : documents) {
    next += document;
    document = static_cast<DocumentNumber>(next++);
  }
  if (next > documents_of_index) ByteReader::fail();
}

}  // namespace fovea::search
