#include "pools/pool_statistics.h"

#include <algorithm>

#include "pools/contributions.h"

namespace fovea::pools {

namespace {

class PoolDescription {
 public:
  PoolDescription(const Pool& pool, const Judgements* judgements)
      : pool_(pool),
        judgements_(judgements),
        groups_(pool),
        common_(groups_.names.size() * groups_.names.size()) {
    out_.judged = judgements != nullptr;
    for (const PooledRun& run : pool.runs) {
      ContributorStatistics& figures = out_.runs.emplace_back();
      figures.name = run.name;
      figures.group = run.group;
    }
    for (const std::string& name : groups_.names) {
      ContributorStatistics& figures = out_.groups.emplace_back();
      figures.name = name;
      figures.runs = static_cast<std::uint64_t>(std::ranges::count(pool.runs, name, &PooledRun::group));
    }
  }

  PoolStatistics describe() {
    for (const PoolTopic& topic : pool_.topics) add(topic);
    add_reach();
    add_overlaps();
    for (const TopicStatistics& topic : out_.topics) {
      out_.all.items += topic.items;
      out_.all.one_run += topic.one_run;
      out_.all.one_group += topic.one_group;
      out_.all.many += topic.many;
      out_.all.unknown += topic.unknown;
      out_.all.judged.judged += topic.judged.judged;
      out_.all.judged.relevant += topic.judged.relevant;
      out_.all.judged.relevant_characters += topic.judged.relevant_characters;
    }
    return std::move(out_);
  }

 private:
  static void count(const JudgedDocument* document, JudgedItems& items) {
    if (document == nullptr) return;
    ++items.judged;
    items.relevant += document->relevant() ? 1 : 0;
    items.relevant_characters += document->relevant_chars;
  }

  void add(const PoolTopic& topic) {
    TopicStatistics& figures = out_.topics.emplace_back();
    figures.topic = topic.id;
    figures.items = topic.items.size();
    figures.unknown = topic.unknown;
    const TopicJudgements* const judged = judgements_ == nullptr ? nullptr : judgements_->find(topic.id);
    for (const PoolItem& item : topic.items) {
      const JudgedDocument* const document = judged == nullptr ? nullptr : judged->find(item.doc);
      count(document, figures.judged);
      const Contributors from = contributors_of(topic, item, groups_);
      ++(from.only_run() ? figures.one_run : from.only_group() ? figures.one_group : figures.many);
      for (const std::uint32_t run : from.runs) ++out_.runs[run].contributed;
      for (const std::uint32_t group : from.groups) {
        ++out_.groups[group].contributed;
        for (const std::uint32_t other : from.groups) ++common_[group * groups_.names.size() + other];
      }
      if (const auto run = from.only_run()) add_unique(document, out_.runs[*run]);
      if (const auto group = from.only_group()) add_unique(document, out_.groups[*group]);
    }
  }

  static void add_unique(const JudgedDocument* document, ContributorStatistics& figures) {
    ++figures.unique;
    count(document, figures.unique_judged);
  }

  void add_reach() {
    for (std::size_t run = 0; run < out_.runs.size(); ++run) {
      std::uint64_t sum = 0;
      std::uint64_t topics = 0;
      for (const PoolTopic& topic : pool_.topics) {
        const std::uint32_t reach = topic.reach[run];
        sum += reach;
        topics += reach > 0 ? 1 : 0;
        out_.runs[run].largest_reach = std::max(out_.runs[run].largest_reach, reach);
      }
      if (topics > 0) out_.runs[run].mean_reach = static_cast<double>(sum) / static_cast<double>(topics);
    }
  }

  void add_overlaps() {
    const std::size_t groups = groups_.names.size();
    for (std::size_t a = 0; a < groups; ++a) {
      for (std::size_t b = a + 1; b < groups; ++b) {
        const std::uint64_t common = common_[a * groups + b];
        const std::uint64_t either = out_.groups[a].contributed + out_.groups[b].contributed - common;
        out_.overlaps.push_back(
            {groups_.names[a], groups_.names[b], common,
             either == 0 ? 0 : static_cast<double>(common) / static_cast<double>(either)});
      }
    }
  }

  const Pool& pool_;
  const Judgements* judgements_;
  PoolGroups groups_;
  std::vector<std::uint64_t> common_;  ///< by group and group
  PoolStatistics out_;
};

}  // namespace

PoolStatistics describe(const Pool& pool, const Judgements* judgements) {
  return PoolDescription(pool, judgements).describe();
}

}  // namespace fovea::pools
