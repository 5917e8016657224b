#include "pools/ranked_lists.h"

#include <tbb/parallel_for.h>

#include <optional>
#include <utility>

#include "runs/order.h"
#include "runs/run_format.h"
#include "text/unicode.h"

namespace fovea::pools {

namespace {

/// Where a topic stands in each run.
using TopicPlaces = std::vector<std::optional<std::size_t>>;

/// Pool files are JSON, which can hold nothing else.
void check_utf8(std::string_view id, Place place, Diagnostics& said) {
  if (find_malformed_utf8(id)) said.expected(std::move(place), "bad-utf8", quote(id), "an id in UTF-8");
}

TopicLists read_topic(std::span<const Run* const> runs, const TopicPlaces& places, Diagnostics& said) {
  TopicLists out;
  out.lists.resize(runs.size());
  TopicResults topic;
  std::vector<bool> listed;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (!places[r]) continue;
    runs[r]->read(*places[r], topic, said);
    put_in_order(topic, runs[r]->format().order);
    out.topic = topic.topic;
    if (!topic.results.empty()) check_utf8(out.topic, {runs[r]->file(), topic.results.front().line}, said);
    listed.assign(out.documents.size(), false);
    for (const Result& result : topic.results) {
      const auto [place, fresh] =
          out.numbers.try_emplace(result.doc, static_cast<std::uint32_t>(out.documents.size()));
      if (fresh) {
        out.documents.push_back(result.doc);
        listed.push_back(false);
        check_utf8(result.doc, {runs[r]->file(), result.line}, said);
      }
      if (listed[place->second]) continue;
      listed[place->second] = true;
      out.lists[r].push_back(place->second);
    }
  }
  return out;
}

}  // namespace

std::vector<TopicLists> read_lists(std::span<const Run* const> runs, Diagnostics& said) {
  absl::flat_hash_map<std::string_view, std::size_t> topics;
  std::vector<TopicPlaces> places;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (std::size_t t = 0; t < runs[r]->topics(); ++t) {
      const auto [place, fresh] = topics.try_emplace(runs[r]->topic(t), places.size());
      if (fresh) places.emplace_back(runs.size());
      places[place->second][r] = t;
    }
  }
  std::vector<TopicLists> lists(places.size());
  std::vector<Diagnostics> messages(places.size());
  tbb::parallel_for(std::size_t{0}, places.size(),
                    [&](std::size_t t) { lists[t] = read_topic(runs, places[t], messages[t]); });
  for (Diagnostics& each : messages) said.merge(std::move(each));
  return lists;
}

}  // namespace fovea::pools
