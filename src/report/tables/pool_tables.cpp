#include "report/tables/pool_tables.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "files/json_writer.h"
#include "report/tables/table.h"

namespace fovea {

namespace {

using pools::ContributorStatistics;
using pools::JudgedItems;
using pools::LeftOut;
using pools::PoolReuse;
using pools::PoolStatistics;
using pools::TopicStatistics;

constexpr int kShareDecimals = 3;

FigureCell share(double value) {
  return RealFigure{value, kShareDecimals};
}
FigureCell share(const std::optional<double>& value) {
  return value ? share(*value) : FigureCell();
}
/// Figures that only judgements give.
FigureCell if_judged(const PoolStatistics& statistics, std::uint64_t figure) {
  return statistics.judged ? FigureCell(figure) : FigureCell();
}

std::vector<FigureCell> row_of(const TopicStatistics& topic, const PoolStatistics& all) {
  return {topic.topic.empty() ? "all" : topic.topic,
          topic.items,
          if_judged(all, topic.judged.judged),
          if_judged(all, topic.judged.relevant),
          topic.one_run,
          topic.one_group,
          topic.many,
          topic.unknown,
          RealFigure{pools::hours_for(topic.items), 1}};
}

void add_uniques(const ContributorStatistics& from, const PoolStatistics& all, std::vector<FigureCell>& row) {
  row.insert(row.end(), {from.contributed, from.unique, if_judged(all, from.unique_judged.relevant),
                         if_judged(all, from.unique_judged.relevant_characters)});
}

FigureTable leaving_out(std::string name, const std::vector<LeftOut>& parts, const LeftOut& all,
                        const PoolReuse& reuse) {
  FigureTable table{
      std::move(name),
      "relative change of the scores without what only the row contributed; all: every run without its own",
      {"left out", "measure", "runs", "unique", "relevant", "mean", "largest", "tau", "swaps"},
      {},
      2};
  const auto add = [&](const LeftOut& part) {
    for (std::size_t m = 0; m < reuse.measures.size(); ++m) {
      const pools::ScoreChange& change = part.changes[m];
      table.rows.push_back({part.name, reuse.measures[m], std::uint64_t{part.runs}, part.unique,
                            part.relevant, RealFigure{change.mean}, RealFigure{change.largest},
                            share(change.tau), std::uint64_t{change.swaps}});
    }
  };
  for (const LeftOut& part : parts) add(part);
  add(all);
  return table;
}

FigureTable coverage_table(const PoolReuse& reuse) {
  FigureTable table{
      "judged", "share of documents judged at a depth; * under half of the first ten", {"run", ""}, {}, 2};
  for (const std::size_t depth : pools::kCoverageDepths)
    table.header.push_back(fmt::format("judged@{}", depth));
  table.header.insert(table.header.end(), {"judged", "first unjudged", "characters"});
  for (const pools::RunCoverage& run : reuse.coverage) {
    auto& row = table.rows.emplace_back();
    row = {run.run, run.half_judged_at_10() ? "" : "*"};
    for (const double judged : run.judged) row.push_back(share(judged));
    row.insert(row.end(), {RealFigure{run.first_unjudged, 1}, share(run.judged_characters)});
  }
  table.header[1] = "low";
  return table;
}

std::string text_of(const FigureCell& cell) {
  if (const auto* const text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* const number = std::get_if<std::uint64_t>(&cell)) return fmt::to_string(*number);
  if (const auto* const real = std::get_if<RealFigure>(&cell))
    return fmt::format("{:.{}f}", real->value, real->decimals);
  return "";
}

}  // namespace

std::vector<FigureTable> tables_of(const PoolStatistics& statistics) {
  std::vector<FigureTable> tables;
  tables.push_back(
      {"topics",
       fmt::format("at {:.0f} s an article", pools::kSecondsPerArticle),
       {"topic", "items", "judged", "relevant", "one run", "one group", "many", "unknown", "hours"},
       {},
       1});
  for (const TopicStatistics& topic : statistics.topics)
    tables.back().rows.push_back(row_of(topic, statistics));
  tables.back().rows.push_back(row_of(statistics.all, statistics));
  tables.push_back(
      {"runs",
       "unique: contributed by nobody else",
       {"run", "group", "mean reach", "largest", "contributed", "unique", "relevant", "characters"},
       {},
       2});
  for (const ContributorStatistics& run : statistics.runs) {
    auto& row = tables.back().rows.emplace_back();
    row = {run.name, run.group, RealFigure{run.mean_reach, 1}, std::uint64_t{run.largest_reach}};
    add_uniques(run, statistics, row);
  }
  tables.push_back(
      {"groups", "", {"group", "runs", "contributed", "unique", "relevant", "characters"}, {}, 1});
  for (const ContributorStatistics& group : statistics.groups) {
    auto& row = tables.back().rows.emplace_back();
    row = {group.name, group.runs};
    add_uniques(group, statistics, row);
  }
  tables.push_back({"overlap",
                    "items that both contributed, and their share of what either did",
                    {"group", "with", "common", "share"},
                    {},
                    2});
  for (const pools::GroupOverlap& pair : statistics.overlaps)
    tables.back().rows.push_back({pair.first, pair.second, pair.common, share(pair.share)});
  return tables;
}

std::vector<FigureTable> tables_of(const PoolReuse& reuse) {
  std::vector<FigureTable> tables;
  tables.push_back(leaving_out("groups", reuse.groups, reuse.all_groups, reuse));
  tables.push_back(leaving_out("runs", reuse.runs, reuse.all_runs, reuse));
  tables.push_back(coverage_table(reuse));
  FigureTable& relevant = tables.emplace_back();
  relevant = {"relevant", "", {"", "judged", "relevant", "share"}, {}, 1};
  relevant.rows.push_back(
      {std::string("pool"), reuse.judged, reuse.relevant,
       reuse.judged == 0 ? FigureCell()
                         : share(static_cast<double>(reuse.relevant) / static_cast<double>(reuse.judged))});
  FigureTable& depths = tables.emplace_back();
  depths = {"depths",
            "relevant items by their best rank in any pooled run",
            {"best rank", "new relevant", "so far"},
            {},
            1};
  std::uint64_t sum = 0;
  for (const pools::DepthBin& bin : reuse.depths) {
    sum += bin.relevant;
    depths.rows.push_back(
        {bin.last == 0 ? fmt::format("{}+", bin.first) : fmt::format("{}-{}", bin.first, bin.last),
         bin.relevant, sum});
  }
  FigureTable& cuts = tables.emplace_back();
  cuts = {
      "cuts", "tau of all runs with the first part of each pool judged, against all of it", {"pool"}, {}, 1};
  cuts.header.insert(cuts.header.end(), reuse.measures.begin(), reuse.measures.end());
  for (const pools::PoolCut& cut : reuse.cuts) {
    auto& row = cuts.rows.emplace_back();
    row.emplace_back(fmt::format("{} %", cut.percent));
    for (const auto& tau : cut.tau) row.push_back(share(tau));
  }
  return tables;
}

std::string to_text(const std::vector<FigureTable>& tables) {
  std::string out;
  for (const FigureTable& table : tables) {
    if (table.rows.empty()) continue;
    Table text{table.header, {}, table.name_columns};
    for (const auto& row : table.rows) {
      auto& cells = text.rows.emplace_back();
      for (const FigureCell& cell : row) cells.push_back(text_of(cell));
    }
    out += fmt::format("{}{}{}\n{}", out.empty() ? "" : "\n", table.name,
                       table.note.empty() ? "" : fmt::format(" ({})", table.note), to_columns(text));
  }
  return out;
}

std::string to_csv(const std::vector<FigureTable>& tables) {
  Table out{{"table", "row", "column", "value"}, {}, 3};
  for (const FigureTable& table : tables) {
    for (const auto& row : table.rows) {
      std::string name = text_of(row.front());
      for (std::size_t i = 1; i < table.name_columns; ++i) {
        if (const std::string more = text_of(row[i]); !more.empty() && more != "*") name += " " + more;
      }
      for (std::size_t i = table.name_columns; i < row.size(); ++i) {
        const auto* const real = std::get_if<RealFigure>(&row[i]);
        if (!std::holds_alternative<std::monostate>(row[i]))
          out.rows.push_back(
              {table.name, name, table.header[i], real ? fmt::to_string(real->value) : text_of(row[i])});
      }
    }
  }
  return to_csv(out);
}

std::string to_json(const std::vector<FigureTable>& tables) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const FigureTable& table : tables) {
    auto& rows = all[table.name] = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
      auto& object = rows.emplace_back(nlohmann::ordered_json::object());
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string name = table.header[i].empty() ? "name" : table.header[i];
        auto& value = object[name];
        if (const auto* const text = std::get_if<std::string>(&row[i])) value = *text;
        if (const auto* const number = std::get_if<std::uint64_t>(&row[i])) value = *number;
        if (const auto* const real = std::get_if<RealFigure>(&row[i])) value = real->value;
      }
    }
  }
  return json_text(all, 2) + "\n";
}

}  // namespace fovea
