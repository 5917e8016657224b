#include "pools/pooling.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "files/lines.h"
#include "pools/ranked_lists.h"
#include "pools/topic_pool.h"
#include "text/numbers.h"

namespace fovea::pools {

namespace {

/// All topics, which can be filled again and again with other sizes: a budget is found by trying.
class Pooling {
 public:
  Pooling(const PoolSource& source, const PoolSettings& settings, const PoolGrowth& growth,
          const Pool* earlier, std::span<const TopicLists> lists)
      : source_(source), settings_(settings), growth_(growth), earlier_(earlier), lists_(lists) {}

  PoolTopic make_topic(const TopicLists& lists) const {
    TopicPool pool(lists, source_.pooled, source_.collection, settings_.seed);
    return fill(*settings_.method, pool, settings_.method->by_depth ? settings_.depth : settings_.size);
  }

  Pool make(Diagnostics& said) {
    std::size_t& most = settings_.method->by_depth ? settings_.depth : settings_.size;
    if (growth_.budget) most = largest_within(*growth_.budget);
    Pool pool;
    std::vector<Diagnostics> messages(lists_.size());
    pool.topics = fill_all(*settings_.method, most, &messages);
    for (Diagnostics& each : messages) said.merge(std::move(each));
    warn_of_strangers(pool, said);
    pool.settings = settings_;
    pool.runs.assign(source_.pooled.begin(), source_.pooled.end());
    pool.batch = earlier_ == nullptr ? 1 : earlier_->batch;
    for (const PoolTopic& topic : pool.topics) {
      for (const PoolItem& item : topic.items) pool.batch = std::max(pool.batch, item.batch);
    }
    return pool;
  }

 private:
  std::vector<PoolTopic> fill_all(const PoolMethod& method, std::size_t most,
                                  std::vector<Diagnostics>* messages) {
    std::vector<PoolTopic> topics(lists_.size());
    tbb::parallel_for(std::size_t{0}, lists_.size(), [&](std::size_t t) {
      TopicPool pool(lists_[t], source_.pooled, source_.collection, settings_.seed);
      topics[t] = fill(method, pool, most);
      if (messages != nullptr) (*messages)[t] = pool.said();
    });
    return topics;
  }

  PoolTopic fill(const PoolMethod& method, TopicPool& pool, std::size_t most) const {
    const std::string_view id = pool.lists().topic;
    const PoolTopic* const before = earlier_ == nullptr ? nullptr : earlier_->find(id);
    PoolTopic topic;
    topic.id = id;
    if (before != nullptr) topic.size = before->size;
    if (const auto own = growth_.sizes.find(id); own != growth_.sizes.end()) topic.size = own->second;
    most = topic.size.value_or(most);
    if (method.adaptive()) {
      if (before != nullptr) pool.restore(*before);
      play(pool, settings_, most, growth_.step, relevance_in(id));
    } else {
      method.fill(pool, settings_, most);
    }
    take_over(pool, before, topic);
    return topic;
  }

  Relevance relevance_in(std::string_view topic) const {
    const TopicJudgements* const judged =
        growth_.judgements == nullptr ? nullptr : growth_.judgements->find(topic);
    return [judged](std::string_view doc) {
      const JudgedDocument* const document = judged == nullptr ? nullptr : judged->find(doc);
      if (document == nullptr) return Known::kUnjudged;
      return document->relevant() ? Known::kRelevant : Known::kNotRelevant;
    };
  }

  /// The items there were, then the new ones, each with all runs that return it.
  void take_over(const TopicPool& pool, const PoolTopic* before, PoolTopic& topic) const {
    const TopicLists& lists = pool.lists();
    constexpr std::size_t kNowhere = SIZE_MAX;
    std::vector<std::size_t> place(lists.documents.size(), kNowhere);
    const auto add = [&](std::uint32_t document, std::uint32_t by, std::uint32_t batch) {
      if (place[document] != kNowhere) return;
      place[document] = topic.items.size();
      topic.items.push_back({std::string(lists.documents[document]), by, batch, {}});
    };
    if (before != nullptr) {
      for (const PoolItem& item : before->items) {
        if (const auto found = lists.numbers.find(item.doc); found != lists.numbers.end())
          add(found->second, item.by, item.batch);
      }
    }
    const std::uint32_t batch = earlier_ == nullptr ? 1 : earlier_->batch + 1;
    for (const TopicPool::Taken& taken : pool.taken()) add(taken.document, taken.by, batch);
    for (std::uint32_t run = 0; run < lists.lists.size(); ++run) {
      for (std::size_t rank = 1; rank <= lists.lists[run].size(); ++rank) {
        const std::size_t at = place[lists.lists[run][rank - 1]];
        if (at != kNowhere) topic.items[at].origins.push_back({run, static_cast<std::uint32_t>(rank)});
      }
    }
    topic.reach = pool.reach();
    topic.unknown = pool.unknown();
    if (before == nullptr) return;
    topic.unknown = std::max(topic.unknown, before->unknown);
    for (std::size_t run = 0; run < before->reach.size(); ++run)
      topic.reach[run] = std::max(topic.reach[run], before->reach[run]);
  }

