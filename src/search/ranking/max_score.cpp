#include "search/ranking/max_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace fovea::search {

namespace {

/// Documents between two calls of RankingTask::check.
constexpr std::uint64_t kBetweenChecks = 1024;

/// The best so far, the worst of them on top.
class BestDocuments {
 public:
  explicit BestDocuments(std::size_t depth) : depth_(depth) {}

  bool full() const { return heap_.size() == depth_; }
  double worst() const { return full() ? heap_.front().score : -std::numeric_limits<double>::infinity(); }
  void offer(RankedDocument document) {
    // Only a damaged index gives a score that cannot be compared.
    if (std::isnan(document.score)) throw CorruptFile("a score is no number");
    if (depth_ == 0) return;
    if (full()) {
      if (!ranked_before(document, heap_.front())) return;
      std::ranges::pop_heap(heap_, ranked_before);
      heap_.pop_back();
    }
    heap_.push_back(document);
    std::ranges::push_heap(heap_, ranked_before);
  }
  std::vector<RankedDocument> sorted() && {
    std::ranges::sort(heap_, ranked_before);
    return std::move(heap_);
  }

 private:
  std::size_t depth_;
  std::vector<RankedDocument> heap_;
};

/// Lists that are only asked whether they hold a document.
class Filter {
 public:
  explicit Filter(const std::vector<TermList>& lists) {
    for (const TermList& list : lists) {
      if (list.counts.documents > 0) cursors_.emplace_back(list.postings);
    }
  }
  bool any(DocumentNumber document) {
    return std::ranges::any_of(cursors_, [document](PostingCursor& cursor) {
      cursor.seek(document);
      return cursor.document() == document;
    });
  }

 private:
  std::vector<PostingCursor> cursors_;
};

/// One list while it is walked.
struct ListWalk {
  std::size_t term;
  PostingCursor cursor;
  double most;  ///< that it can add to a score
  bool candidates;
  bool required;
  std::size_t bound_block = SIZE_MAX;  ///< the block that block_most is about
  double block_most = 0;

  /// What it can add to the score of `document`, from the frontier of the block where that would be.
  double bound_at(DocumentNumber document, const Scorer& scorer) {
    if (!cursor.list().has_table()) return cursor.document() == kNoDocument ? 0 : most;
    const std::size_t block = cursor.block_of(document);
    if (block != bound_block) {
      bound_block = block;
      block_most = 0;
      if (block == cursor.list().blocks()) return 0;
      for (const FrontierPair pair : cursor.list().entry(block).frontier) {
        if (pair.tf == 0) break;
        block_most =
            std::max(block_most, scorer.gain(term, decode_rounded(pair.tf), decode_rounded(pair.length)));
      }
      block_most = std::min(block_most, most);
    }
    return block_most;
  }
  /// The last document for which bound_at() was asked and stays the same.
  DocumentNumber bound_holds_to() {
    if (!cursor.list().has_table() || bound_block == cursor.list().blocks()) return kNoDocument - 1;
    return cursor.list().entry(bound_block).last;
  }
};

class MaxScore {
 public:
  explicit MaxScore(const RankingTask& task)
      : task_(task), best_(task.depth), excluded_(task.excluded), tfs_(task.lists.size()) {
    for (std::size_t i = 0; i < task.lists.size(); ++i) {
      const TermList& list = task.lists[i];
      if (list.counts.documents == 0) {
        impossible_ = impossible_ || task.required[i];
        continue;
      }
      walks_.push_back({i, PostingCursor(list.postings),
                        task.scorer.gain(i, list.largest_tf, list.smallest_length), task.brings_candidates[i],
                        task.required[i]});
    }
    // Lists that bring no candidates are never essential; then those that add least come first.
    std::ranges::stable_sort(walks_, [](const ListWalk& a, const ListWalk& b) {
      return a.candidates != b.candidates ? b.candidates : a.most < b.most;
    });
    for (const ListWalk& walk : walks_) sums_.push_back((sums_.empty() ? 0 : sums_.back()) + walk.most);
    first_ = static_cast<std::size_t>(
        std::ranges::find_if(walks_, [](const ListWalk& walk) { return walk.candidates; }) - walks_.begin());
    highest_base_ = task.scorer.base(static_cast<double>(task.index.facts().smallest_length));
    // Sums of bounds may be rounded below what they bound; by how much depends on the largest numbers in them.
    const double largest = (sums_.empty() ? 0 : sums_.back()) + std::abs(task.scorer.base(kMaxOffset));
    slack_ = largest * 0x1p-40 + std::numeric_limits<double>::min();
  }

  std::vector<RankedDocument> run() {
    if (impossible_) return {};
    for (DocumentNumber document = next_candidate(0); document != kNoDocument;) {
      if (task_.check && ++considered_ % kBetweenChecks == 0) task_.check();
      document = consider(document);
    }
    return std::move(best_).sorted();
  }

