// Impacts: the BM25 score of every posting, in few bits, the highest first.
//
// Anh, de Kretser and Moffat, Vector-space ranking with effective early termination, SIGIR 2001; Trotman and others,
// ATIRE and JASS. A posting with score s gets ⌊(s − least)/(most − least)·(2^B − 2)⌋ + 1, where least and most are those
// of the whole index (1 when they are the same). Terms of all documents say nothing and have no list. BM25 has ATIRE's
// parameters, k1 = 0.9 and b = 0.4.
//
// A list: number of segments; per segment, the highest impact first: impact, documents, bytes of their gaps − 1 (the
// first from −1); then those bytes (packing.h), segment by segment. Lists stand in blocks of kImpactBlock terms, each behind its
// size.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/postings.h"

namespace fovea::search {

/// ln(N/n)·tf·(k1+1)/(tf + k1·(1 − b + b·l/av)).
double impact_score(std::uint64_t documents, std::uint32_t df, std::uint32_t tf, double length, double mean);

class Quantiser {
 public:
  explicit Quantiser(unsigned bits) : bits_(bits) {}

  /// A known range.
  Quantiser(unsigned bits, double least, double most) : bits_(bits), least_(least), most_(most) {}

  /// Widens the range.
  void see(double score);
  std::uint32_t impact(double score) const;
  double least() const { return least_; }
  /// Below least(): nothing was seen.
  double most() const { return most_; }

 private:
  unsigned bits_;
  double least_ = 0;
  double most_ = -1;
};

/// Terms per block of lists.
inline constexpr std::uint64_t kImpactBlock = 16;

/// Appends the list of one term. `keep`: at most so many postings; 0: all.
void pack_impacts(std::span<const DocumentNumber> documents, std::span<const std::uint32_t> impacts,
                  std::uint64_t keep, std::string& out);

struct ImpactSegment {
  std::uint32_t impact = 0;
  std::uint32_t documents = 0;
  std::string_view packed;
};
/// The segments of a list. Throws CorruptFile.
std::vector<ImpactSegment> read_segments(std::string_view list);
void read_segment(const ImpactSegment& segment, std::uint32_t documents_of_index,
                  std::vector<DocumentNumber>& documents);

}  // namespace fovea::search