  /// Adaptive methods are counted as if they took all they may: as many as a round robin would.
  std::size_t total(std::size_t most) {
    const PoolMethod& method = settings_.method->adaptive() ? methods::kRoundRobin : *settings_.method;
    std::size_t sum = 0;
    for (const PoolTopic& topic : fill_all(method, most, nullptr)) sum += topic.items.size();
    return sum;
  }

  /// More never gives fewer documents, so it is found by halving.
  std::size_t largest_within(std::size_t budget) {
    std::size_t fits = 0;
    std::size_t too_many = 1;
    for (const TopicLists& lists : lists_) too_many = std::max(too_many, lists.documents.size() + 1);
    if (total(too_many) <= budget) return too_many - 1;
    while (too_many - fits > 1) {
      const std::size_t middle = fits + (too_many - fits) / 2;
      (total(middle) <= budget ? fits : too_many) = middle;
    }
    return fits;
  }

  void warn_of_strangers(const Pool& pool, Diagnostics& said) const {
    for (const auto& [topic, size] : growth_.sizes) {
      if (pool.find(topic) != nullptr) continue;
      said.warning({}, "unknown-topic",
                   fmt::format("no run answers topic {}, for which a size is given", quote(topic)));
    }
  }

  const PoolSource& source_;
  PoolSettings settings_;
  const PoolGrowth& growth_;
  const Pool* earlier_;
  std::span<const TopicLists> lists_;
};

/// The topics of the runs; those of an earlier pool (or nullptr) stay where they are.
std::vector<TopicLists> lists_behind(const Pool* earlier, std::span<const Run* const> runs,
                                     Diagnostics& said) {
  std::vector<TopicLists> lists = read_lists(runs, said);
  if (earlier == nullptr) return lists;
  const auto place = [&](const TopicLists& each) {
    const PoolTopic* const topic = earlier->find(each.topic);
    return topic == nullptr ? earlier->topics.size()
                            : static_cast<std::size_t>(topic - earlier->topics.data());
  };
  std::ranges::stable_sort(lists, {}, place);
  return lists;
}

}  // namespace

TopicSizes read_sizes(const InputFile& file, Diagnostics& said) {
  TopicSizes sizes;
  LineReader lines(file.bytes());
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    const Place place{file.name(), lines.line_number()};
    const std::size_t tab = line.find('\t');
    const std::string_view number = tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
    const auto size = parse_offset(number);
    if (!size || tab == 0) {
      said.expected(place, "bad-size", quote(line), "a topic, a tab and a number");
    } else if (!sizes.emplace(line.substr(0, tab), *size).second) {
      said.expected(place, "repeated-topic", fmt::format("topic {} again", quote(line.substr(0, tab))),
                    "one size per topic");
    }
  }
  return sizes;
}

Pool build_pool(const PoolSource& source, const PoolSettings& settings, const PoolGrowth& growth,
                Diagnostics& said) {
  const auto lists = lists_behind(nullptr, source.runs, said);
  return Pooling(source, settings, growth, nullptr, lists).make(said);
}

Pool extend_pool(const Pool& earlier, const PoolSource& source, const PoolSettings& settings,
                 const PoolGrowth& growth, Diagnostics& said) {
  const auto lists = lists_behind(&earlier, source.runs, said);
  Pool pool = Pooling(source, settings, growth, &earlier, lists).make(said);
  pool.collection = earlier.collection;
  return pool;
}

PoolOrder order_of(const TrackPooling& pooling, Diagnostics& said) {
  PoolOrder out;
  out.settings.method = pooling.method.empty() ? &methods::kRoundRobin : find_method(pooling.method);
  if (out.settings.method == nullptr) {
    said.expected(pooling.place, "unknown-method", quote(pooling.method), "one of " + method_names());
    out.settings.method = &methods::kRoundRobin;
  }
  out.settings.size = pooling.size.value_or(out.settings.size);
  out.settings.depth = pooling.depth.value_or(out.settings.depth);
  if (pooling.budget) out.budget = *pooling.budget;
  return out;
}

GrowingPool::GrowingPool(Pool pool, const PoolSource& source, Diagnostics& said)
    : pool_(std::move(pool)), source_(source), lists_(lists_behind(&pool_, source.runs, said)) {}

GrowingPool::~GrowingPool() = default;

std::size_t GrowingPool::grow(std::string_view topic, const Judgements& judgements, std::size_t step) {
  const auto lists = std::ranges::find(lists_, topic, &TopicLists::topic);
  const auto place = std::ranges::find(pool_.topics, topic, &PoolTopic::id);
  if (lists == lists_.end() || place == pool_.topics.end()) return 0;
  PoolGrowth growth;
  growth.judgements = &judgements;
  growth.step = step;
  PoolTopic grown = Pooling(source_, pool_.settings, growth, &pool_, lists_).make_topic(*lists);
  const std::size_t added = grown.items.size() - place->items.size();
  // Without a new item too: the method may have looked further down the runs.
  *place = std::move(grown);
  if (added > 0) ++pool_.batch;
  return added;
}

}  // namespace fovea::pools
