#include "evaluate/track/participation.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace fovea {

namespace {

constexpr std::pair<std::string_view, std::optional<bool> TrackRun::*> kMarks[] = {
    {"phrase query", &TrackRun::phrases},
    {"reference run", &TrackRun::reference},
    {"manual", &TrackRun::manual}};

std::vector<std::string> columns_of(const TrackEvaluation& track) {
  std::vector<std::string> columns;
  const auto add = [&columns](std::string name) {
    if (std::ranges::find(columns, name) == columns.end()) columns.push_back(std::move(name));
  };
  for (const TaskResults& task : track.tasks) add(title_of(*task.task));
  for (const TrackRunResult& run : track.runs) {
    if (const std::string query = query_of(run); !query.empty()) add(query + " query");
  }
  for (const auto& [name, mark] : kMarks) {
    const auto says = [mark = mark](const TrackRunResult& run) { return (run.entry.*mark).has_value(); };
    if (std::ranges::any_of(track.runs, says)) add(std::string(name));
  }
  for (const TrackRunResult& run : track.runs) {
    if (const std::string type = result_type_of(run); !type.empty()) add(type + " results");
  }
  add("valid");
  add("submitted");
  return columns;
}

}  // namespace

Participation participation_of(const TrackEvaluation& track) {
  Participation out{columns_of(track), {}, {}};
  out.totals.resize(out.columns.size());
  for (const TrackRunResult& run : track.runs) {
    std::vector<std::size_t>& row = out.rows[run.participant];
    row.resize(out.columns.size());
    const auto count = [&](const std::string& name) {
      const auto column = std::ranges::find(out.columns, name);
      if (column == out.columns.end()) return;
      ++row[static_cast<std::size_t>(column - out.columns.begin())];
      ++out.totals[static_cast<std::size_t>(column - out.columns.begin())];
    };
    count("submitted");
    if (!run.valid) continue;
    count("valid");
    count(title_of(*run.task));
    count(query_of(run) + " query");
    count(result_type_of(run) + " results");
    for (const auto& [name, mark] : kMarks) {
      if ((run.entry.*mark).value_or(false)) count(std::string(name));
    }
  }
  return out;
}

bool has_participants(const TrackEvaluation& track) {
  return std::ranges::any_of(track.runs, [&](const TrackRunResult& run) {
    return run.participant != track.runs.front().participant;
  });
}

std::vector<BestRun> best_runs(const TrackEvaluation& track) {
  const bool several = has_participants(track);
  std::vector<BestRun> best;
  for (const TaskResults& task : track.tasks) {
    if (task.own == 0) continue;
    std::set<std::string> seen;
    for (std::size_t rank = 0; rank < task.ranking.size(); ++rank) {
      const TrackRunResult& run = track.runs[task.ranking[rank]];
      if (seen.insert(several ? run.participant : "").second) best.push_back({&run, &task, rank});
    }
  }
  return best;
}

std::string title_of(const Task& task) {
  std::string title(task.name);
  std::ranges::replace(title, '-', ' ');
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

}  // namespace fovea
