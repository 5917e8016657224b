#include "search/ranking/impact_ranking.h"

#include <algorithm>
#include <memory>

#include "search/index/impacts.h"

namespace fovea::search {

namespace {

constexpr std::size_t kPage = 1024;

/// Sums per document, in pages that exist once something was added to them.
class Accumulators {
 public:
  explicit Accumulators(std::uint32_t documents) : pages_(documents / kPage + 1) {}

  void add(DocumentNumber document, std::uint32_t impact) {
    auto& page = pages_[document / kPage];
    if (!page) page = std::make_unique<std::uint64_t[]>(kPage);
    page[document % kPage] += impact;
  }
  std::vector<RankedDocument> best(std::size_t depth) const {
    std::vector<RankedDocument> found;
    for (std::size_t page = 0; page < pages_.size(); ++page) {
      for (std::size_t i = 0; pages_[page] && i < kPage; ++i) {
        if (pages_[page][i] > 0)
          found.push_back(
              {static_cast<double>(pages_[page][i]), static_cast<DocumentNumber>(page * kPage + i)});
      }
    }
    const std::size_t kept = std::min(depth, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
                      ranked_before);
    found.resize(kept);
    return found;
  }

 private:
  std::vector<std::unique_ptr<std::uint64_t[]>> pages_;
};

}  // namespace

std::uint32_t least_impact(const TermCounts& counts, std::uint64_t limit) {
  std::uint64_t reached = 0;
  for (const ImpactCount& each : counts.impacts) {
    reached += each.postings;
    if (limit > 0 && reached >= limit) return each.impact;
  }
  return 0;
}

std::vector<RankedDocument> rank_by_impacts(const Index& index, const std::vector<ImpactList>& lists,
                                            std::uint64_t most, std::size_t depth,
                                            std::uint64_t& postings_read) {
  std::vector<ImpactSegment> segments;
  for (const ImpactList& list : lists) {
    for (const ImpactSegment& segment : read_segments(list.bytes)) {
      if (segment.impact < list.least) break;
      segments.push_back(segment);
    }
  }
  if (most > 0) {
    std::ranges::stable_sort(segments, [](const ImpactSegment& a, const ImpactSegment& b) {
      return a.impact != b.impact ? a.impact > b.impact : a.documents < b.documents;
    });
  }
  Accumulators accumulators(index.documents());
  std::vector<DocumentNumber> documents;
  std::uint64_t taken = 0;
  for (const ImpactSegment& segment : segments) {
    if (most > 0 && taken + segment.documents > most) break;
    read_segment(segment, index.documents(), documents);
    for (const DocumentNumber document : documents) accumulators.add(document, segment.impact);
    taken += segment.documents;
  }
  postings_read += taken;
  return accumulators.best(depth);
}

}  // namespace fovea::search
