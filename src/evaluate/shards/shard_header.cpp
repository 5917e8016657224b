#include "evaluate/shards/shard_header.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "files/corrupt_file.h"

namespace fovea {

namespace {

using Json = nlohmann::json;

/// Ids may hold any bytes, and JSON may not: a byte above 127 becomes the character of its number.
std::string widened(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | (byte >> 6));
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

std::string narrowed(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      out += text[i];
    } else if ((byte == 0xC2 || byte == 0xC3) && i + 1 < text.size()) {
      out += static_cast<char>(((byte & 0x03) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3F));
    } else {
      throw CorruptFile("a name in a state of a shard is none");
    }
  }
  return out;
}

Json names_to_json(const std::vector<std::string>& names) {
  Json out = Json::array();
  for (const std::string& name : names) out.push_back(widened(name));
  return out;
}

std::vector<std::string> names_from_json(const Json& list) {
  std::vector<std::string> names;
  for (const Json& name : list) names.push_back(narrowed(name.get<std::string>()));
  return names;
}

std::int32_t number_below(const Json& value, std::size_t limit, std::int32_t least) {
  const auto number = value.get<std::int64_t>();
  if (number < least || number >= static_cast<std::int64_t>(limit))
    throw CorruptFile("a state of a shard speaks of a run or shard that it does not have");
  return static_cast<std::int32_t>(number);
}

void check_names(const std::vector<std::string>& names) {
  if (!std::ranges::is_sorted(names, std::less_equal<>()))  // less_equal: nor may one come twice
    throw CorruptFile("names in a state of a shard are out of order");
}

Json counts_to_json(const ShardCounts& counts) {
  Json out = {{"shard", counts.shard}, {"run", counts.run}, {"order", static_cast<int>(counts.order)}};
  for (const auto& [name, count] : kRunCounts) {
    if (counts.counts.*count > 0) out[name] = counts.counts.*count;
  }
  if (!counts.unjudged.empty()) out["unjudged"] = names_to_json(counts.unjudged);
  return out;
}

ShardCounts counts_from_json(const Json& json, const ShardState& state) {
  ShardCounts counts;
  counts.shard = number_below(json.at("shard"), state.shards.size(), 0);
  counts.run = number_below(json.at("run"), state.runs.size(), 0);
  counts.order = static_cast<RankOrder>(number_below(json.at("order"), 3, 0));
  for (const auto& [name, count] : kRunCounts) counts.counts.*count = json.value(name, std::uint64_t{0});
  if (json.contains("unjudged")) counts.unjudged = names_from_json(json["unjudged"]);
  return counts;
}

Json message_to_json(const ShardMessage& message) {
  const Diagnostic& said = message.diagnostic;
  return {{"shard", message.shard},           {"run", message.run},
          {"breach", message.breach},         {"error", said.severity == Severity::kError},
          {"file", widened(said.place.file)}, {"line", said.place.line},
          {"column", said.place.column},      {"code", said.code},
          {"message", widened(said.message)}};
}

ShardMessage message_from_json(const Json& json, const ShardState& state) {
  ShardMessage message;
  message.shard = number_below(json.at("shard"), state.shards.size(), 0);
  message.run = number_below(json.at("run"), state.runs.size(), kNoRun);
  message.breach = json.at("breach").get<bool>();
  message.diagnostic.severity = json.at("error").get<bool>() ? Severity::kError : Severity::kWarning;
  message.diagnostic.place = {narrowed(json.at("file").get<std::string>()),
                              json.at("line").get<std::uint64_t>(), json.at("column").get<std::uint64_t>()};
  message.diagnostic.code = json.at("code").get<std::string>();
  message.diagnostic.message = narrowed(json.at("message").get<std::string>());
  return message;
}

Json message_count_to_json(const ShardMessageCount& count) {
  return {{"shard", count.shard},   {"run", count.run},
          {"breach", count.breach}, {"error", count.severity == Severity::kError},
          {"code", count.code},     {"count", count.count}};
}

ShardMessageCount message_count_from_json(const Json& json, const ShardState& state) {
  ShardMessageCount count;
  count.shard = number_below(json.at("shard"), state.shards.size(), 0);
  count.run = number_below(json.at("run"), state.runs.size(), kNoRun);
  count.breach = json.at("breach").get<bool>();
  count.severity = json.at("error").get<bool>() ? Severity::kError : Severity::kWarning;
  count.code = json.at("code").get<std::string>();
  count.count = json.at("count").get<std::uint64_t>();
  return count;
}

ShardState read_header(std::string_view header) {
  const Json json = Json::parse(header);
  ShardState state;
  state.plan = json.at("plan").get<std::string>();
  state.measures = json.at("measures").get<std::vector<std::string>>();
  state.shards = names_from_json(json.at("shards"));
  state.runs = names_from_json(json.at("runs"));
  check_names(state.shards);
  check_names(state.runs);
  state.shard_rows = json.at("shard_rows").get<std::vector<std::uint64_t>>();
  if (state.shard_rows.size() != state.shards.size()) throw CorruptFile("a state has rows of unknown shards");
  for (const Json& counts : json.at("counts")) state.counts.push_back(counts_from_json(counts, state));
  for (const Json& message : json.at("messages")) state.messages.push_back(message_from_json(message, state));
  for (const Json& count : json.at("message_counts"))
    state.message_counts.push_back(message_count_from_json(count, state));
  return state;
}

}  // namespace

std::string shard_header(const ShardState& state) {
  Json json = {{"plan", state.plan},
               {"measures", state.measures},
               {"shards", names_to_json(state.shards)},
               {"shard_rows", state.shard_rows},
               {"runs", names_to_json(state.runs)},
               {"counts", Json::array()},
               {"messages", Json::array()},
               {"message_counts", Json::array()}};
  for (const ShardCounts& counts : state.counts) json["counts"].push_back(counts_to_json(counts));
  for (const ShardMessage& message : state.messages) json["messages"].push_back(message_to_json(message));
  for (const ShardMessageCount& count : state.message_counts)
    json["message_counts"].push_back(message_count_to_json(count));
  return json.dump(-1, ' ', true);
}

ShardState state_of_header(std::string_view header) {
  try {
    return read_header(header);
  } catch (const Json::exception&) {
    throw CorruptFile("the header of a state of a shard is damaged");
  }
}

void check_rows(const ShardState& state) {
  const ShardRows& rows = state.rows;
  const auto runs = static_cast<std::int32_t>(state.runs.size());
  const auto shards = static_cast<std::int32_t>(state.shards.size());
  std::vector<std::uint64_t> of_shard(state.shards.size(), 0);
  std::int64_t begin = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t end = rows.topic_end[row];
    if (end < begin || end > static_cast<std::int64_t>(rows.topics.size()) || rows.run[row] < kNoRun ||
        rows.run[row] >= runs || rows.shard[row] < 0 || rows.shard[row] >= shards) {
      throw CorruptFile("a row of a state of a shard is damaged");
    }
    begin = end;
    ++of_shard[static_cast<std::size_t>(rows.shard[row])];
    if (row == 0) continue;
    const bool ordered = rows.run[row - 1] != rows.run[row] ? rows.run[row - 1] < rows.run[row]
                                                            : rows.topic(row - 1) < rows.topic(row);
    if (!ordered) throw CorruptFile("rows of a state of a shard are out of order");
  }
  if (of_shard != state.shard_rows) throw CorruptFile("a state of a shard has lost rows");
}

}  // namespace fovea
