// The means of the runs over groups of topics: by a field of the topic file, or by an answer to a questionnaire.
#include <fmt/format.h>

#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/track/chunker_figures.h"
#include "report/track/track_sections.h"
#include "stats/sample.h"

namespace fovea {

namespace {

/// With more groups than that, a table of them would be one of topics.
constexpr std::size_t kMostGroups = 12;

struct TopicGroup {
  std::string name;
  std::vector<std::size_t> topics;
};

/// In the order of their names, all topics last.
std::vector<TopicGroup> groups_in(const TopicGrouping& grouping) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t topic = 0; topic < grouping.groups.size(); ++topic)
    groups[grouping.groups[topic]].push_back(topic);
  std::vector<TopicGroup> list;
  for (auto& [name, topics] : groups) list.push_back({name, std::move(topics)});
  std::vector<std::size_t> all(grouping.groups.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  list.push_back({"all", std::move(all)});
  return list;
}

ReportTable group_means(const TrackEvaluation& track, const TaskResults& results, std::size_t number,
                        std::span<const TopicGroup> groups) {
  const TopicGrouping& grouping = track.groupings[number];
  const Words words = words_of(track);
  Table table{{words.run, "participant"}, {}, 2};
  for (const TopicGroup& group : groups)
    table.header.push_back(fmt::format("{} ({})", group.name, group.topics.size()));
  for (std::size_t rank = 0; rank < results.ranking.size(); ++rank) {
    const TrackRunResult& run = track.runs[results.ranking[rank]];
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {run.id, run.participant};
    for (const TopicGroup& group : groups) {
      const std::vector<double> values = values_at(results.scores, rank, group.topics);
      row.push_back(values.empty() ? "" : four_decimals(stats::mean(values)));
    }
  }
  return {.id = fmt::format("{}-groups-{}", results.task->name, number + 1),
          .caption = fmt::format("{}: mean {} of the {} by {}, with the number of {} of each group.",
                                 title_of(*results.task), results.scores.measures().front().name,
                                 words.topics, grouping.by, words.topics),
          .table = without_empty_columns(std::move(table)),
          .mark_best = true,
          .values_first = true};
}

}  // namespace

Section groups_section(const TrackEvaluation& track) {
  Section section{"groups", fmt::format("Results by groups of {}", words_of(track).topics)};
  for (std::size_t number = 0; number < track.groupings.size(); ++number) {
    const std::vector<TopicGroup> groups = groups_in(track.groupings[number]);
    if (groups.size() > kMostGroups) {
      section.say(fmt::format("Left out: {} has {} groups, more than a table can show.",
                              track.groupings[number].by, groups.size() - 1));
      continue;
    }
    for (const TaskResults& results : track.tasks) {
      if (results.own > 0 && !results.ranking.empty())
        section.add(group_means(track, results, number, groups));
    }
  }
  return section;
}

}  // namespace fovea
