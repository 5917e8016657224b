#include "runs/fusion.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "runs/resolve.h"
#include "runs/run_format.h"

namespace fovea {

namespace {

/// What makes two results the same.
using ResultKey = std::tuple<std::string_view, Offset, Offset, std::string_view, std::string_view>;

ResultKey key_of(const Result& result) {
  if (has_place(result)) return {result.doc, result.span.begin, result.span.end, {}, {}};
  return {result.doc, 0, 0, result.path, result.last_path};
}

/// What each result of a list adds to the sum: a function of its rank, or of its score.
class Parts {
 public:
  Parts(std::span<const Result> results, const Fusion& fusion) : fusion_(fusion) {
    if (results.empty()) return;
    const auto [low, high] = std::ranges::minmax(results, {}, &Result::score);
    lowest_ = low.score;
    range_ = high.score - low.score;
  }

  double of(const Result& result, std::size_t rank) const {
    if (fusion_.method == FusionMethod::kReciprocalRank) return 1 / (fusion_.k + static_cast<double>(rank));
    return range_ > 0 ? (result.score - lowest_) / range_ : 1;
  }

 private:
  const Fusion& fusion_;
  double lowest_ = 0;
  double range_ = 0;
};

bool fused_before(const Result& a, const Result& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.doc != b.doc) return a.doc > b.doc;
  if (a.span != b.span) return std::pair(a.span.begin, b.span.end) < std::pair(b.span.begin, a.span.end);
  return std::pair(a.path, a.last_path) < std::pair(b.path, b.last_path);
}

}  // namespace

TopicResults fuse(std::string_view topic, std::span<const TopicResults> lists, const Fusion& fusion) {
  TopicResults out{.topic = topic, .results = {}, .later_blocks = {}};
  absl::flat_hash_map<ResultKey, std::size_t> places;
  std::vector<std::size_t> last_list;  // that gave a result, from 1 on
  for (std::size_t list = 0; list < lists.size(); ++list) {
    const std::span<const Result> results = lists[list].results;
    const Parts parts(results, fusion);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto [place, first] = places.try_emplace(key_of(results[i]), out.results.size());
      if (first) {
        out.results.push_back(results[i]);
        out.results.back().score = 0;
        last_list.push_back(0);
      }
      if (std::exchange(last_list[place->second], list + 1) == list + 1) continue;
      out.results[place->second].score += parts.of(results[i], i + 1);
    }
  }
  std::ranges::sort(out.results, fused_before);
  if (out.results.size() > fusion.most) out.results.resize(fusion.most);
  std::int32_t rank = 0;
  for (Result& result : out.results) result.rank = ++rank;
  return out;
}

RunFusion::RunFusion(std::span<const Run> runs, const Fusion& fusion, const Collection* collection,
                     std::optional<RankOrder> order)
    : runs_(runs), fusion_(fusion), collection_(collection), order_(order) {
  std::map<std::string_view, std::size_t> places;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::size_t i = 0; i < runs[run].topics(); ++i) {
      const auto [place, first] = places.try_emplace(runs[run].topic(i), topics_.size());
      if (first)
        topics_.push_back({runs[run].topic(i), std::vector<std::optional<std::size_t>>(runs.size())});
      topics_[place->second].in_run[run] = i;
    }
  }
}

void RunFusion::each(Diagnostics& diagnostics, const std::function<void(const TopicResults&)>& use) {
  unplaced_ = 0;
  for (const FusedTopic& topic : topics_) {
    std::vector<TopicResults> lists(runs_.size());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (topic.in_run[run]) read(runs_[run], *topic.in_run[run], lists[run], diagnostics);
    }
    use(fuse(topic.id, lists, fusion_));
  }
}

void RunFusion::read(const Run& run, std::size_t topic, TopicResults& out, Diagnostics& diagnostics) {
  run.read(topic, out, diagnostics);
  put_in_order(out, order_.value_or(run.format().order));
  if (collection_ != nullptr) resolve(out, run.file(), *collection_, diagnostics);
  unplaced_ +=
      std::erase_if(out.results, [](const Result& result) { return result.kind == ResultKind::kUnresolved; });
}

}  // namespace fovea
