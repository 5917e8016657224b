#include "report/tables/score_json.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "text/numbers.h"

namespace fovea {

namespace {

using Json = nlohmann::ordered_json;

/// Ids may hold any bytes; what is no UTF-8 is replaced, because JSON has no way to say it.
std::string dump(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

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

Json values_of(const Scores& scores, const std::vector<double>& values, const ScoreReport& report) {
  Json object = Json::object();
  for (std::size_t m = 0; m < scores.measures.size(); ++m) {
    object[scores.measures[m].name] = number(values[m], scores.measures[m].average, report);
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
  return object;
}

}  // namespace

std::string to_json(const Scores& scores, const ScoreReport& report, const EvaluationAccount& account) {
  Json object = account_of(account);
  object["measures"] = Json::array();
  for (const ScoredMeasure& measure : scores.measures) {
    object["measures"].push_back({{"name", measure.name}, {"average", name_of(measure.average)}});
  }
  object["runs"] = Json::array();
  for (const RunScores& run : scores.runs) {
    Json entry = {{"run", run.run}, {"file", run.file}};
    if (report.summary) entry["all"] = values_of(scores, run.summary, report);
    if (report.per_topic) {
      entry["by_topic"] = Json::object();
      for (std::size_t t = 0; t < run.topics.size(); ++t) {
        entry["by_topic"][run.topics[t]] = values_of(scores, run.values[t], report);
      }
    }
    object["runs"].push_back(std::move(entry));
  }
  return dump(object, 2) + "\n";
}

std::string to_json_lines(const Scores& scores, const ScoreReport& report) {
  std::string out;
  const auto add = [&](const RunScores& run, std::string_view topic, const std::vector<double>& values) {
    for (std::size_t m = 0; m < scores.measures.size(); ++m) {
      const Json row = {{"run", run.run},
                        {"query_id", topic},
                        {"measure", scores.measures[m].name},
                        {"value", number(values[m], scores.measures[m].average, report)}};
      out += dump(row, -1) + "\n";
    }
  };
  for (const RunScores& run : scores.runs) {
    for (std::size_t t = 0; report.per_topic && t < run.topics.size(); ++t)
      add(run, run.topics[t], run.values[t]);
    if (report.summary) add(run, "all", run.summary);
  }
  return out;
}

}  // namespace fovea