  std::uint64_t postings_read() const {
    std::uint64_t read = 0;
    for (const ListWalk& walk : walks_) read += walk.cursor.postings_read();
    return read;
  }

 private:
  /// What the lists before `walk` can add together.
  double sum_below(std::size_t walk) const { return walk == 0 ? 0 : sums_[walk - 1]; }

  bool hopeless(double bound) const { return best_.full() && bound + slack_ < best_.worst(); }

  /// Raises the mark between lists that may bring up documents and those that cannot by themselves.
  void raise_first() {
    while (first_ < walks_.size() && hopeless(sums_[first_] + highest_base_)) ++first_;
  }

  DocumentNumber next_candidate(DocumentNumber from) {
    DocumentNumber next = kNoDocument;
    for (std::size_t i = first_; i < walks_.size(); ++i) {
      walks_[i].cursor.seek(from);
      next = std::min(next, walks_[i].cursor.document());
    }
    return next;
  }

  /// Scores `document` if it may be kept; returns the next one to look at.
  DocumentNumber consider(DocumentNumber document) {
    // Blocks in which nothing can be kept are passed over together.
    if (best_.full()) {
      double bound = sum_below(first_) + highest_base_;
      DocumentNumber last = kNoDocument - 1;
      for (std::size_t i = first_; i < walks_.size(); ++i) {
        bound += walks_[i].bound_at(document, task_.scorer);
        last = std::min(last, walks_[i].bound_holds_to());
      }
      if (hopeless(bound)) return skip_behind(last);
    }
    const auto length = static_cast<double>(task_.index.length(document));
    const double base = task_.scorer.base(length);
    double gained = base;
    std::ranges::fill(tfs_, 0U);
    bool wanted = true;
    for (std::size_t i = walks_.size(); i-- > first_;) {
      ListWalk& walk = walks_[i];
      if (walk.cursor.document() == document) {
        tfs_[walk.term] = walk.cursor.tf();
        gained += task_.scorer.gain(walk.term, tfs_[walk.term], length);
      } else if (walk.required) {
        wanted = false;
      }
    }
    for (std::size_t i = first_; wanted && i-- > 0;) {
      ListWalk& walk = walks_[i];
      if (hopeless(gained + sums_[i]) ||
          hopeless(gained + sum_below(i) + walk.bound_at(document, task_.scorer))) {
        wanted = false;
        break;
      }
      walk.cursor.seek(document);
      if (walk.cursor.document() == document) {
        tfs_[walk.term] = walk.cursor.tf();
        gained += task_.scorer.gain(walk.term, tfs_[walk.term], length);
      } else if (walk.required) {
        wanted = false;
      }
    }
    if (wanted && !hopeless(gained) && !excluded_.any(document)) {
      best_.offer({task_.scorer.score(document, tfs_, length), document});
      raise_first();
    }
    return next_candidate(document + 1);
  }

  DocumentNumber skip_behind(DocumentNumber last) { return next_candidate(last + 1); }

  const RankingTask& task_;
  BestDocuments best_;
  Filter excluded_;
  std::vector<ListWalk> walks_;
  std::vector<double> sums_;  ///< of `most` of a list and all before it
  std::vector<std::uint32_t> tfs_;
  std::size_t first_ = 0;  ///< of the lists that may bring up a document
  double highest_base_ = 0;
  double slack_ = 0;
  bool impossible_ = false;
  std::uint64_t considered_ = 0;
};

}  // namespace

std::vector<RankedDocument> rank_by_max_score(const RankingTask& task, std::uint64_t& postings_read) {
  MaxScore search(task);
  auto best = search.run();
  postings_read += search.postings_read();
  return best;
}

std::vector<RankedDocument> rank_exhaustively(const RankingTask& task, std::uint64_t& postings_read) {
  std::vector<std::optional<PostingCursor>> cursors;
  for (const TermList& list : task.lists) {
    cursors.emplace_back();
    if (list.counts.documents > 0) cursors.back().emplace(list.postings);
  }
  Filter excluded(task.excluded);
  std::vector<std::uint32_t> tfs(task.lists.size());
  BestDocuments best(task.depth);
  for (;;) {
    DocumentNumber document = kNoDocument;
    for (const auto& cursor : cursors) {
      if (cursor) document = std::min(document, cursor->document());
    }
    if (document == kNoDocument) break;
    bool candidate = false;
    bool complete = true;
    for (std::size_t i = 0; i < cursors.size(); ++i) {
      const bool here = cursors[i] && cursors[i]->document() == document;
      tfs[i] = here ? cursors[i]->tf() : 0;
      candidate = candidate || (here && task.brings_candidates[i]);
      complete = complete && (here || !task.required[i]);
      if (here) cursors[i]->next();
    }
    if (candidate && complete && !excluded.any(document))
      best.offer(
          {task.scorer.score(document, tfs, static_cast<double>(task.index.length(document))), document});
  }
  for (const auto& cursor : cursors) postings_read += cursor ? cursor->postings_read() : 0;
  return std::move(best).sorted();
}

}  // namespace fovea::search
