// Scores as JSON and JSON lines.
#include "report/tables/score_report.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "files/json_writer.h"
#include "text/numbers.h"

namespace fovea {

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no NaN: a value that does not exist is null.
Json number(double value, Average average, const ScoreReport& report) {
  constexpr double kLargestExactInteger = 9007199254740992.0;
  if (!std::isfinite(value)) return nullptr;
  if (average == Average::kSum && value == std::floor(value) && std::abs(value) < kLargestExactInteger) {
    return static_cast<std::int64_t>(value);
  }
  if (!report.decimals || !report.decimals->places) return value;
  return parse_number(format_value(value, average, *report.decimals)).value_or(value);
}

Json values_of(const Scores& scores, const ScoreRow& row, const ScoreReport& report) {
  Json object = Json::object();
  for (std::size_t m = 0; m < scores.measures().size(); ++m) {
    const auto& [name, average] = scores.measures()[m];
    object[name] = number(row.values[m], average, report);
  }
  return object;
}

Json account_of(const EvaluationAccount& account) {
  Json object = {{"fovea", account.version}, {"command", account.command}, {"files", Json::array()}};
  for (const AccountedFile& file : account.files) {
    object["files"].push_back(
        {{"role", file.role}, {"name", file.name}, {"sha256", file.sha256 ? Json(*file.sha256) : Json()}});
  }
  if (!account.task.empty()) object["task"] = account.task;
  if (!account.compat.empty()) object["compat"] = account.compat;
  object["topics"] = account.topic_rule;
  object["order"] = account.tie_rule;
  object["relevance_level"] = account.relevance_level;
  if (account.depth) object["depth"] = *account.depth;
  for (const AccountedDocuments& of_run : account.documents) {
    object["documents"].push_back({{"run", of_run.run},
                                   {"retrieved", of_run.retrieved},
                                   {"judged", of_run.judged},
                                   {"shared", of_run.shared}});
  }
  return object;
}

}  // namespace

std::string to_json(const Scores& scores, const ScoreReport& report, const EvaluationAccount& account) {
  Json object = account_of(account);
  object["measures"] = Json::array();
  for (const auto& [name, average] : scores.measures()) {
    object["measures"].push_back({{"name", name}, {"average", name_of(average)}});
  }
  object["runs"] = Json::array();
  for (std::size_t run = 0; run < shown_runs(scores, report); ++run) {
    Json entry = {{"run", scores.runs()[run].name}, {"file", scores.runs()[run].file}};
    if (!report.ranks.empty()) entry["rank"] = report.ranks[run];
    Json topics = Json::object();
    for (const ScoreRow& row : rows_of(scores, run, report)) {
      (row.summary ? entry["all"] : topics[std::string(row.topic)]) = values_of(scores, row, report);
    }
    if (report.per_topic) entry["by_topic"] = std::move(topics);
    object["runs"].push_back(std::move(entry));
  }
  return json_text(object, 2) + "\n";
}

std::string to_json_lines(const Scores& scores, const ScoreReport& report) {
  std::string out;
  for (std::size_t run = 0; run < shown_runs(scores, report); ++run) {
    for (const ScoreRow& row : rows_of(scores, run, report)) {
      for (std::size_t m = 0; m < scores.measures().size(); ++m) {
        const auto& [name, average] = scores.measures()[m];
        const Json line = {{"run", scores.runs()[run].name},
                           {"query_id", row.topic},
                           {"measure", name},
                           {"value", number(row.values[m], average, report)}};
        out += json_text(line) + "\n";
      }
    }
  }
  return out;
}

}  // namespace fovea
